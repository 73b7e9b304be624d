import { viewAndEdit } from '../../../rest/fields/resource-fields.js';
import { type RequestedEntries, type TermTest } from '../read/list/entry-query.js';
import { Arg, type DtoClass } from '../../../rest/args/arg.decorator.js';
import { type Taxonomy } from '../../../content-model/taxonomies.js';
import { TAX_RELATION, termsArg, type TermsFilterArg } from './entry.dto.js';
import { type EntryField } from './entry.fields.js';

/** The member with the IDs of an entry's terms of one taxonomy. */
const termsField = ({ name, label }: Taxonomy): EntryField => ({
  description: `IDs of its ${label.toLowerCase()}.`,
  type: 'array',
  items: { type: 'integer' },
  context: viewAndEdit,
  value: (entry, view) => view.terms(entry, name),
  arg: { nullAs: [] },
});

/** A member for each taxonomy, by the names of their routes. */
export const termsFields = (taxonomies: readonly Taxonomy[]) =>
  Object.fromEntries(taxonomies.map((taxonomy) => [taxonomy.restBase!, termsField(taxonomy)]));

/** Adds the filters by terms that a list has for each taxonomy of its type. */
export function addTermFilterArgs(target: DtoClass<object>, taxonomies: readonly Taxonomy[], label: string): void {
  if (taxonomies.length > 0) Arg(TAX_RELATION)(target.prototype as object, 'tax_relation');
  const many = label.toLowerCase();
  for (const { restBase, label: terms, hierarchical } of taxonomies) {
    const words = `${hierarchical ? 'in' : 'with'} one of these ${terms.toLowerCase()}.`;
    const add = (name: string, description: string, excludes: boolean) =>
      Arg(termsArg(description, { hierarchical, excludes }))(target.prototype as object, name);
    add(restBase!, `Limit to ${many} ${words}`, false);
    add(`${restBase}_exclude`, `Exclude ${many} ${words}`, true);
  }
}

/** Plain lists of IDs can use the list index; only other filters become a term query. */
export function termFilters(
  args: { readonly tax_relation?: 'AND' | 'OR' },
  taxonomies: readonly Taxonomy[],
): Partial<RequestedEntries> {
  if (taxonomies.length === 0) return {};
  const provided = args as Record<string, TermsFilterArg | undefined>;
  const filters = taxonomies.map(({ name, restBase }) => ({
    taxonomy: name,
    include: provided[restBase!],
    exclude: provided[`${restBase}_exclude`],
  }));
  const isPlain = filters.every(({ include, exclude }) => isIdList(include) && isIdList(exclude));
  if (isPlain && args.tax_relation !== 'OR') return { terms: filters as RequestedEntries['terms'] };
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
