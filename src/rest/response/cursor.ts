import { createHash } from 'node:crypto';
import fresh from 'fresh';
import { type PhpMap } from '../../text/php/php-values.js';
import { invalidParams } from '../errors/catalogue.js';
import { type RequestContext } from '../http/request-context.js';
import { queryText } from './paging.js';
import { Item, Reply, WireReply } from './reply.js';

/** Argument of lists that can be read to any depth at the same cost. */
export const CURSOR_ARG = {
  type: 'string',
  maxLength: 20,
  description:
    'Read after this cursor instead of a page; empty: from the beginning. The link `next` contains the next cursor.',
} as const;

/** The ID after which a list continues; undefined at the beginning. */
export function readCursor(cursor: string): number | undefined {
  if (cursor === '') return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw invalidParams({ cursor: 'cursor must be empty or come from the link `next`.' });
  return Number(cursor);
}

/** The items after a cursor. `items` has one more than `limit` if the list goes on. */
export function cursorReply(
  ctx: RequestContext,
  route: string,
  items: readonly Item[],
  { limit, args }: { limit: number; args: object },
): Reply {
  const part = items.slice(0, limit);
  if (items.length <= limit) return new Reply(part);
  const query = {
    ...ctx.request.query,
    ...pick(args as PhpMap, ctx.request.query),
    cursor: String(part.at(-1)!.members.id),
  };
  return new Reply(part, 200, { Link: `<${ctx.site.rest(route, queryText(query))}>; rel="next"` });
}

/** The converted values of the parameters that the request has. */
function pick(args: PhpMap, query: PhpMap): PhpMap {
  return Object.fromEntries(Object.entries(args).filter(([name]) => Object.hasOwn(query, name)));
}

/** Adds an entity tag of the content; 304 if the client has this content (`If-None-Match`). */
export function unlessKnown(ctx: RequestContext, reply: Reply): Reply | WireReply {
  const content = Array.isArray(reply.content) ? reply.content : [reply.content];
  const members = content.map((item) => (item instanceof Item ? item.members : item));
  const text = JSON.stringify([members, reply.headers]);
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  if (!ctx.options.envelope && fresh({ 'if-none-match': ctx.request.header('if-none-match') }, { etag }))
    return new WireReply(304, { ETag: etag }, null);
  return new Reply(reply.content, reply.status, { ...reply.headers, ETag: etag });
}
