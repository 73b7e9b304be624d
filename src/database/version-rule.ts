import { type TableName } from './engine/table-names.js';

/** Lists of values by column. */
export type ColumnValues = Readonly<Record<string, readonly string[]>>;

/** Rows of `table` that have the value of the written row's `key` in `column`. */
export interface RowReference {
  readonly table: TableName;
  readonly column: string;
  readonly key: string;
  readonly except?: ColumnValues;
}

/** Which writes to a table change versions. */
export interface VersionRule {
  readonly table: TableName;
  /** Column with the id of the one entry whose version changes; without it, the version that all entries share changes. */
  readonly entry?: string;
  /** Only rows with one of these values in each of these columns. */
  readonly where?: ColumnValues;
  /** No rows with one of these values. */
  readonly except?: ColumnValues;
  /** Only updates that change one of these columns; inserts and deletes always count. */
  readonly columns?: readonly string[];
  /** Only rows that another row refers to. */
  readonly referencedBy?: RowReference;
  /** Further limits for inserts. */
  readonly insert?: 'never' | Pick<VersionRule, 'except' | 'referencedBy'>;
}
