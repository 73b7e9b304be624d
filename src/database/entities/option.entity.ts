import { IdColumn, TableColumn, TableEntity, TableIndex } from './column.decorators.js';

@TableEntity('options')
@TableIndex('option_name', ['name'], { unique: true })
export class Option {
  @IdColumn('option_id')
  id!: number;

  @TableColumn('varchar(191)', { name: 'option_name', default: '' })
  name!: string;

  @TableColumn('longtext', { name: 'option_value' })
  value!: string;

  @TableColumn('varchar(20)', { default: 'yes' })
  autoload!: string;
}
