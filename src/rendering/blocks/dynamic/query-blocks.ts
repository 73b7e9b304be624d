import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { member, textAttribute } from '../block.js';
import { isMap } from '../../../text/php/php-values.js';
import { type BlockPost } from '../../block-data.js';
import { queryLoop } from '../block-queries.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { addAttributes, firstTag } from '../tags.js';
import { linkColorClass, wrapperAttributes } from './wrapper.js';

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
    const posts = found(scope)?.posts ?? [];
    const item = (post: BlockPost) =>
      `<li ${isRouted(scope) ? `data-wp-key="post-template-item-${post.id}" ` : ''}class="wp-block-post ${escapeAttribute(post.classes.join(' '))}">${block.inner({ ...scope, post })}</li>`;
    const items = posts.map((post) => scope.context.budget.renderItem(() => item(post))).join('');
    return items === ''
      ? ''
      : `<ul ${wrapperAttributes(block, { classes: [oldColumns(scope), columns(block), linkColorClass(block)] })}>${items}</ul>`;
  },

  'query-no-results': (block, scope) => {
    const inside = (found(scope)?.posts.length ?? 0) > 0 ? '' : block.inner();
    return inside.trim() === '' ? '' : `<div ${wrapperAttributes(block)}>${inside}</div>`;
  },

  'query-pagination': (block, scope) => {
    const inside = block.inner({ ...scope, pagination: block.attributes });
    if (inside.trim() === '') return '';
    return `<nav ${wrapperAttributes(block, { attributes: [['aria-label', 'Pagination']] })}>${inside}</nav>`;
  },

  // Only the first page is rendered: the address of the page around is not part of what content is rendered from.
  'query-pagination-previous': () => '',

  'query-pagination-next': (block, scope) => {
    if (pageCount(scope) <= 1) return '';
    const label = escapeHtml(textAttribute(block.attributes.label) || 'Next Page');
    const { paginationArrow, showLabel } = scope.pagination ?? {};
    const arrow = ARROWS.get(paginationArrow);
    const isLabelled = arrow === undefined || showLabel !== false;
    const attributes: [string, string][] = isLabelled
      ? []
      : [['aria-label', textAttribute(block.attributes.label) || 'Next Page']];
    const sign =
      arrow === undefined
        ? ''
        : `<span class='wp-block-query-pagination-next-arrow is-arrow-${String(paginationArrow)}' aria-hidden='true'>${arrow}</span>`;
    return `<a href="${pageUrl(scope, 2)}" ${wrapperAttributes(block, { attributes })}${isRouted(scope) ? NEXT_SCRIPT : ''}>${isLabelled ? label : ''}${sign}</a>`;
  },

  'query-pagination-numbers': (block, scope) => {
    const pages = pageCount(scope);
    return pages > 1 ? `<div ${wrapperAttributes(block)}>${numbers(pages, scope, block)}</div>` : '';
  },

  'query-title': () => '',

  'query-total': (block, scope) => {
    const total = totalCount(scope);
    const { limit } = queryLoop(scope.query ?? {});
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

const NEXT_SCRIPT =
  ' data-wp-key="query-pagination-next" data-wp-on--click="core/query::actions.navigate"' +
  ' data-wp-on--mouseenter="core/query::actions.prefetch" data-wp-watch="core/query::callbacks.prefetch"';

/** Whether a script replaces the list when its pages are turned. */
function isRouted({ query }: BlockScope): boolean {
  return query?.enhancedPagination === true && typeof query.queryId === 'number';
}

/** The columns of lists that were written before templates had layouts. */
function oldColumns({ query }: BlockScope): string | undefined {
  const layout = query?.displayLayout;
  const count = member(layout, 'columns');
  return member(layout, 'type') === 'flex' && typeof count === 'number'
    ? `is-flex-container columns-${count}`
    : undefined;
}

function totalCount(scope: BlockScope): number {
  if (!scope.query) return 0;
  return found(scope)?.total ?? 0;
}

function found({ context, query }: BlockScope) {
  return query && member(query, 'query', 'inherit') !== true ? context.blockData.get(queryLoop(query)) : undefined;
}

function columns({ attributes: { layout } }: Block): string | undefined {
  if (!isMap(layout) || layout.type !== 'grid' || !layout.columnCount) return undefined;
  return `columns-${Number(layout.columnCount)}`;
}

function pageCount(scope: BlockScope): number {
  if (!scope.query) return 0;
  const pages = Math.ceil(totalCount(scope) / queryLoop(scope.query).limit);
  const most = member(scope.query, 'query', 'pages');
  return typeof most === 'number' && most > 0 ? Math.min(pages, most) : pages;
}

function pageUrl({ query }: BlockScope, page: number): string {
  const { queryId } = query ?? {};
  return `?query-${typeof queryId === 'number' ? `${queryId}-` : ''}page=${page}`;
}

function numbers(pages: number, scope: BlockScope, { attributes: { midSize } }: Block): string {
  const near = 1 + (typeof midSize === 'number' ? midSize : 2);
  const links = ['<span aria-current="page" class="page-numbers current">1</span>'];
  for (let page = 2; page <= Math.min(near, pages); page++) links.push(pageLink(scope, page));
  if (pages > near + 1) links.push('<span class="page-numbers dots">&hellip;</span>');
  if (pages > near) links.push(pageLink(scope, pages));
  return links.join('\n');
}

function pageLink(scope: BlockScope, page: number): string {
  return `<a class="page-numbers" href="${pageUrl(scope, page)}">${page}</a>`;
}
