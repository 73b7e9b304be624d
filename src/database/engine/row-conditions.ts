import { columnNames, Post } from '../entities/index.js';
import { type SqlParameter } from './parameters.js';
import { fragment, isIn, isOneOf, joined, NO_ROW, type SqlFragment } from './sql-fragment.js';
import { type Tables } from './table-names.js';

const COLUMNS = columnNames(Post);

/** Members of an entry that a condition can name. */
export type EntryColumn =
  | 'id'
  | 'author'
  | 'status'
  | 'slug'
  | 'title'
  | 'parent'
  | 'menuOrder'
  | 'date'
  | 'modified'
  | 'mimeType';

/** A predicate on a row of the posts table, whatever the row is called in the statement. */
export class RowCondition {
  constructor(readonly on: (row: string) => SqlFragment) {}
}

interface Comparison {
  /** One of these values; none matches an empty list. */
  in(values: readonly SqlParameter[]): RowCondition;
}

/** Comparisons of numbers as numbers, and of texts by their first 191 characters. */
interface MetaComparison extends Record<'above' | 'below' | 'from' | 'to', (value: string | number) => RowCondition> {
  /** One of these values, all numbers or all texts. */
  equal(values: readonly (string | number)[]): RowCondition;
}

/** How a statement reads the entries that conditions are about. */
interface ReadOrder {
  /** Meta key of the rows `sorted` that it is joined with: conditions on this key need no look-up. */
  readonly sortedBy?: string;
  /** Whether all entries are read, in any order, to be counted. Otherwise they are read in order and no further than needed. */
  readonly counts?: boolean;
}

/** Builds conditions on entries. Values are always parameters. */
export class RowConditions {
  constructor(
    readonly tables: Tables,
    private readonly reads: ReadOrder = {},
  ) {}

  column(name: EntryColumn): Comparison & Record<'above' | 'below', (value: SqlParameter) => RowCondition> {
    const compare = (operator: string) => (value: SqlParameter) =>
      new RowCondition((row) => fragment(`${row}.${COLUMNS[name]} ${operator} ?`, value));
    return {
      in: (values) => new RowCondition((row) => (values.length > 0 ? isIn(`${row}.${COLUMNS[name]}`, values) : NO_ROW)),
      above: compare('>'),
      below: compare('<'),
    };
  }

  /** A meta value of the entry. Keys that are declared `indexed` are looked up by it. */
  meta(key: string): Comparison & MetaComparison {
    const { postmeta, metaValues } = this.tables;
    const { sortedBy, counts } = this.reads;
    const isSorted = sortedBy === key;
    const column = (value: unknown) => `${isSorted ? 'sorted' : 'v'}.${typeof value === 'number' ? 'number' : 'text'}`;
    const having = ({ sql, parameters }: SqlFragment) =>
      new RowCondition((row) => {
        if (isSorted) return { sql, parameters };
        const from = `${metaValues.of(key)} v`;
        if (counts)
          return fragment(
            `${row}.ID IN (SELECT v.post_id FROM ${from} WHERE v.field = ? AND ${sql})`,
            key,
            ...parameters,
          );
        // Left to themselves, engines begin with all rows of the key that match, for each entry or once.
        const rows = `${from}${metaValues.forced(key, 'post')} WHERE v.post_id = ${row}.ID AND v.field = ? AND ${sql}`;
        return fragment(`(SELECT 1 FROM ${rows} LIMIT 1) = 1`, key, ...parameters);
      });
    const compare = (operator: string) => (value: string | number) =>
      having(fragment(`${column(value)} ${operator} ?`, value));
    return {
      equal: (values) => (values.length > 0 ? having(isOneOf(column(values[0]), values)) : this.none()),
      above: compare('>'),
      below: compare('<'),
      from: compare('>='),
      to: compare('<='),
      in: (values) =>
        new RowCondition((row) => {
          if (values.length === 0) return NO_ROW;
          const { sql, parameters } = isIn('m.meta_value', values.map(String));
          return fragment(
            `EXISTS (SELECT 1 FROM ${postmeta} m WHERE m.post_id = ${row}.ID AND m.meta_key = ? AND ${sql})`,
            key,
            ...parameters,
          );
        }),
    };
  }

  /** IDs of assigned terms. */
  term(taxonomy: string): { in(ids: readonly number[]): RowCondition } {
    const { term_relationships: assigned, term_taxonomy: terms } = this.tables;
    return {
      in: (ids) =>
        new RowCondition((row) => {
          if (ids.length === 0) return NO_ROW;
          const { sql, parameters } = isIn('t.term_id', ids);
          return fragment(
            `EXISTS (SELECT 1 FROM ${assigned} r JOIN ${terms} t ON t.term_taxonomy_id = r.term_taxonomy_id ` +
              `WHERE r.object_id = ${row}.ID AND t.taxonomy = ? AND ${sql})`,
            taxonomy,
            ...parameters,
          );
        }),
    };
  }

  all(...conditions: readonly RowCondition[]): RowCondition {
    return combined(conditions, ' AND ', '1 = 1');
  }

  any(...conditions: readonly RowCondition[]): RowCondition {
    return combined(conditions, ' OR ', NO_ROW.sql);
  }

  /** Also where the condition is unknown because of a NULL. */
  not(condition: RowCondition): RowCondition {
    return new RowCondition((row) => negated(condition.on(row)));
  }

  none(): RowCondition {
    return new RowCondition(() => NO_ROW);
  }

  /** A predicate of your own; `row` is the name of the row of the posts table. Pass values as parameters, never in the text. */
  sql(text: (row: string) => string, ...parameters: readonly SqlParameter[]): RowCondition {
    return new RowCondition((row) => fragment(`(${text(row)})`, ...parameters));
  }
}

function combined(conditions: readonly RowCondition[], separator: string, empty: string): RowCondition {
  return new RowCondition((row) => {
    if (conditions.length === 0) return fragment(empty);
    const { sql, parameters } = joined(
      conditions.map((condition) => condition.on(row)),
      separator,
    );
    return { sql: `(${sql})`, parameters };
  });
}

/** True unless the predicate is certainly true. */
export function negated({ sql, parameters }: SqlFragment): SqlFragment {
  return { sql: `CASE WHEN ${sql} THEN 0 ELSE 1 END = 1`, parameters };
}
