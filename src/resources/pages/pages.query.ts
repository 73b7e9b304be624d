import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { type RequestContext } from '../../rest/route/context.js';
import { entryQuery, unlessEmpty } from '../entries/entry-query-args.js';
import { type ListPagesArgs } from './pages.args.js';
import { PAGES } from './pages.fields.js';

export function pagesQuery(ctx: RequestContext, args: ListPagesArgs): EntryQuery {
  return entryQuery(ctx, PAGES, args, {
    parents: unlessEmpty(args.parent),
    notParents: unlessEmpty(args.parent_exclude),
    ...(args.menu_order !== undefined && { menuOrder: Math.abs(args.menu_order) }),
  });
}
