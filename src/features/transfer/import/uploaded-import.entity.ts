import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/migrations.js';

/** An export file that a user has uploaded, what it contains, and the result of its import. */
@TableEntity('nestpress_uploaded_imports', { isDerived: true })
@TableIndex('created_at', ['createdAt'])
export class UploadedImport {
  @IdColumn()
  id!: number;

  @ReferenceColumn('user_id')
  user!: number;

  /** Name of the file, as the user chose it. */
  @TableColumn('varchar(255)', { default: '' })
  name!: string;

  /** Name of the private copy of the file. */
  @TableColumn('varchar(32)', { default: '' })
  file!: string;

  @TableColumn('bigint(20)', { default: 0 })
  size!: number;

  /** A `WxrSummary` as JSON. */
  @TableColumn('longtext')
  summary!: string;

  /** The job that imports it; 0 until the user starts it. */
  @ReferenceColumn('job_id')
  job!: number;

  /** An `ImportResult` as JSON; empty until the import is complete. */
  @TableColumn('longtext')
  result!: string;

  /** Milliseconds since 1970. */
  @TableColumn('bigint(20)', { name: 'created_at', default: 0 })
  createdAt!: number;
}

export class CreateUploadedImports1763563000000 extends CreateTables {
  readonly entities = [UploadedImport];
}
