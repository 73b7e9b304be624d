import { Arg } from '../../rest/args/arg.decorator.js';
import { contentTypeModule } from '../content-types/content-type.module.js';
import { EntryListArgs, idsArg, statusArg } from '../entries/entry.args.js';
import { DISCUSSION, META, shown, TEMPLATE, WRITTEN } from '../entries/entry.fields.js';
import { unlessEmpty } from '../entries/entry-query-args.js';

class ListPagesArgs extends EntryListArgs {
  @Arg({ type: 'integer', description: 'Keep only pages with this place among their neighbours.' })
  menu_order?: number;

  @Arg({
    type: 'string',
    enum: (profile) => [...profile.entries.orderby, 'menu_order'],
    default: 'date',
    description: 'What to sort by.',
  })
  declare orderby: string;

  @Arg(idsArg('Keep only pages below one of these.'))
  parent!: number[];

  @Arg(idsArg('Leave out pages below any of these.'))
  parent_exclude!: number[];

  @Arg(statusArg('page', 'publish'))
  declare status: string[];
}

export class PagesModule extends contentTypeModule({
  type: 'page',
  fields: {
    ...WRITTEN,
    parent: {
      description: 'Number of the page above; 0 at the top.',
      type: 'integer',
      context: shown,
      value: (entry) => entry.parent,
    },
    menu_order: {
      description: 'Place among its neighbours.',
      type: 'integer',
      context: shown,
      value: (entry) => entry.menuOrder,
    },
    ...DISCUSSION,
    template: TEMPLATE,
    meta: META,
  },
  listArgs: ListPagesArgs,
  listQuery: (args) => ({
    parents: unlessEmpty(args.parent),
    notParents: unlessEmpty(args.parent_exclude),
    ...(args.menu_order !== undefined && { menuOrder: Math.abs(args.menu_order) }),
  }),
}) {}
