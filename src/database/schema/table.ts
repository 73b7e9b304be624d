/** A table as data; one description, rendered for each engine. Types are MySQL's. */
export interface ColumnDefinition {
  name: string;
  type: string;
  /** Absent: no default is declared (long texts, which MySQL gives none). */
  default?: string | number;
  nullable?: boolean;
  autoIncrement?: boolean;
}

export interface IndexDefinition {
  name: string;
  /** A column, or a column and how many characters of it MySQL indexes. */
  columns: ReadonlyArray<string | readonly [column: string, length: number]>;
  unique?: boolean;
}

export interface TableDefinition {
  name: string;
  columns: readonly ColumnDefinition[];
  primaryKey: readonly string[];
  indexes: readonly IndexDefinition[];
}
