import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { type ArgsClass } from '../../rest/args/arg.decorator.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type EntryListArgs } from '../entries/entry.args.js';
import { type EntryFieldMap } from '../entries/entry.fields.js';

/** All that is special about one content type. Routes, permissions and revisions are derived from it. */
export interface ContentTypeDeclaration<A extends EntryListArgs = EntryListArgs> {
  /** Name of a post type in `POST_TYPES`, which has the route base, the taxonomies and the supported features. */
  readonly type: string;
  /** Members of an item, in the order of the response. */
  readonly fields: EntryFieldMap;
  readonly listArgs: ArgsClass<A>;
  /** What the list's own arguments add to or replace in `query`, which the shared arguments have built. */
  readonly listQuery: (args: A, query: EntryQuery, ctx: RequestContext) => Partial<EntryQuery>;
}
