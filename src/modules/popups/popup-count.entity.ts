import { TableColumn, TableEntity } from '../../database/entities/index.js';
import { CreateTables } from '../../database/migrations.js';

/** Events of one kind that are not yet in a popup's post meta. Times are milliseconds since 1970. */
@TableEntity('nestpress_popup_counts')
export class PopupCount {
  @TableColumn('bigint(20) unsigned', { name: 'popup_id', default: 0, primary: true })
  popup!: number;

  @TableColumn('varchar(20)', { primary: true })
  event!: string;

  @TableColumn('bigint(20)', { default: 0 })
  counted!: number;

  @TableColumn('bigint(20)', { name: 'first_at', default: 0 })
  firstAt!: number;

  @TableColumn('bigint(20)', { name: 'last_at', default: 0 })
  lastAt!: number;
}

/** Events of one day, in UTC, for statistics over time. */
@TableEntity('nestpress_popup_days')
export class PopupDay {
  @TableColumn('bigint(20) unsigned', { name: 'popup_id', default: 0, primary: true })
  popup!: number;

  /** `2030-05-01`. */
  @TableColumn('varchar(10)', { primary: true })
  day!: string;

  @TableColumn('varchar(20)', { primary: true })
  event!: string;

  @TableColumn('bigint(20)', { default: 0 })
  counted!: number;
}

export class CreatePopupDays1760000000201 extends CreateTables {
  readonly entities = [PopupDay];
}

export class CreatePopupCounts1760000000002 extends CreateTables {
  readonly entities = [PopupCount];
}
