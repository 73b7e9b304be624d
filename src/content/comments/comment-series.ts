import { type Database } from '../../database/database.js';
import { COMMENT_COUNTS } from '../../database/list-index/tables.js';
import { SqlPart } from '../entries/list/sql-part.js';
import { DAYS, NOBODY, type Series } from '../series/series.js';
import { type CommentQuery, isScoped, listed, statesOf, typesOf } from './comment-query.js';

/** What the list index counts of a list of comments; undefined where more is asked than states, types and posts. */
export function commentSeries(query: CommentQuery, { tables }: Pick<Database, 'tables'>): Series | undefined {
  const { search, after, before, email, parents, parentsExcluded, authors, authorsExcluded, include, exclude } = query;
  if (isScoped(query) || search || after !== undefined || before !== undefined || email) return undefined;
  if ([parents, parentsExcluded, authors, authorsExcluded, include, exclude].some((ids) => ids?.length))
    return undefined;
  const states = statesOf(query.status);
  const types = typesOf(query.type);
  const posts = query.posts?.length ? listed(query.posts) : undefined;
  if (!states || !types || posts?.length === 0) return undefined;
  const all = seriesOf(types, states, tables);
  if (!posts) return all;
  const conditions = new SqlPart()
    .add(all.conditions.join(' AND '), ...all.conditions.parameters)
    .in('comment_post_ID', posts);
  return { ...all, kind: 'post', ids: posts.map((post) => new SqlPart().add('?', post)), units: [], conditions };
}

/** The lists, one for each type and state, that a list by date is put together from; undefined for other lists. */
export function orderedLists(query: CommentQuery, { tables }: Pick<Database, 'tables'>): Series[] | undefined {
  const [states, types] = [statesOf(query.status), typesOf(query.type)];
  if (query.orderBy !== 'date_gmt' || query.posts?.length || !states || !types) return undefined;
  return types.flatMap((type) => states.map((state) => seriesOf([type], [state], tables)));
}

function seriesOf(types: readonly string[], states: readonly string[], tables: Database['tables']): Series {
  const texts = new SqlPart().in('comment_approved', states).in('comment_type', types);
  const counted = {
    counts: tables.own(COMMENT_COUNTS),
    kind: 'all',
    ids: NOBODY,
    units: DAYS,
    rows: tables.comments,
    idColumn: 'comment_ID',
    dateColumn: 'comment_date_gmt',
  };
  return { ...counted, texts, conditions: texts };
}
