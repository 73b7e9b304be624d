import { ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/migrations.js';

/** A file that a user sends in several requests. Its bytes are in a file of the same name. */
@TableEntity('nestpress_uploads', { isDerived: true })
@TableIndex('created_at', ['createdAt'])
@TableIndex('user_id', ['user'])
export class ResumableUpload {
  @TableColumn('varchar(32)', { primary: true })
  id!: string;

  @ReferenceColumn('user_id')
  user!: number;

  /** Size of the complete file in bytes. */
  @TableColumn('bigint(20)', { default: 0 })
  size!: number;

  /** `Upload-Metadata` as JSON. */
  @TableColumn('text')
  metadata!: string;

  /** The attachment; 0 until the upload is finished. */
  @ReferenceColumn('media_id')
  media!: number;

  /** Milliseconds since 1970. */
  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;
}

export class CreateUploads1763353500000 extends CreateTables {
  readonly entities = [ResumableUpload];
}
