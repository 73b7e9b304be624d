import { IdColumn, TableColumn, TableEntity, TableIndex } from '../../database/entities/index.js';
import { CreateTables } from '../../database/migrations.js';

/** A former address below the home of the site, and where it leads. */
@TableEntity('nestpress_redirects')
@TableIndex('source_hash', ['hash'], { unique: true })
export class Redirect {
  @IdColumn()
  id!: number;

  /** Path and query, as the owner wrote them. */
  @TableColumn('text')
  source!: string;

  /** Hash of the source as it is compared. */
  @TableColumn('varchar(64)', { name: 'source_hash', default: '' })
  hash!: string;

  /** A path below the home of the site, or a URL. */
  @TableColumn('text')
  target!: string;

  @TableColumn('int(11)', { default: 301 })
  status!: number;

  /** Milliseconds since 1970. */
  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;
}

export class CreateRedirects1763560000000 extends CreateTables {
  readonly entities = [Redirect];
}
