import { type BlockAttributes, booleanAttribute, integerAttribute, member, numeric, parseAttributes } from './block.js';
import { isMap } from '../../text/php/php-values.js';
import { type BlockQuery, blockQueryKey, type PostsQuery } from '../block-data.js';
import { blockDelimiters } from './render-blocks.js';

/** Maximum number of different queries in one text; further blocks show nothing. */
const MAX_QUERIES = 50;
const MAX_ITEMS = 100;
const MAX_TERMS = 1000;

/** The queries of all dynamic blocks in a text, by key. */
export function blockQueries(text: string, post: number): Map<string, BlockQuery> {
  const found = new Map<string, BlockQuery>();
  let loops = 0;
  for (const { kind, name, json } of blockDelimiters(text)) {
    if (name === 'query') loops += LOOP_DEPTHS[kind];
    if (kind === 'closes') continue;
    if (loops === 0 && OF_LOOP.has(name)) found.set(blockQueryKey(NEWEST_POSTS), NEWEST_POSTS);
    const further: BlockQuery[] = json?.includes('core/post-data') ? [{ kind: 'post', id: post }] : [];
    if (json?.includes(TIME_PASSED)) further.push({ kind: 'now' });
    for (const query of [...queriesOf(name, parseAttributes(json), post), ...further]) {
      if (found.size < MAX_QUERIES) found.set(blockQueryKey(query), query);
    }
  }
  return found;
}

/** The format of dates that are shown as the time that has passed since. */
export const TIME_PASSED = 'human-diff';

/** How many loops are around what follows a delimiter of one. */
const LOOP_DEPTHS = { opens: 1, closes: -1, alone: 0 } as const;

/** Blocks of a loop. Outside of one they show the newest posts. */
const OF_LOOP: ReadonlySet<string> = new Set([
  'post-template',
  'query-no-results',
  'query-pagination-next',
  'query-pagination-numbers',
  'query-total',
]);

/** The categories that lead to a post. */
export const ALL_CATEGORIES = {
  kind: 'terms',
  taxonomy: 'category',
  order: 'name',
  limit: MAX_TERMS,
  hideEmpty: false,
} as const satisfies BlockQuery;

/** Blocks that show a part of the current post. */
const OF_POST = /^(?:post-|comments|read-more$|avatar$|cover$|media-text$|breadcrumbs$)/;

function queriesOf(name: string, attributes: BlockAttributes, post: number): BlockQuery[] {
  switch (name) {
    case 'latest-posts':
      return [latestPosts(attributes)];
    case 'query':
      return member(attributes, 'query', 'inherit') === true ? [] : [queryLoop(attributes, post)];
    case 'query-title':
      return attributes.type === 'post-type' ? [{ kind: 'type-names' }, { kind: 'post', id: post }] : [];
    case 'categories':
      return [termList(attributes), taxonomyOf(attributes)];
    case 'tag-cloud':
      return [tagCloud(attributes)];
    case 'archives':
      return [archives(attributes)];
    case 'calendar':
      return [{ kind: 'archives', by: 'day' }, { kind: 'today' }];
    case 'terms-query':
      return [termsQuery(attributes)];
    case 'comment-template':
      return [{ kind: 'thread', post }];
    case 'latest-comments':
      return [latestComments(attributes)];
    case 'page-list':
      return [{ kind: 'pages' }];
    case 'navigation':
      return typeof attributes.ref === 'number' ? [] : [{ kind: 'navigation' }, { kind: 'pages' }];
    case 'navigation-link':
    case 'navigation-submenu':
      return isLinkToPost(attributes) ? [{ kind: 'published', id: attributes.id as number }] : [];
    case 'avatar':
      return typeof attributes.userId === 'number'
        ? [{ kind: 'user', id: attributes.userId }]
        : [{ kind: 'post', id: post }];
    case 'breadcrumbs':
      return [{ kind: 'post', id: post }, { kind: 'pages' }, ALL_CATEGORIES];
    default:
      return OF_POST.test(name) ? [{ kind: 'post', id: post }] : [];
  }
}

export function isLinkToPost({ id, kind, type }: BlockAttributes): boolean {
  return typeof id === 'number' && (kind === 'post-type' || type === 'post' || type === 'page');
}

const count = (value: unknown, fallback: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? Math.min(value, MAX_ITEMS) : fallback;

const ids = (value: unknown): number[] => {
  const list = Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? value.split(',') : [];
  return list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
};

const sorting = (order: unknown, orderby: unknown): Pick<PostsQuery, 'order' | 'orderby'> => ({
  order: order === 'asc' || order === 'ASC' ? 'asc' : 'desc',
  orderby: typeof orderby === 'string' && SORTABLE.has(orderby) ? orderby : 'date',
});

const SORTABLE = new Set(['date', 'title', 'modified', 'id', 'menu_order', 'author', 'slug']);

const NO_FILTERS = { offset: 0, search: '', authors: [], exclude: [], parents: [], terms: [], stickyFirst: false };

export function latestPosts(attributes: BlockAttributes): PostsQuery {
  const categories = Array.isArray(attributes.categories) ? attributes.categories : [];
  const include = categories
    .map((category) => member(category, 'id'))
    .filter((id): id is number => typeof id === 'number');
  const author = attributes.selectedAuthor;
  return {
    kind: 'posts',
    type: 'post',
    ...NO_FILTERS,
    limit: count(attributes.postsToShow, 5),
    ...sorting(attributes.order, attributes.orderBy),
    authors: typeof author === 'number' && author !== 0 ? [author] : [],
    terms: include.length > 0 ? [{ taxonomy: 'category', include }] : [],
  };
}

/** Signs and fractions of numbers are dropped; anything else is zero. */
function absolute(value: unknown): number {
  return Math.min(Math.floor(Math.abs(numeric(value) ?? 0)), Number.MAX_SAFE_INTEGER) || 0;
}

/** The posts of a query loop, on its first page. `current` is the post whose content has the loop. */
export function queryLoop({ query }: BlockAttributes, current: number): PostsQuery {
  const provided = isMap(query) ? query : {};
  const authors = ids(typeof provided.author === 'number' ? [provided.author] : provided.author);
  const terms = taxonomyFilters(provided.taxQuery);
  const search = typeof provided.search === 'string' ? provided.search : '';
  const { sticky } = provided;
  const parents = ids(provided.parents);
  return {
    kind: 'posts',
    type: typeof provided.postType === 'string' ? provided.postType : 'post',
    limit: Math.min(absolute(provided.perPage), MAX_ITEMS),
    offset: absolute(provided.offset),
    ...sorting(provided.order, provided.orderBy),
    search,
    authors,
    exclude: [...ids(provided.exclude), ...(provided.excludeCurrent && current > 0 ? [current] : [])],
    parents,
    terms,
    // Sticky posts do not come first in lists of a search, of terms or of formats.
    stickyFirst:
      (sticky === '' || sticky === undefined) &&
      search === '' &&
      !terms.some(({ include }) => include) &&
      !(Array.isArray(provided.format) && provided.format.length > 0),
    ...((sticky === 'only' || sticky === 'exclude') && { sticky }),
  };
}

/** What a loop without settings shows. */
export const NEWEST_POSTS: PostsQuery = queryLoop({}, 0);

function taxonomyFilters(value: unknown): PostsQuery['terms'] {
  if (!isMap(value)) return [];
  const list = (terms: BlockAttributes) =>
    Object.entries(terms)
      .map(([taxonomy, of]) => ({ taxonomy, terms: ids(of) }))
      .filter((filter) => filter.terms.length > 0);
  const include = isMap(value.include) || isMap(value.exclude) ? value.include : value;
  return [
    ...(isMap(include) ? list(include).map(({ taxonomy, terms }) => ({ taxonomy, include: terms })) : []),
    ...(isMap(value.exclude) ? list(value.exclude).map(({ taxonomy, terms }) => ({ taxonomy, exclude: terms })) : []),
  ];
}

export function termList({
  taxonomy,
  showEmpty,
  showHierarchy,
  showPostCounts,
}: BlockAttributes): Extract<BlockQuery, { kind: 'terms' }> {
  return {
    kind: 'terms',
    taxonomy: typeof taxonomy === 'string' ? taxonomy : 'category',
    order: 'name',
    limit: MAX_TERMS,
    hideEmpty: !booleanAttribute(showEmpty, false),
    ...(booleanAttribute(showHierarchy, false) &&
      booleanAttribute(showPostCounts, false) && { countsBelow: true as const }),
  };
}

const TERMS_ON_PAGE = 10;

/** The terms of a list with a template for each. */
export function termsQuery({ termQuery }: BlockAttributes): Extract<BlockQuery, { kind: 'terms' }> {
  const provided = isMap(termQuery) ? termQuery : {};
  const order = provided.orderBy === 'count' ? 'count' : 'name';
  const include = ids(provided.include);
  const isDescending = provided.order === 'desc';
  return {
    kind: 'terms',
    taxonomy: typeof provided.taxonomy === 'string' ? provided.taxonomy : 'category',
    order,
    limit: absolute(provided.perPage ?? TERMS_ON_PAGE) || MAX_TERMS,
    hideEmpty: booleanAttribute(provided.hideEmpty, true),
    ...(isDescending !== (order === 'count') && { isReversed: true as const }),
    ...(!booleanAttribute(provided.showNested, false) && include.length === 0 && { isFlat: true as const }),
    ...(include.length > 0 && { include }),
  };
}

/** The taxonomy that a list of terms is about. */
export function taxonomyOf({ taxonomy }: BlockAttributes): Extract<BlockQuery, { kind: 'taxonomy' }> {
  return { kind: 'taxonomy', name: typeof taxonomy === 'string' ? taxonomy : 'category' };
}

export function tagCloud({ taxonomy, numberOfTags }: BlockAttributes): Extract<BlockQuery, { kind: 'terms' }> {
  return {
    kind: 'terms',
    taxonomy: typeof taxonomy === 'string' ? taxonomy : 'post_tag',
    order: 'count',
    limit: integerAttribute(numberOfTags, [1, MAX_ITEMS], 45),
    hideEmpty: true,
  };
}

export function archives({ type }: BlockAttributes): Extract<BlockQuery, { kind: 'archives' }> {
  return { kind: 'archives', by: type === 'yearly' ? 'year' : type === 'daily' ? 'day' : 'month' };
}

export function latestComments({ commentsToShow }: BlockAttributes): Extract<BlockQuery, { kind: 'comments' }> {
  return { kind: 'comments', limit: integerAttribute(commentsToShow, [1, MAX_ITEMS], 5) };
}
