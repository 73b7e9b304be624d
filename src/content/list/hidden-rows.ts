import { type Database } from '../../database/database.js';
import { allOf, fragment, type SqlFragment } from '../../database/engine/sql-fragment.js';
import { PARENTS } from '../../database/list-index/tables.js';
import { TRIGGER_DIALECTS } from '../../database/list-index/trigger-dialect.js';

/** Rows that the list index counts although the requester may not read them, since their parent is not public. */
export interface HiddenRows {
  /** Their number, as an expression. */
  readonly count: SqlFragment;
  /** SELECT of their ids. */
  readonly ids: SqlFragment;
  /** SELECT of their number, `entries`, for each day, `value`. */
  readonly byDay: SqlFragment;
}

interface ChildRows {
  readonly rows: string;
  readonly idColumn: string;
  readonly parentColumn: string;
  readonly dateColumn: string;
  /** Which of the children of parents that are not public are hidden. */
  readonly hidden: SqlFragment;
  /** Which rows are counted. */
  readonly where: SqlFragment;
}

/** Starts from the parents that are not public, which are few, and reads their children by index. */
export function hiddenRows(
  { engine, tables }: Pick<Database, 'engine' | 'tables'>,
  { rows, idColumn, parentColumn, dateColumn, hidden, where }: ChildRows,
): HiddenRows {
  const from = `FROM ${tables.own(PARENTS)} CROSS JOIN ${rows} WHERE is_public = 0 AND ${parentColumn} = parent_id`;
  const select = (columns: string, condition: SqlFragment, group = '') =>
    fragment(`SELECT ${columns} ${from} AND ${condition.sql}${group}`, ...condition.parameters);
  const counted = allOf(where, hidden);
  const count = select('COUNT(*)', counted);
  const day = `${TRIGGER_DIALECTS[engine].day(dateColumn)} AS value, COUNT(*) AS entries`;
  return {
    count: { ...count, sql: `(${count.sql})` },
    // Excluded from rows that meet the other conditions anyway.
    ids: select(idColumn, hidden),
    byDay: select(day, counted, ' GROUP BY value'),
  };
}
