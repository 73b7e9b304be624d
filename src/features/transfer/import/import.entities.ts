import { IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '../../../database/entities/index.js';
import { CreateTables } from '../../../database/migrations.js';

/** A site that export files came from, and the progress of the last import. */
@TableEntity('nestpress_imports')
@TableIndex('home', ['home'], { unique: true })
export class Import {
  @IdColumn()
  id!: number;

  @TableColumn('varchar(191)', { default: '' })
  home!: string;

  @TableColumn('varchar(255)', { default: '' })
  file!: string;

  /** `running` or `done`. */
  @TableColumn('varchar(10)', { default: '' })
  state!: string;

  @ReferenceColumn('bytes')
  bytes!: number;

  @ReferenceColumn('items')
  items!: number;

  @TableColumn('bigint(20)', { name: 'updated_at', default: 0 })
  updatedAt!: number;
}

/** The local row of an imported entry or term. */
@TableEntity('nestpress_import_map')
export class ImportedRow {
  @TableColumn('bigint(20) unsigned', { name: 'import_id', default: 0, primary: true })
  import!: number;

  @TableColumn('varchar(10)', { default: '', primary: true })
  kind!: string;

  @TableColumn('bigint(20) unsigned', { name: 'old_id', default: 0, primary: true })
  oldId!: number;

  @ReferenceColumn('new_id')
  newId!: number;
}

/** A reference to a row that no imported file has contained so far. */
@TableEntity('nestpress_import_references')
@TableIndex('import_id', ['import', 'id'])
export class ImportReference {
  @IdColumn()
  id!: number;

  @ReferenceColumn('import_id')
  import!: number;

  @TableColumn('varchar(20)', { default: '' })
  kind!: string;

  @ReferenceColumn('owner')
  owner!: number;

  @TableColumn('varchar(64)', { default: '' })
  name!: string;

  @TableColumn('varchar(200)', { default: '' })
  target!: string;
}

/** The URL of an imported file here, without extension; found by the digest of its URL on the other site. */
@TableEntity('nestpress_import_files')
export class ImportedFile {
  @TableColumn('bigint(20) unsigned', { name: 'import_id', default: 0, primary: true })
  import!: number;

  @TableColumn('varchar(40)', { default: '', primary: true })
  digest!: string;

  @TableColumn('text')
  address!: string;
}

export class CreateImportTables1760000000004 extends CreateTables {
  readonly entities = [Import, ImportedRow, ImportReference, ImportedFile];
}
