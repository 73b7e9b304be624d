import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { member, textAttribute } from '../block.js';
import { isMap } from '../../../text/php/php-values.js';
import { type BlockPost, type FoundPosts } from '../../block-data.js';
import { NEWEST_POSTS, queryLoop } from '../block-queries.js';
import { type Block, type BlockRenderer, type BlockScope, postOf } from '../block-scope.js';
import { addAttributes, firstTag } from '../tags.js';
import { aligned, headingLevel } from './site-blocks.js';
import { linkColorClass, templateItem, wrapperAttributes } from './wrapper.js';

/** A list of posts with a template for each. */
export const QUERY_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  query: (block, scope) => {
    const html = block.inner({ ...scope, query: block.attributes });
    const { enhancedPagination, queryId } = block.attributes;
    if (enhancedPagination !== true || typeof queryId !== 'number') return html;
    return addAttributes(html, firstTag(html), [
      ['data-wp-context', '{}'],
      ['data-wp-interactive', 'core/query'],
      ['data-wp-key', String(queryId)],
      ['data-wp-router-region', `query-${queryId}`],
    ]);
  },

  'post-template': (block, scope) => {
    const { posts } = found(scope);
    const item = (post: BlockPost) =>
      `<li ${isEnhanced(scope) ? `data-wp-key="post-template-item-${post.id}" ` : ''}class="wp-block-post ${escapeAttribute(post.classes.join(' '))}">${templateItem(block, { ...scope, post })}</li>`;
    const items = posts.map((post) => scope.context.budget.renderItem(() => item(post))).join('');
    return items === ''
      ? ''
      : `<ul ${wrapperAttributes(block, { classes: [oldColumns(scope), columns(block), linkColorClass(block)] })}>${items}</ul>`;
  },

  'query-no-results': (block, scope) => {
    const inside = found(scope).posts.length > 0 ? '' : block.inner();
    return inside.trim() === '' ? '' : `<div ${wrapperAttributes(block)}>${inside}</div>`;
  },

  'query-pagination': (block, scope) => {
    const inside = block.inner({ ...scope, pagination: block.attributes });
    if (inside.trim() === '') return '';
    const wrapper = { classes: [linkColorClass(block)], attributes: [['aria-label', 'Pagination'] as const] };
    return `<nav ${wrapperAttributes(block, wrapper)}>${inside}</nav>`;
  },

  // Only the first page is rendered: the address of the page around is not part of what content is rendered from.
  'query-pagination-previous': () => '',

  'query-pagination-next': (block, scope) => {
    if (pageCount(scope) <= 1) return '';
    const label = escapeHtml(textAttribute(block.attributes.label) || 'Next Page');
    const { paginationArrow, showLabel } = scope.pagination ?? {};
    const arrow = ARROWS.get(paginationArrow);
    const isLabelled = showLabel !== false;
    const attributes: [string, string][] = isLabelled
      ? []
      : [['aria-label', textAttribute(block.attributes.label) || 'Next Page']];
    const sign =
      arrow === undefined
        ? ''
        : `<span class='wp-block-query-pagination-next-arrow is-arrow-${String(paginationArrow)}' aria-hidden='true'>${arrow}</span>`;
    return `<a ${isEnhanced(scope) ? NEXT_SCRIPT : ''}href="${pageUrl(scope, 2)}" ${wrapperAttributes(block, { attributes })}>${isLabelled ? label : ''}${sign}</a>`;
  },

  'query-pagination-numbers': (block, scope) => {
    const pages = pageCount(scope);
    return pages > 1 ? `<div ${wrapperAttributes(block)}>${numbers(pages, scope, block)}</div>` : '';
  },

  // There is neither an archive nor a search around a content.
  'query-title': (block, scope) => {
    const { type, level = 1, showPrefix } = block.attributes;
    if (textAttribute(type) === '' || type === 'archive' || type === 'search') return '';
    const names = scope.context.blockData.get({ kind: 'type-names' });
    const name =
      names?.[
        textAttribute(member(scope.query, 'query', 'postType')) || (postOf(scope.post, scope.context)?.type ?? '')
      ];
    if (type === 'post-type' && name === undefined) return '';
    const tag = level === 0 ? 'p' : `h${headingLevel(level, 1)}`;
    const title = type !== 'post-type' ? '' : showPrefix === false ? name : `Post Type: &#8220;${name}&#8221;`;
    return `<${tag} ${wrapperAttributes(block, aligned(block))}>${title}</${tag}>`;
  },

  'query-total': (block, scope) => {
    const { total, limit } = found(scope);
    const last = Math.min(limit, total);
    const isRange = block.attributes.displayType === 'range-display' && total > 0;
    const visible = isRange
      ? `Displaying ${last === 1 ? '1' : `1 – ${last}`} of ${total}`
      : total === 1
        ? '1 result found'
        : `${total} results found`;
    return `<div ${wrapperAttributes(block)}>${visible}</div>`;
  },
};

const ARROWS: ReadonlyMap<unknown, string> = new Map([
  ['arrow', '→'],
  ['chevron', '»'],
]);

const NAVIGATE = 'data-wp-on--click="core/query::actions.navigate" ';
const NEXT_SCRIPT =
  `data-wp-key="query-pagination-next" ${NAVIGATE}` +
  'data-wp-on--mouseenter="core/query::actions.prefetch" data-wp-watch="core/query::callbacks.prefetch" ';

/** Whether a script replaces the list when its pages are turned. */
function isEnhanced({ query }: BlockScope): boolean {
  return query?.enhancedPagination === true;
}

/** The columns of lists that were written before templates had layouts. */
function oldColumns({ query }: BlockScope): string | undefined {
  const layout = query?.displayLayout;
  const count = member(layout, 'columns');
  return member(layout, 'type') === 'flex' && typeof count === 'number'
    ? `is-flex-container columns-${count}`
    : undefined;
}

/** The posts of the loop around, or the newest ones; none for the query of a page, which a content does not have. */
function found({ context, query }: BlockScope): FoundPosts {
  if (member(query, 'query', 'inherit') === true) return NO_POSTS;
  return context.blockData.get(query ? queryLoop(query, context.post.id) : NEWEST_POSTS) ?? NO_POSTS;
}

const NO_POSTS: FoundPosts = { posts: [], total: 0, limit: 1 };

function columns({ attributes: { layout } }: Block): string | undefined {
  if (!isMap(layout) || layout.type !== 'grid' || !layout.columnCount) return undefined;
  return `columns-${Number(layout.columnCount)}`;
}

function pageCount(scope: BlockScope): number {
  const { total, limit } = found(scope);
  const pages = Math.ceil(total / limit);
  const most = member(scope.query, 'query', 'pages');
  return typeof most === 'number' && most > 0 ? Math.min(pages, most) : pages;
}

function pageUrl({ query }: BlockScope, page: number): string {
  const { queryId } = query ?? {};
  return `?query-${typeof queryId === 'number' ? `${queryId}-` : ''}page=${page}`;
}

function numbers(pages: number, scope: BlockScope, { attributes: { midSize } }: Block): string {
  const near = 1 + (typeof midSize === 'number' ? midSize : 2);
  const links: ((script: Script) => string)[] = [
    ({ key }) => `<span ${key}aria-current="page" class="page-numbers current">1</span>`,
  ];
  for (let page = 2; page <= Math.min(near, pages); page++) links.push(pageLink(scope, page));
  if (pages > near + 1) links.push(({ key }) => `<span ${key}class="page-numbers dots">&hellip;</span>`);
  if (pages > near) links.push(pageLink(scope, pages));
  const isNumbered = isEnhanced(scope);
  return links
    .map((link, index) =>
      link(isNumbered ? { key: `data-wp-key="index-${index}" `, navigate: NAVIGATE } : { key: '', navigate: '' }),
    )
    .join('\n');
}

/** Attributes for the script that turns pages. */
interface Script {
  readonly key: string;
  readonly navigate: string;
}

function pageLink(scope: BlockScope, page: number): (script: Script) => string {
  const href = `href="${pageUrl(scope, page)}"`;
  return ({ key, navigate }) => `<a ${key}${navigate}class="page-numbers" ${href}>${page.toLocaleString('en')}</a>`;
}
