import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { ReadableScope } from '../../content/entries/list/readable-scope.js';
import { formatDate, parseRestDate } from '../../text/dates.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type EntryListArgs } from './entry.args.js';
import { includeMissing, searchMissing } from './entry.errors.js';
import { type EntryResource } from './entry-resource.js';

const positive = (ids: readonly number[]) => [...new Set(ids.map(Math.abs))];

/** Absolute values of the IDs; an empty list does not restrict. */
export const unlessEmpty = (ids: readonly number[]) => (ids.length > 0 ? positive(ids) : undefined);

/** A time in the format of the date columns: without a zone as it is, with one in UTC. */
function storedDate(date: string | undefined): string | undefined {
  const seconds = date === undefined ? undefined : parseRestDate(date);
  return seconds === undefined ? undefined : formatDate('Y-m-d H:i:s', seconds);
}

/** The query of the shared list arguments; `own` are those of one resource. */
export function entryQuery(
  ctx: RequestContext,
  { type }: Pick<EntryResource, 'type'>,
  args: EntryListArgs,
  own: Partial<EntryQuery> = {},
): EntryQuery {
  const { search = '' } = args;
  if (args.orderby === 'include' && args.include.length === 0) throw includeMissing();
  if (args.orderby === 'relevance' && search === '') throw searchMissing();
  return {
    type: type.name,
    statuses: args.status,
    search: search === '' ? undefined : search,
    after: storedDate(args.after),
    before: storedDate(args.before),
    modifiedAfter: storedDate(args.modified_after),
    modifiedBefore: storedDate(args.modified_before),
    ...(args.search_columns?.length && { searchColumns: args.search_columns }),
    ...(args.search_semantics === 'exact' && { searchesExactly: true }),
    authors: unlessEmpty(args.author ?? []),
    authorsExclude: unlessEmpty(args.author_exclude ?? []),
    include: unlessEmpty(args.include),
    exclude: unlessEmpty(args.exclude),
    slugs: args.slug,
    orderby: args.orderby,
    order: args.order,
    limit: args.per_page,
    offset: args.offset === undefined ? (args.page - 1) * args.per_page : Math.abs(args.offset),
    scope: readableScope(ctx),
    ...own,
  };
}

/** What the requester of a list may read and edit. */
export function readableScope({ principal, site }: RequestContext): ReadableScope {
  return new ReadableScope(principal, site.integer('wp_page_for_privacy_policy'), site.model.capabilityGroups);
}
