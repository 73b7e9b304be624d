import { escapeAttribute } from '../../../../text/escape.js';
import { isRecord, member } from '../block.js';
import { queryLoop } from '../block-queries.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { wrapperAttributes } from './wrapper.js';

const text = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback;

/** A list of posts with a template for each. */
export const QUERY_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  query: (block, scope) => block.inner({ ...scope, query: block.attributes }),

  'post-template': (block, scope) => {
    const posts = found(scope)?.posts ?? [];
    const items = posts.map(
      (post) =>
        `<li class="wp-block-post ${escapeAttribute(post.classes.join(' '))}">${block.inner({ ...scope, post })}</li>`,
    );
    return items.length === 0
      ? ''
      : `<ul ${wrapperAttributes(block, { classes: [columns(block)] })}>${items.join('')}</ul>`;
  },

  'query-no-results': (block, scope) => ((found(scope)?.posts.length ?? 0) > 0 ? '' : block.inner()),

  'query-pagination': (block) => {
    const inside = block.inner();
    if (inside.trim() === '') return '';
    return `<nav ${wrapperAttributes(block, { attributes: [['aria-label', 'Pagination']] })}>${inside}</nav>`;
  },

  // Only the first page is rendered: the address of the page around is not part of what content is rendered from.
  'query-pagination-previous': () => '',

  'query-pagination-next': (block, scope) =>
    pageCount(scope) > 1
      ? `<a href="${pageUrl(scope, 2)}" ${wrapperAttributes(block)}>${text(block.attributes.label, 'Next Page')}</a>`
      : '',

  'query-pagination-numbers': (block, scope) => {
    const pages = pageCount(scope);
    return pages > 1 ? `<div ${wrapperAttributes(block)}>${numbers(pages, scope, block)}</div>` : '';
  },

  'query-title': () => '',
};

function found({ context, query }: BlockScope) {
  return query && member(query, 'query', 'inherit') !== true ? context.blockData.get(queryLoop(query)) : undefined;
}

function columns({ attributes: { layout } }: Block): string | undefined {
  if (!isRecord(layout) || layout.type !== 'grid' || !layout.columnCount) return undefined;
  return `columns-${Number(layout.columnCount)}`;
}

function pageCount(scope: BlockScope): number {
  if (!scope.query) return 0;
  const { limit, offset } = queryLoop(scope.query);
  const total = Math.max(0, (found(scope)?.total ?? 0) - offset);
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
  const links = ['<span aria-current="page" class="page-numbers current">1</span>'];
  for (let page = 2; page <= Math.min(near, pages); page++) links.push(pageLink(scope, page));
  if (pages > near + 1) links.push('<span class="page-numbers dots">&hellip;</span>');
  if (pages > near) links.push(pageLink(scope, pages));
  return links.join('\n');
}

function pageLink(scope: BlockScope, page: number): string {
  return `<a class="page-numbers" href="${pageUrl(scope, page)}">${page}</a>`;
}
