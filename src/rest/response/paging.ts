import { asList, isMap, type PhpMap, toText } from '../../text/php/php-values.js';
import { LINK_HEADER_BYTES } from '../budget.js';
import { type RequestContext } from '../http/request-context.js';
import { type Item, Reply, type SerializedItem } from './reply.js';

export interface Paging {
  /** Total number of items on all pages. */
  total: number;
  /** May be beyond the last page. */
  page: number;
  perPage: number;
  /** The converted arguments: links use their normalized form (`include=1,2` as a list). */
  args?: object;
  /** Pages beyond the end are empty rather than missing: `prev` leads to the page before. */
  hasEveryPage?: boolean;
}

/** A page of a collection with its totals and links to the adjacent pages. */
export function pagedReply(
  ctx: RequestContext,
  route: string,
  items: readonly Item[] | readonly SerializedItem[],
  paging: Paging,
): Reply {
  const pages = pageCount(paging);
  const headers: Record<string, string | number> = { 'X-WP-Total': paging.total, 'X-WP-TotalPages': pages };
  const links = pageLinks(ctx, route, paging, pages);
  if (links !== '') headers.Link = links;
  return new Reply(items, 200, headers);
}

/** As in WordPress, an offset beyond the end leaves nothing to count. */
export function countedFrom(offset: number | undefined, found: { items: readonly unknown[]; total: number }): number {
  return offset !== undefined && found.items.length === 0 ? 0 : found.total;
}

export function pageCount({ total, perPage }: Pick<Paging, 'total' | 'perPage'>): number {
  return Math.ceil(total / perPage);
}

/** If the links are too long, undeclared parameters and long lists are dropped first; the totals always remain. */
function pageLinks(ctx: RequestContext, route: string, paging: Paging, pages: number): string {
  const args = (paging.args ?? {}) as PhpMap;
  const query = understood(ctx.request.query, args);
  const links = linksTo(ctx, route, query, paging, pages);
  if (links.length <= LINK_HEADER_BYTES) return links;
  const shorter = linksTo(ctx, route, compact(query, args), paging, pages);
  return shorter.length <= LINK_HEADER_BYTES ? shorter : '';
}

/** Beyond the end, `prev` links to the last page; that of an empty list is the first one, as page 0 would be refused. */
function linksTo(ctx: RequestContext, route: string, query: PhpMap, paging: Paging, pages: number): string {
  const { page } = paging;
  const links: string[] = [];
  const link = (relation: string, to: number) =>
    links.push(`<${ctx.site.rest(route, queryText({ ...query, page: to }))}>; rel="${relation}"`);
  if (page > 1) link('prev', paging.hasEveryPage ? page - 1 : Math.min(page - 1, Math.max(pages, 1)));
  if (page < pages) link('next', page + 1);
  return links.join(', ');
}

function understood(query: PhpMap, args: PhpMap): PhpMap {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Object.hasOwn(args, name) ? args[name] : value]),
  );
}

/** Declared arguments only, with lists of IDs and names as `1,2`. */
function compact(query: PhpMap, args: PhpMap): PhpMap {
  const isPlain = (value: unknown) => typeof value === 'number' || /^[\w-]+$/.test(toText(value));
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name]) => Object.hasOwn(args, name) || name.startsWith('_'))
      .map(([name, value]) => [name, Array.isArray(value) && value.every(isPlain) ? value.join() : value]),
  );
}

/** A query string for parsed parameters. Omits false values, as WordPress does and clients expect. */
export function queryText(query: PhpMap): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) addPair(encode(name), value, pairs);
  return pairs.join('&');
}

/** Empty values are written without an equals sign, as in WordPress. */
function addPair(name: string, value: unknown, pairs: string[]): void {
  const members = isMap(value) ? Object.entries(value) : asList(value)?.entries();
  if (members) for (const [key, member] of members) addPair(`${name}%5B${encode(String(key))}%5D`, member, pairs);
  else pairs.push([name, encode(value === false ? '0' : toText(value))].filter((part) => part !== '').join('='));
}

/** As PHP encodes forms. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
