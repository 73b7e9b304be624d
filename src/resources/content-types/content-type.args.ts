import { type EntryQuery } from '../../content/entries/list/entry-query.js';
import { type PostType } from '../../site/model/post-types.js';
import { type Taxonomy } from '../../site/model/taxonomies.js';
import { Arg, type ArgsClass } from '../../rest/args/arg.decorator.js';
import { type ArgDeclaration } from '../../rest/args/schema.js';
import { type RequestContext } from '../../rest/route/context.js';
import { EntryListArgs, idsArg, statusArg } from '../entries/entry.args.js';
import { unlessEmpty } from '../entries/entry-query-args.js';

/** Arguments of a list that only some types have; ids of terms besides, by the names of their taxonomies. */
export interface ContentListArgs extends EntryListArgs {
  menu_order?: number;
  parent?: number[];
  parent_exclude?: number[];
  sticky?: boolean;
}

/** Arguments of the list of one type: those of every list, and what the type's features add. */
export function contentListArgs(type: PostType, taxonomies: readonly Taxonomy[]): ArgsClass<ContentListArgs> {
  class ListArgs extends EntryListArgs {}
  const add = (name: string, declaration: ArgDeclaration) => Arg(declaration)(ListArgs.prototype, name);
  const many = type.label.toLowerCase();
  if (!type.supports.includes('author'))
    for (const name of ['author', 'author_exclude']) add(name, { present: () => false });
  if (type.supports.includes('page-attributes')) {
    add('menu_order', { type: 'integer', description: `Keep only ${many} with this place among their neighbours.` });
    add('orderby', {
      type: 'string',
      enum: (profile) => [...profile.entries.orderby, 'menu_order'],
      default: 'date',
      description: 'What to sort by.',
    });
  }
  if (type.hierarchical) {
    add('parent', idsArg(`Keep only ${many} below one of these.`));
    add('parent_exclude', idsArg(`Leave out ${many} below any of these.`));
  }
  add('status', statusArg(type, 'publish'));
  for (const { restBase, label, hierarchical } of taxonomies) {
    const having = hierarchical ? 'in' : 'with';
    add(restBase!, idsArg(`Keep only ${many} ${having} one of these ${label.toLowerCase()}.`));
    add(`${restBase}_exclude`, idsArg(`Leave out ${many} ${having} any of these ${label.toLowerCase()}.`));
  }
  if (type.sticky)
    add('sticky', {
      type: 'boolean',
      description: `Keep only ${many} that stick to the front page, or only the others.`,
    });
  return ListArgs;
}

/** What these arguments add to or replace in `query`, which the shared arguments have built. */
export function contentListQuery(
  args: ContentListArgs,
  taxonomies: readonly Taxonomy[],
  { include, exclude = [] }: EntryQuery,
  { site }: RequestContext,
): Partial<EntryQuery> {
  const ids = args as unknown as Record<string, number[]>;
  return {
    ...(taxonomies.length > 0 && {
      terms: taxonomies.map(({ name, restBase }) => ({
        taxonomy: name,
        include: ids[restBase!],
        exclude: ids[`${restBase}_exclude`],
      })),
    }),
    ...(args.sticky === true && { include: among(site.ids('sticky_posts'), include) }),
    ...(args.sticky === false && { exclude: [...exclude, ...site.ids('sticky_posts')] }),
    ...(args.parent && { parents: unlessEmpty(args.parent) }),
    ...(args.parent_exclude && { parentsExclude: unlessEmpty(args.parent_exclude) }),
    ...(args.menu_order !== undefined && { menuOrder: Math.abs(args.menu_order) }),
  };
}

function among(ids: readonly number[], include: readonly number[] | undefined): readonly number[] {
  return include ? ids.filter((id) => include.includes(id)) : ids;
}
