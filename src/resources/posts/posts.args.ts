import { Arg } from '../../rest/args/arg.decorator.js';
import { EntryListArgs, idsArg, statusArg } from '../entries/entry.args.js';

export class ListPostsArgs extends EntryListArgs {
  @Arg(statusArg('post', 'publish'))
  declare status: string[];

  @Arg(idsArg('Keep only posts in one of these categories.'))
  categories!: number[];

  @Arg(idsArg('Leave out posts in any of these categories.'))
  categories_exclude!: number[];

  @Arg(idsArg('Keep only posts with one of these tags.'))
  tags!: number[];

  @Arg(idsArg('Leave out posts with any of these tags.'))
  tags_exclude!: number[];

  @Arg({ type: 'boolean', description: 'Keep only posts that stick to the front page, or only the others.' })
  sticky?: boolean;
}
