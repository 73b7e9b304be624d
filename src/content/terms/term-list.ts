import { escapeLike, like, orderByList, type SqlDialect } from '../../database/engine/dialect.js';
import { placeholders } from '../../database/engine/parameters.js';
import type { SqlParameter } from '../../database/database.js';

/** Which terms of a taxonomy; what is left out does not restrict. */
export interface TermFilter {
  taxonomy: string;
  search?: string;
  include?: readonly number[];
  exclude?: readonly number[];
  slugs?: readonly string[];
  parent?: number;
  /** Only terms this object has. */
  object?: number;
  hideEmpty?: boolean;
}

export type TermOrderBy = 'id' | 'include' | 'name' | 'slug' | 'include_slugs' | 'term_group' | 'description' | 'count';

export interface TermOrder {
  by: TermOrderBy;
  descending: boolean;
}

interface Sql {
  text: string;
  parameters: SqlParameter[];
}

const COLUMN: Readonly<Record<Exclude<TermOrderBy, 'include' | 'include_slugs'>, string>> = {
  id: 't.term_id',
  name: 't.name',
  slug: 't.slug',
  term_group: 't.term_group',
  description: 'tt.description',
  count: 'tt.count',
};

const TEXTS: ReadonlySet<TermOrderBy> = new Set(['name', 'slug', 'description']);

/** Conditions on `tt` and `t`. Empty terms in `kept` stay although empty ones are hidden. */
export function termConditions(filter: TermFilter, relationships: string, kept: readonly number[] = []): Sql {
  const conditions = ['tt.taxonomy = ?'];
  const parameters: SqlParameter[] = [filter.taxonomy];
  const add = (condition: string, ...values: SqlParameter[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  if (filter.include) add(`tt.term_id IN (${placeholders(filter.include.length)})`, ...filter.include);
  if (filter.exclude?.length) add(`tt.term_id NOT IN (${placeholders(filter.exclude.length)})`, ...filter.exclude);
  if (filter.slugs) add(`t.slug IN (${placeholders(filter.slugs.length)})`, ...filter.slugs);
  if (filter.parent !== undefined) add('tt.parent = ?', filter.parent);
  if (filter.object !== undefined)
    add(`tt.term_taxonomy_id IN (SELECT term_taxonomy_id FROM ${relationships} WHERE object_id = ?)`, filter.object);
  if (filter.search) {
    const pattern = `%${escapeLike(filter.search)}%`;
    add(`(${like('t.name')} OR ${like('t.slug')})`, pattern, pattern);
  }
  if (filter.hideEmpty) {
    if (kept.length > 0) add(`(tt.count > 0 OR tt.term_id IN (${placeholders(kept.length)}))`, ...kept);
    else add('tt.count > 0');
  }
  return { text: conditions.join(' AND '), parameters };
}

/** What would order by a list that is not there orders by name; ids settle ties. */
export function termOrder({ by, descending }: TermOrder, { include, slugs }: TermFilter, sql: SqlDialect): Sql {
  const direction = descending ? 'DESC' : 'ASC';
  const listed =
    by === 'include' && include
      ? orderByList('t.term_id', include)
      : by === 'include_slugs' && slugs
        ? orderByList('t.slug', slugs)
        : undefined;
  if (listed) return { text: `${listed.sql} ${direction}, t.term_id`, parameters: listed.parameters };
  const known = by === 'include' || by === 'include_slugs' ? 'name' : by;
  const column = TEXTS.has(known) ? sql.textOrder(COLUMN[known]) : COLUMN[known];
  return { text: by === 'id' ? `${column} ${direction}` : `${column} ${direction}, t.term_id`, parameters: [] };
}
