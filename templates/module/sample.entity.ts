import { CreateTables, IdColumn, ReferenceColumn, TableColumn, TableEntity, TableIndex } from '@nestpress/server';

@TableEntity('nestpress_samples')
@TableIndex('author', ['author'])
export class Sample {
  @IdColumn()
  id!: number;

  @TableColumn('varchar(190)', { default: '' })
  title!: string;

  @TableColumn('longtext')
  text!: string;

  @ReferenceColumn('author')
  author!: number;
}

/** Creates the table when the service starts. A later change to it is a migration of its own. */
export class CreateSamples1760000000200 extends CreateTables {
  readonly entities = [Sample];
}
