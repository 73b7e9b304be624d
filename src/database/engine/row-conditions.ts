import { columnNames, Post } from '../entities/index.js';
import { type SqlParameter } from './parameters.js';
import { fragment, isIn, joined, NO_ROW, type SqlFragment } from './sql-fragment.js';
import { type Tables } from './table-names.js';

const COLUMNS = columnNames(Post);

/** Members of an entry that a condition can name. */
export type EntryColumn =
  'id' | 'author' | 'status' | 'slug' | 'title' | 'parent' | 'menuOrder' | 'date' | 'modified' | 'mimeType';

/** A predicate on a row of the posts table, whatever the row is called in the statement. */
export class RowCondition {
  constructor(readonly on: (row: string) => SqlFragment) {}
}

interface Comparison {
  /** One of these values; none matches an empty list. */
  in(values: readonly SqlParameter[]): RowCondition;
}

/** Builds conditions on entries. Values are always parameters. */
export class RowConditions {
  constructor(readonly tables: Tables) {}

  column(name: EntryColumn): Comparison & Record<'above' | 'below', (value: SqlParameter) => RowCondition> {
    const compare = (operator: string) => (value: SqlParameter) =>
      new RowCondition((row) => fragment(`${row}.${COLUMNS[name]} ${operator} ?`, value));
    return {
      in: (values) => new RowCondition((row) => (values.length > 0 ? isIn(`${row}.${COLUMNS[name]}`, values) : NO_ROW)),
      above: compare('>'),
      below: compare('<'),
    };
  }

  /** A meta value of the entry. */
  meta(key: string): Comparison {
    const { postmeta } = this.tables;
    return {
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
      conditions.map((one) => one.on(row)),
      separator,
    );
    return { sql: `(${sql})`, parameters };
  });
}

/** True unless the predicate is certainly true. */
export function negated({ sql, parameters }: SqlFragment): SqlFragment {
  return { sql: `CASE WHEN ${sql} THEN 0 ELSE 1 END = 1`, parameters };
}
