import { type EntryQuery, type TermTest } from '../../content/entries/list/entry-query.js';
import { type PostType } from '../../site/model/post-types.js';
import { type Taxonomy } from '../../site/model/taxonomies.js';
import { Arg, type ArgsClass } from '../../rest/args/arg.decorator.js';
import { type ArgDeclaration } from '../../rest/args/schema.js';
import { type RequestContext } from '../../rest/route/context.js';
import {
  EntryListArgs,
  formatsArg,
  idsArg,
  IGNORE_STICKY,
  statusArg,
  TAX_RELATION,
  termsArg,
  type TermsFilterArg,
} from '../entries/entry.args.js';
import { FORMATS } from '../entries/entry.fields.js';
import { unlessEmpty } from '../entries/entry-query-args.js';

/** Arguments of a list that only some types have; also term IDs, named after their taxonomies. */
export interface ContentListArgs extends EntryListArgs {
  menu_order?: number;
  parent?: number[];
  parent_exclude?: number[];
  sticky?: boolean;
  ignore_sticky?: boolean;
  tax_relation?: 'AND' | 'OR';
  format?: string[];
}

/** Arguments of the list of one type: the shared ones and those of the type's features. */
export function contentListArgs(type: PostType, taxonomies: readonly Taxonomy[]): ArgsClass<ContentListArgs> {
  class ListArgs extends EntryListArgs {}
  const add = (name: string, declaration: ArgDeclaration) => Arg(declaration)(ListArgs.prototype, name);
  const many = type.label.toLowerCase();
  if (!type.supports.includes('author'))
    for (const name of ['author', 'author_exclude']) add(name, { present: () => false });
  if (type.supports.includes('page-attributes')) {
    add('menu_order', { type: 'integer', description: `Limit to ${many} with this menu order.` });
    add('orderby', {
      type: 'string',
      enum: (profile) => [...profile.entries.orderby, 'menu_order'],
      default: 'date',
      description: 'Field to sort by.',
    });
  }
  if (type.hierarchical) {
    add('parent', idsArg(`Limit to ${many} with one of these parents.`));
    add('parent_exclude', idsArg(`Exclude ${many} with one of these parents.`));
  }
  add('status', statusArg(type, 'publish'));
  if (taxonomies.length > 0) add('tax_relation', TAX_RELATION);
  for (const { restBase, label, hierarchical } of taxonomies) {
    const words = `${hierarchical ? 'in' : 'with'} one of these ${label.toLowerCase()}.`;
    add(restBase!, termsArg(`Keep only ${many} ${words}`, { hierarchical, excludes: false }));
    add(`${restBase}_exclude`, termsArg(`Leave out ${many} ${words}`, { hierarchical, excludes: true }));
  }
  if (type.sticky)
    add('sticky', {
      type: 'boolean',
      description: `Limit to sticky ${many}, or to those that are not.`,
    });
  if (type.sticky) add('ignore_sticky', IGNORE_STICKY);
  if (type.supports.includes('post-formats')) add('format', formatsArg(FORMATS));
  return ListArgs;
}

/** What these arguments add to or replace in `query`, which the shared arguments have built. */
export function contentListQuery(
  args: ContentListArgs,
  taxonomies: readonly Taxonomy[],
  { include, exclude = [] }: EntryQuery,
  { site }: RequestContext,
): Partial<EntryQuery> {
  return {
    ...termFilters(args, taxonomies),
    ...(args.format?.length && { formats: args.format }),
    ...(isFrontPage(args, taxonomies) && { leading: site.ids('sticky_posts') }),
    ...(args.sticky === true && { include: among(site.ids('sticky_posts'), include) }),
    ...(args.sticky === false && { exclude: [...exclude, ...site.ids('sticky_posts')] }),
    ...(args.parent && { parents: unlessEmpty(args.parent) }),
    ...(args.parent_exclude && { parentsExclude: unlessEmpty(args.parent_exclude) }),
    ...(args.menu_order !== undefined && { menuOrder: Math.abs(args.menu_order) }),
  };
}

/** Plain lists of IDs can use the list index; only other filters become a term query. */
function termFilters(args: ContentListArgs, taxonomies: readonly Taxonomy[]): Partial<EntryQuery> {
  if (taxonomies.length === 0) return {};
  const given = args as unknown as Record<string, TermsFilterArg | undefined>;
  const filters = taxonomies.map(({ name, restBase }) => ({
    taxonomy: name,
    include: given[restBase!],
    exclude: given[`${restBase}_exclude`],
  }));
  const isPlain = filters.every(({ include, exclude }) => isIdList(include) && isIdList(exclude));
  if (isPlain && args.tax_relation !== 'OR') return { terms: filters as EntryQuery['terms'] };
  const tests = filters.flatMap(({ taxonomy, include, exclude }) => [
    ...termTest(taxonomy, include, false),
    ...termTest(taxonomy, exclude, true),
  ]);
  return { termQuery: { relation: args.tax_relation ?? 'AND', tests } };
}

const isIdList = (filter: TermsFilterArg | undefined) => filter === undefined || Array.isArray(filter);

function termTest(taxonomy: string, filter: TermsFilterArg | undefined, isExcluded: boolean): TermTest[] {
  const query = Array.isArray(filter) ? { terms: filter } : (filter ?? {});
  const { terms: ids = [], include_children: withDescendants = false, operator = 'OR' } = query;
  return ids.length > 0 ? [{ taxonomy, ids, operator: isExcluded ? 'OR' : operator, withDescendants, isExcluded }] : [];
}

/** Whether sticky posts come first: on the first page of a list that is not searched or filtered by terms, ids or dates. */
function isFrontPage(args: ContentListArgs, taxonomies: readonly Taxonomy[]): boolean {
  if (args.ignore_sticky !== false || args.page > 1 || args.offset !== undefined || args.sticky !== undefined)
    return false;
  const filters: unknown[] = [args.search, args.after, args.before, args.modified_after, args.modified_before];
  const included = taxonomies.map(({ restBase }) => (args as unknown as Record<string, unknown>)[restBase!]);
  return args.include.length === 0 && [...filters, ...included, args.format].every((filter) => !filter);
}

function among(ids: readonly number[], include: readonly number[] | undefined): readonly number[] {
  return include ? ids.filter((id) => include.includes(id)) : ids;
}
