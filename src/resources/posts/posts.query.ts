import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { type RequestContext } from '../../rest/route/context.js';
import { entryQuery } from '../entries/entry-query-args.js';
import { type ListPostsArgs } from './posts.args.js';
import { POSTS } from './posts.fields.js';

/** The question a list of posts asks. Posts that stick are a list of their own, which `exclude` does not touch. */
export function postsQuery(ctx: RequestContext, args: ListPostsArgs): EntryQuery {
  const query = entryQuery(ctx, POSTS, args, {
    terms: [
      { taxonomy: 'category', any: args.categories, none: args.categories_exclude },
      { taxonomy: 'post_tag', any: args.tags, none: args.tags_exclude },
    ],
  });
  if (args.sticky === undefined) return query;
  const sticking = ctx.site.ids('sticky_posts');
  if (!args.sticky) return { ...query, except: [...(query.except ?? []), ...sticking] };
  const { only } = query;
  return { ...query, only: only ? sticking.filter((id) => only.includes(id)) : sticking };
}
