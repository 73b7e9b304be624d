import { Arg } from '../../rest/args/arg.decorator.js';
import { EntryListArgs, idsArg, statusArg } from '../entries/entry.args.js';

export class ListPagesArgs extends EntryListArgs {
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
