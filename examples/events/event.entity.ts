import {
  CreateTables,
  DateColumn,
  IdColumn,
  ReferenceColumn,
  TableColumn,
  TableEntity,
  TableIndex,
} from '@nestpress/server';

/** Own tables have a prefix of their own; WordPress's are never altered. */
@TableEntity('nestpress_events')
@TableIndex('starts_at', ['startsAt', 'id'])
export class Event {
  @IdColumn()
  id!: number;

  @TableColumn('varchar(190)', { default: '' })
  title!: string;

  @TableColumn('varchar(190)', { default: '' })
  place!: string;

  /** UTC. */
  @DateColumn('starts_at')
  startsAt!: string;

  @TableColumn('bigint(20) unsigned', { default: 0 })
  seats!: number;

  @ReferenceColumn('author')
  author!: number;
}

export class CreateEvents1760000000100 extends CreateTables {
  readonly entities = [Event];
}
