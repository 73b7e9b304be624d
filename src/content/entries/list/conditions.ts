import { escapeLike, like } from '../../../database/engine/dialect.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { type Tables } from '../../../database/engine/tables.js';
import { type EntryQuery, isScoped, type TermCondition } from './entry-query.js';
import { NOTHING } from './readable-scope.js';
import { addSearch, type ParsedSearch } from './search.js';
import { SqlPart } from './sql-part.js';

/**
 * What a row must fulfil. `due` are scheduled entries whose time has come: they count as published. The usual case,
 * none, leaves plain conditions that the index on type, status and date answers alone.
 */
export function entryConditions(
  query: EntryQuery,
  search: ParsedSearch | undefined,
  tables: Tables,
  due: readonly number[],
): SqlPart {
  const where = new SqlPart();
  where.add('post_type = ?', query.type);
  addStatus(where, query.statuses, due);
  if (query.only) where.in('ID', query.only);
  else if (query.except?.length) where.notIn('ID', query.except);
  if (query.notAuthors?.length) where.notIn('post_author', query.notAuthors);
  else if (query.authors?.length) where.in('post_author', query.authors);
  if (query.parents?.length) where.in('post_parent', query.parents);
  else if (query.notParents?.length) where.notIn('post_parent', query.notParents);
  if (query.menuOrder !== undefined) where.add('menu_order = ?', query.menuOrder);
  if (query.slugs?.length) where.in('post_name', query.slugs);
  if (query.after !== undefined) where.add('post_date > ?', query.after);
  if (query.before !== undefined) where.add('post_date < ?', query.before);
  if (query.mimeTypes?.length) addMimeTypes(where, query.mimeTypes);
  for (const condition of query.terms ?? []) addTerms(where, condition, tables);
  if (search && query.search) {
    addSearch(where, search, query.search, tables);
    addProtection(where, query, tables);
  }
  if (isScoped(query)) {
    const readable = query.scope!.readable(tables.posts, tables.posts);
    where.add(readable.join(''), ...readable.parameters);
  }
  return where;
}

function addStatus(where: SqlPart, statuses: readonly string[], due: readonly number[]): void {
  if (statuses.includes('any')) {
    where.add(`post_status NOT IN ('trash', 'auto-draft')`);
    return;
  }
  const isMixed = due.length > 0 && statuses.includes('publish') !== statuses.includes('future');
  if (!isMixed) {
    where.in('post_status', statuses);
    return;
  }
  const named = `post_status IN (${placeholders(statuses.length)})`;
  const isDue = `(post_status = 'future' AND ID IN (${placeholders(due.length)}))`;
  if (statuses.includes('publish')) where.add(`(${named} OR ${isDue})`, ...statuses, ...due);
  else where.add(`(${named} AND NOT ${isDue})`, ...statuses, ...due);
}

/** The text of an entry with a password is searched only for those who edit it: totals would reveal it to others. */
function addProtection(where: SqlPart, { scope }: EntryQuery, tables: Tables): void {
  if (!scope || scope.editsAll) return;
  const editable = scope.editable(tables.posts);
  if (editable.join('') === NOTHING) where.add(`post_password = ''`);
  else where.add(`(post_password = '' OR ${editable.join('')})`, ...editable.parameters);
}

function addMimeTypes(where: SqlPart, types: readonly string[]): void {
  const tests = types.map((type) => (type.endsWith('/') ? like('post_mime_type') : 'post_mime_type = ?'));
  where.add(`(${tests.join(' OR ')})`, ...types.map((type) => (type.endsWith('/') ? `${escapeLike(type)}%` : type)));
}

function addTerms(where: SqlPart, { taxonomy, any, none }: TermCondition, tables: Tables): void {
  const having = (ids: readonly number[]) =>
    `(SELECT r.object_id FROM ${tables.term_relationships} r JOIN ${tables.term_taxonomy} t ON t.term_taxonomy_id = r.term_taxonomy_id ` +
    `WHERE t.taxonomy = ? AND t.term_id IN (${placeholders(ids.length)}))`;
  if (any?.length) where.add(`ID IN ${having(any)}`, taxonomy, ...any);
  if (none?.length) where.add(`ID NOT IN ${having(none)}`, taxonomy, ...none);
}
