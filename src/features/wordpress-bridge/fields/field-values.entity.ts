import { TableColumn, TableEntity } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/index.js';

/** The values of an item's fields as the WordPress alongside returns them to visitors. */
@TableEntity('nestpress_wordpress_fields', { isDerived: true })
export class FieldValues {
  /** Route of the collection at WordPress, or of its single items (`…/ID`). */
  @TableColumn('varchar(120)', { primary: true })
  route!: string;

  @TableColumn('bigint(20) unsigned', { name: 'object_id', default: 0, primary: true })
  object!: number;

  /** Digest of the item, its meta and its terms. */
  @TableColumn('varchar(64)')
  digest!: string;

  /** As JSON, by name. */
  @TableColumn('longtext', { name: 'field_values' })
  values!: string;

  /** Milliseconds since 1970. */
  @TableColumn('bigint(20)', { name: 'requested_at', default: 0 })
  requestedAt!: number;
}

export class CreateFieldValues1763390000000 extends CreateTables {
  readonly entities = [FieldValues];
}
