import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { type MimeTable } from '../../text/mime.js';
import { type RequestContext } from '../../rest/route/context.js';
import { entryQuery, unlessEmpty } from '../entries/entry-query-args.js';
import { type ListMediaArgs } from './media.args.js';
import { MEDIA } from './media.fields.js';

/** The question a list of media asks. */
export function mediaQuery(ctx: RequestContext, args: ListMediaArgs, allowed: MimeTable): EntryQuery {
  return entryQuery(ctx, MEDIA, args, {
    searchesFileNames: true,
    parents: unlessEmpty(args.parent),
    parentsExclude: unlessEmpty(args.parent_exclude),
    mimeTypes: wantedTypes(args, [...new Set(allowed.values())]),
  });
}

/** A type nobody can upload is no filter; a known one is stronger than the kind. */
function wantedTypes(
  { media_type: kind, mime_type: type }: ListMediaArgs,
  allowed: readonly string[],
): string[] | undefined {
  if (type !== undefined && allowed.includes(type)) return [type];
  return kind === undefined ? undefined : allowed.filter((known) => known.startsWith(`${kind}/`));
}
