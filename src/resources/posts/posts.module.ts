import { Arg } from '../../rest/args/arg.decorator.js';
import { contentTypeModule } from '../content-types/content-type.module.js';
import { EntryListArgs, idsArg, statusArg } from '../entries/entry.args.js';
import { DISCUSSION, META, shown, TEMPLATE, WRITTEN } from '../entries/entry.fields.js';

const FORMATS = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];

class ListPostsArgs extends EntryListArgs {
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

export class PostsModule extends contentTypeModule({
  type: 'post',
  fields: {
    ...WRITTEN,
    ...DISCUSSION,
    sticky: {
      description: 'Whether it stays on top of the front page.',
      type: 'boolean',
      context: shown,
      value: (entry, view) => view.isSticky(entry),
    },
    template: TEMPLATE,
    format: {
      description: 'Kind of content, for its display.',
      type: 'string',
      enum: FORMATS,
      context: shown,
      value: (entry, view) => view.format(entry),
    },
    meta: META,
    categories: {
      description: 'Numbers of its categories.',
      type: 'array',
      items: { type: 'integer' },
      context: shown,
      value: (entry, view) => view.terms(entry, 'category'),
    },
    tags: {
      description: 'Numbers of its tags.',
      type: 'array',
      items: { type: 'integer' },
      context: shown,
      value: (entry, view) => view.terms(entry, 'post_tag'),
    },
  },
  listArgs: ListPostsArgs,
  listQuery: (args, { only, except = [] }, { site }) => ({
    terms: [
      { taxonomy: 'category', any: args.categories, none: args.categories_exclude },
      { taxonomy: 'post_tag', any: args.tags, none: args.tags_exclude },
    ],
    ...(args.sticky === true && { only: among(site.ids('sticky_posts'), only) }),
    ...(args.sticky === false && { except: [...except, ...site.ids('sticky_posts')] }),
  }),
}) {}

function among(ids: readonly number[], only: readonly number[] | undefined): readonly number[] {
  return only ? ids.filter((id) => only.includes(id)) : ids;
}
