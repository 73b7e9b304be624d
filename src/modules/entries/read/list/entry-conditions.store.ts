import { escapeLike, like, orderByList, type SqlDialect } from '../../../../database/engine/dialect.js';
import { placeholders } from '../../../../database/engine/parameters.js';
import {
  allOf,
  fragment,
  isIn,
  isNotIn,
  isOneOf,
  joined,
  NO_ROW,
  type SqlFragment,
} from '../../../../database/engine/sql-fragment.js';
import { RowConditions } from '../../../../database/engine/row-conditions.js';
import { type Tables } from '../../../../database/engine/table-names.js';
import { sortDirection } from '../../../../database/lists/list-query.js';
import { type EntryQuery, isScoped, type TermFilter, type TermTest } from './entry-query.js';

/** All or any of the tests; the test of formats is one of them. */
function termQueryConditions({ termQuery, formats }: EntryQuery, tables: Tables): SqlFragment[] {
  const conditions = (termQuery?.tests ?? []).map((test) => termTest(test, tables));
  if (formats?.length) conditions.push(formatCondition(formats, tables));
  return conditions.length > 0 ? [inBrackets(conditions, ` ${termQuery?.relation ?? 'AND'} `)] : [];
}

function termTest({ taxonomy, ids, operator, withDescendants, isExcluded }: TermTest, tables: Tables): SqlFragment {
  const entriesWith = (some: readonly number[]) => {
    const terms = withDescendants ? descendants(taxonomy, some, tables) : fragment(placeholders(some.length), ...some);
    return fragment(
      `ID ${isExcluded ? 'NOT ' : ''}IN (SELECT r.object_id FROM ${tables.term_relationships} r ` +
        `JOIN ${tables.term_taxonomy} t ON t.term_taxonomy_id = r.term_taxonomy_id WHERE t.taxonomy = ? AND t.term_id IN (${terms.sql}))`,
      taxonomy,
      ...terms.parameters,
    );
  };
  if (operator !== 'AND') return inBrackets([entriesWith(ids)], ' AND ');
  return withDescendants
    ? entriesWithWholeTree(taxonomy, ids, tables)
    : inBrackets(
        ids.map((id) => entriesWith([id])),
        ' AND ',
      );
}

/** As in WordPress, entries must have all of the terms and all below them. */
function entriesWithWholeTree(taxonomy: string, ids: readonly number[], tables: Tables): SqlFragment {
  const tree = descendants(taxonomy, ids, tables);
  const assigned =
    `SELECT r.object_id FROM ${tables.term_relationships} r JOIN ${tables.term_taxonomy} t ` +
    `ON t.term_taxonomy_id = r.term_taxonomy_id WHERE t.taxonomy = ? AND t.term_id IN`;
  const each = ids.map((id) => fragment(`ID IN (${assigned} (?))`, taxonomy, id));
  const all = fragment(
    `ID IN (${assigned} (${tree.sql}) GROUP BY r.object_id HAVING COUNT(*) = (SELECT COUNT(*) FROM (${tree.sql}) whole))`,
    taxonomy,
    ...tree.parameters,
    ...tree.parameters,
  );
  return inBrackets([...each, all], ' AND ');
}

/** The terms and all below them. */
function descendants(taxonomy: string, ids: readonly number[], tables: Tables): SqlFragment {
  return fragment(
    `WITH RECURSIVE below (id) AS (SELECT term_id FROM ${tables.term_taxonomy} WHERE taxonomy = ? AND term_id IN (${placeholders(ids.length)}) ` +
      `UNION SELECT c.term_id FROM ${tables.term_taxonomy} c JOIN below ON c.parent = below.id WHERE c.taxonomy = ?) SELECT id FROM below`,
    taxonomy,
    ...ids,
    taxonomy,
  );
}

/** Posts of any of the formats; a post without a format term is `standard`. */
function formatCondition(formats: readonly string[], tables: Tables): SqlFragment {
  const formatted = (condition: string) =>
    `(SELECT r.object_id FROM ${tables.term_relationships} r JOIN ${tables.term_taxonomy} t ON t.term_taxonomy_id = r.term_taxonomy_id ` +
    `JOIN ${tables.terms} n ON n.term_id = t.term_id WHERE t.taxonomy = 'post_format'${condition})`;
  const slugs = formats.filter((format) => format !== 'standard').map((format) => `post-format-${format}`);
  return inBrackets(
    [
      ...(slugs.length > 0
        ? [fragment(`ID IN ${formatted(` AND n.slug IN (${placeholders(slugs.length)})`)}`, ...slugs)]
        : []),
      ...(slugs.length < formats.length ? [fragment(`ID NOT IN ${formatted('')}`)] : []),
    ],
    ' OR ',
  );
}

function inBrackets(conditions: readonly SqlFragment[], separator: string): SqlFragment {
  const { sql, parameters } = joined(conditions, separator);
  return { sql: `(${sql})`, parameters };
}

/** What the conditions depend on besides the query. */
interface ConditionFacts {
  readonly search?: ParsedSearch;
  /** Ids of scheduled entries that are due: they count as published. */
  readonly due?: readonly number[];
  /** What filters of modules build their conditions with. */
  readonly rows?: RowConditions;
}

/**
 * Predicate on the posts table. Without due entries, the usual case, the conditions are plain ones that the index on
 * type, status and date covers.
 */
export function entryConditions(
  query: EntryQuery,
  { search, due = [], rows }: ConditionFacts,
  tables: Tables,
): SqlFragment {
  const filtered = rows ?? new RowConditions(tables);
  const ofType = query.types ? isIn('post_type', query.types) : fragment('post_type = ?', query.type);
  const conditions = [ofType, statusCondition(query.statuses, due)];
  const add = (...more: SqlFragment[]) => void conditions.push(...more);
  if (query.include) add(isOneOf('ID', query.include));
  else if (query.exclude?.length) add(isNotIn('ID', query.exclude));
  if (query.authorsExclude?.length) add(isNotIn('post_author', query.authorsExclude));
  else if (query.authors?.length) add(isOneOf('post_author', query.authors));
  if (query.parents?.length) add(isOneOf('post_parent', query.parents));
  else if (query.parentsExclude?.length) add(isNotIn('post_parent', query.parentsExclude));
  if (query.menuOrder !== undefined) add(fragment('menu_order = ?', query.menuOrder));
  if (query.slugs?.length) add(isOneOf('post_name', query.slugs));
  if (query.after !== undefined) add(fragment('post_date > ?', query.after));
  if (query.before !== undefined) add(fragment('post_date < ?', query.before));
  if (query.modifiedAfter !== undefined) add(fragment('post_modified > ?', query.modifiedAfter));
  if (query.modifiedBefore !== undefined) add(fragment('post_modified < ?', query.modifiedBefore));
  if (query.mimeTypes?.length) add(mimeTypeCondition(query.mimeTypes));
  for (const filter of query.terms ?? []) add(...termConditions(filter, tables));
  add(...termQueryConditions(query, tables));
  if (search) add(...searchConditions(search, query, tables), ...protectionConditions(query, tables));
  if (isScoped(query)) add(query.scope!.readable(tables.posts, tables.posts));
  add(...filterConditions(query, filtered, tables));
  return allOf(...conditions);
}

/** The conditions of filters of modules and meta. */
export function filterConditions({ filters = [] }: EntryQuery, rows: RowConditions, { posts }: Tables): SqlFragment[] {
  return filters.flatMap(([filter, value]) => filter.where(value, rows)?.on(posts) ?? []);
}

/** Statuses that `any` does not stand for. */
export const NOT_ANY_STATUS: readonly string[] = ['trash', 'auto-draft'];

export function isAnyStatus(statuses: readonly string[]): boolean {
  return statuses.includes('any');
}

function statusCondition(statuses: readonly string[], due: readonly number[]): SqlFragment {
  if (isAnyStatus(statuses)) return isNotIn('post_status', NOT_ANY_STATUS);
  const isMixed = due.length > 0 && statuses.includes('publish') !== statuses.includes('future');
  if (!isMixed) return isOneOf('post_status', statuses);
  const named = isIn('post_status', statuses);
  const isDue = `(post_status = 'future' AND ID IN (${placeholders(due.length)}))`;
  const combination = statuses.includes('publish') ? 'OR' : 'AND NOT';
  return fragment(`(${named.sql} ${combination} ${isDue})`, ...named.parameters, ...due);
}

/** Texts of entries with a password are searched only for those who edit them: totals would reveal the texts to others. */
function protectionConditions({ type, scope }: EntryQuery, tables: Tables): SqlFragment[] {
  if (!scope || scope.editsAll(type)) return [];
  const editable = scope.editable(tables.posts);
  if (editable === NO_ROW) return [fragment(`post_password = ''`)];
  return [fragment(`(post_password = '' OR ${editable.sql})`, ...editable.parameters)];
}

function mimeTypeCondition(types: readonly string[]): SqlFragment {
  const tests = types.map((type) =>
    type.endsWith('/')
      ? fragment(like('post_mime_type'), `${escapeLike(type)}%`)
      : fragment('post_mime_type = ?', type),
  );
  const { sql, parameters } = joined(tests, ' OR ');
  return { sql: `(${sql})`, parameters };
}

function termConditions({ taxonomy, include, exclude }: TermFilter, tables: Tables): SqlFragment[] {
  const entriesWith = (ids: readonly number[]) =>
    `(SELECT r.object_id FROM ${tables.term_relationships} r JOIN ${tables.term_taxonomy} t ON t.term_taxonomy_id = r.term_taxonomy_id ` +
    `WHERE t.taxonomy = ? AND t.term_id IN (${placeholders(ids.length)}))`;
  return [
    ...(include?.length ? [fragment(`ID IN ${entriesWith(include)}`, taxonomy, ...include)] : []),
    ...(exclude?.length ? [fragment(`ID NOT IN ${entriesWith(exclude)}`, taxonomy, ...exclude)] : []),
  ];
}

const ORDER_COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    date: 'post_date',
    modified: 'post_modified',
    author: 'post_author',
    parent: 'post_parent',
    slug: 'post_name',
    title: 'post_title',
    menu_order: 'menu_order',
  }),
);

/** Ties are broken by id in the same direction, as the index on dates has them; those of other columns by ascending id. */
const DATES = new Set(['post_date', 'post_modified']);

const TEXTS = new Set(['post_name', 'post_title']);

/** What follows ORDER BY; the id makes the order total. */
export function entryOrder(
  query: EntryQuery,
  search: ParsedSearch | undefined,
  dialect: SqlDialect,
  tables: Tables,
): SqlFragment {
  const { orderby, include = [], slugs = [] } = query;
  const direction = sortDirection(query.order);
  const sorted = query.sortBy?.rows?.(tables);
  if (sorted) return fragment(`${query.sortBy!.by('', tables)} ${direction}, ${sorted.id} ${direction}`);
  if (query.sortBy) return fragment(`${query.sortBy.by(tables.posts, tables)} ${direction}, ID ${direction}`);
  if (orderby === 'id') return fragment(`ID ${direction}`);
  if (orderby === 'include') return orderByList('ID', include);
  if (orderby === 'include_slugs' && slugs.length > 0)
    return joined([orderByList('post_name', slugs), fragment(`ID ${direction}`)], ', ');
  const column = ORDER_COLUMNS.get(orderby) ?? 'post_date';
  const byColumn = `${TEXTS.has(column) ? dialect.textOrder(column) : column} ${direction}`;
  const followsOrder = DATES.has(column) || (column === 'post_author' && query.tiesFollowAuthors === true);
  const byId = `ID ${followsOrder ? direction : 'ASC'}`;
  const ranks = orderby === 'relevance' && search ? relevance(search) : [];
  return joined([...ranks, fragment(`${byColumn}, ${byId}`)], ', ');
}

/** A parsed search text. */
export interface ParsedSearch {
  /** Each must be found in title, excerpt or content. */
  readonly included: readonly string[];
  /** None may be found in any of them. */
  readonly excluded: readonly string[];
  /** The whole text, for ranking. */
  readonly phrase: string;
}

const MAX_BYTES = 1600;
const MAX_TERMS = 9;
/** Ranking considers single terms only up to this number of terms. */
const MAX_RANKED_TERMS = 6;

const STOP_WORDS = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** Undefined for a text that is empty or too long to be meant. */
export function parseSearch(text: string): ParsedSearch | undefined {
  if (text === '' || Buffer.byteLength(text) > MAX_BYTES) return undefined;
  const terms = searchTerms(text);
  const excluded = terms.filter((term) => term.startsWith('-'));
  return {
    included: terms.filter((term) => !term.startsWith('-')),
    excluded: excluded.map((term) => term.slice(1)),
    phrase: text,
  };
}

/** Quoted phrases are one term, other words each; where nothing or too much is left, the text as a whole. */
function searchTerms(text: string): string[] {
  const terms: string[] = [];
  for (const [token] of text.matchAll(/"[^"]*(?:"|$)|[^\t ",+]+/g)) {
    const term = /^".+"$/s.test(token) ? trimAny(token, `"'`) : trimAny(token, `"'\n\r `);
    if (term !== '' && term !== '0' && !/^[a-z-]$/i.test(term) && !STOP_WORDS.has(term.toLowerCase())) terms.push(term);
  }
  return terms.length === 0 || terms.length > MAX_TERMS ? [text] : terms;
}

function trimAny(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start]!)) start++;
  while (end > start && characters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const SEARCHED = ['post_title', 'post_excerpt', 'post_content'];

const searchPattern = (term: string) => `%${escapeLike(term)}%`;

type SearchPlaces = Pick<EntryQuery, 'searchesFileNames' | 'searchColumns' | 'searchesExactly'>;

export function searchConditions(
  { included, excluded }: ParsedSearch,
  { searchesFileNames, searchColumns, searchesExactly }: SearchPlaces,
  tables: Tables,
): SqlFragment[] {
  const inFileName = `ID IN (SELECT post_id FROM ${tables.postmeta} WHERE meta_key = '_wp_attached_file' AND ${like('meta_value')})`;
  const tests = [...(searchColumns ?? SEARCHED).map(like), ...(searchesFileNames ? [inFileName] : [])];
  const found = `(${tests.join(' OR ')})`;
  const patterns = (term: string) => tests.map(() => (searchesExactly ? escapeLike(term) : searchPattern(term)));
  return [
    ...included.map((term) => fragment(found, ...patterns(term))),
    ...excluded.map((term) => fragment(`NOT ${found}`, ...patterns(term))),
  ];
}

/** What to sort by so that better matches come first; nothing where all matches are equally good. */
export function relevance({ included, excluded, phrase }: ParsedSearch): SqlFragment[] {
  const inTitle = like('post_title');
  if (included.length + excluded.length <= 1)
    return included.map((term) => fragment(`CASE WHEN ${inTitle} THEN 0 ELSE 1 END`, searchPattern(term)));
  const ranks: SqlFragment[] = [];
  const rank = (place: number, test: string, terms: readonly string[]) =>
    ranks.push(fragment(`WHEN ${test} THEN ${place}`, ...terms.map(searchPattern)));
  const byPhrase = excluded.length === 0;
  if (byPhrase) rank(1, inTitle, [phrase]);
  if (included.length > 0 && included.length <= MAX_RANKED_TERMS) {
    const tests = included.map(() => inTitle);
    rank(2, tests.join(' AND '), included);
    if (included.length > 1) rank(3, tests.join(' OR '), included);
  }
  if (byPhrase) {
    rank(4, like('post_excerpt'), [phrase]);
    rank(5, like('post_content'), [phrase]);
  }
  if (ranks.length === 0) return [];
  const { sql, parameters } = joined(ranks, ' ');
  return [{ sql: `CASE ${sql} ELSE 6 END`, parameters }];
}
