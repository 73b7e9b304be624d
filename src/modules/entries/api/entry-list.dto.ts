import { type RequestedEntries } from '../read/list/entry-query.js';
import { type FilterDeclaration, type OrderDeclaration } from '../../../content-model/declared-queries.js';
import { DeclarationError } from '../../../content-model/declarations.js';
import { type PostType } from '../../../content-model/post-types.js';
import { type Taxonomy } from '../../../content-model/taxonomies.js';
import { addArg, type DtoClass, hasArg } from '../../../rest/args/arg.decorator.js';
import { type ArgDeclaration, ArgIssue } from '../../../rest/args/schema.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { type Profile } from '../../../variant/profile.js';
import { addTermFilterArgs, termFilters } from './assigned-terms.fields.js';
import { FORMATS } from './entry.fields.js';
import { EntryListDto, formatsArg, idsArg, IGNORE_STICKY, statusArg, unlessEmpty } from './entry.dto.js';

/** Arguments of a list that only some types have; also term IDs, named after their taxonomies. */
export interface ListEntriesDto extends EntryListDto {
  menu_order?: number;
  parent?: number[];
  parent_exclude?: number[];
  sticky?: boolean;
  ignore_sticky?: boolean;
  tax_relation?: 'AND' | 'OR';
  format?: string[];
}

/** Arguments of the list of one type: the shared ones and those of the type's features. */
export function listEntriesDto(
  type: PostType,
  taxonomies: readonly Taxonomy[],
  filters: readonly FilterDeclaration[] = [],
  orders: readonly OrderDeclaration[] = [],
  registeredStatuses: readonly string[] = [],
): DtoClass<ListEntriesDto> {
  class ListDto extends EntryListDto {}
  const add = (name: string, declaration: ArgDeclaration) => addArg(ListDto.prototype, name, declaration);
  const many = type.label.toLowerCase();
  if (!type.supports.includes('author'))
    for (const name of ['author', 'author_exclude']) add(name, { present: () => false });
  const hasMenuOrder = type.supports.includes('page-attributes');
  if (hasMenuOrder) add('menu_order', { type: 'integer', description: `Limit to ${many} with this menu order.` });
  if (hasMenuOrder || orders.length > 0) {
    const further = [...(hasMenuOrder ? ['menu_order'] : []), ...orders.map(({ name }) => name)];
    add('orderby', {
      type: 'string',
      enum: (profile) => [...profile.entries.orderby, ...further],
      default: 'date',
      description: 'Field to sort by.',
    });
  }
  if (type.hierarchical) {
    add('parent', idsArg(`Limit to ${many} with one of these parents.`));
    add('parent_exclude', idsArg(`Exclude ${many} with one of these parents.`));
  }
  // `any` stays the last one, as in WordPress.
  const statuses = ({ entries }: Profile) => [
    ...entries.statuses.slice(0, -1),
    ...registeredStatuses,
    ...Object.keys(type.statuses),
    ...entries.statuses.slice(-1),
  ];
  add('status', statusArg(type, 'publish', statuses));
  addTermFilterArgs(ListDto, taxonomies, type.label);
  if (type.sticky)
    add('sticky', {
      type: 'boolean',
      description: `Limit to sticky ${many}, or to those that are not.`,
    });
  if (type.sticky) add('ignore_sticky', IGNORE_STICKY);
  if (type.supports.includes('post-formats')) add('format', formatsArg(FORMATS));
  addFilterArgs(ListDto, type.name, filters);
  return ListDto;
}

/** Adds the parameters of declared filters to those of a list. */
export function addFilterArgs(
  ListDto: DtoClass<EntryListDto>,
  type: string,
  filters: readonly FilterDeclaration[],
): void {
  const taken = filters.find(({ name }) => hasArg(ListDto, name));
  if (taken) throw new DeclarationError(`The filter "${taken.name}": lists of "${type}" already have this parameter.`);
  for (const { name, schema, check } of filters)
    addArg(ListDto.prototype, name, {
      ...(schema as ArgDeclaration),
      early: true,
      isOwn: true,
      ...(check && { validate: (value) => issueOf(check(value)) }),
    });
}

const issueOf = (problem: string | undefined) => (problem === undefined ? undefined : new ArgIssue(problem));

/** What these arguments add to or replace in `query`, which the shared arguments have built. */
export function typeFilters(
  args: ListEntriesDto,
  taxonomies: readonly Taxonomy[],
  { include, exclude = [] }: RequestedEntries,
  { site }: RequestContext,
): Partial<RequestedEntries> {
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

/** What filters and orders of modules add to the query. */
export function declaredFilters(
  args: EntryListDto,
  type: Pick<PostType, 'name'>,
  { site }: RequestContext,
): Partial<RequestedEntries> {
  const { queries } = site.model;
  const values = args as unknown as Record<string, unknown>;
  const filters = queries
    .filtersOf(type.name)
    .filter(({ name }) => values[name] !== undefined)
    .map((filter) => [filter, values[filter.name]] as const);
  const sortBy = queries.ordersOf(type.name).find(({ name }) => name === args.orderby);
  return { ...(filters.length > 0 && { filters }), ...(sortBy && { sortBy }) };
}

/** Whether sticky posts come first: on the first page of a list that is not searched or limited to terms, formats or ids. */
function isFrontPage(args: ListEntriesDto, taxonomies: readonly Taxonomy[]): boolean {
  if (args.ignore_sticky !== false || args.page > 1 || args.sticky !== undefined) return false;
  const included = taxonomies.map(({ restBase }) => (args as unknown as Record<string, unknown>)[restBase!]);
  return args.include.length === 0 && [args.search, ...included, args.format].every((filter) => !filter);
}

function among(ids: readonly number[], include: readonly number[] | undefined): readonly number[] {
  return include ? ids.filter((id) => include.includes(id)) : ids;
}
