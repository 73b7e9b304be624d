import { type FieldLink } from '../../../content-model/index.js';
import { type Site } from '../../../site/index.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { loader, termLoader } from './field-format.js';
import { idsOf, type ItemValues } from './item-values.js';

type Target = 'attachment' | 'post' | 'term' | 'user';

/** A field whose value refers to other objects. */
export interface LinkingField {
  readonly target: Target;
  readonly taxonomy: string;
  ids(values: ItemValues): number[];
}

const TARGETS: ReadonlyMap<string, Target> = new Map([
  ['gallery', 'attachment'],
  ['post_object', 'post'],
  ['relationship', 'post'],
  ['page_link', 'post'],
  ['taxonomy', 'term'],
  ['user', 'user'],
]);

/** Only fields of the first level link to what they refer to; single images and files do not. */
export function linkingFields(fields: readonly PlacedField[]): LinkingField[] {
  return fields.flatMap((field) => {
    const target = TARGETS.get(field.type);
    if (target === undefined) return [];
    const load = target === 'term' ? termLoader(field) : loader(field);
    const taxonomy = field.settings.text('taxonomy') || 'category';
    return [{ target, taxonomy, ids: (values) => idsOf(load(values, '')) }];
  });
}

/** What links lead to, as far as it exists: types of entries and taxonomies of terms, by ID. */
export interface LinkTargets {
  readonly types: ReadonlyMap<number, string>;
  readonly taxonomies: ReadonlyMap<number, string>;
}

/** IDs that the value of a field names. */
export type LinkedIds = readonly [field: LinkingField, ids: readonly number[]];

/** What an item may link to. `found` collects the entries and terms of all items. */
export function linkedIds(
  fields: readonly LinkingField[],
  values: ItemValues,
  found: { readonly entries: Set<number>; readonly terms: Set<number> },
): LinkedIds[] {
  const linked: LinkedIds[] = [];
  for (const field of fields) {
    const ids = field.ids(values);
    if (ids.length === 0) continue;
    linked.push([field, ids]);
    const targets = field.target === 'user' ? undefined : found[field.target === 'term' ? 'terms' : 'entries'];
    if (targets) for (const id of ids) targets.add(id);
  }
  return linked;
}

/** The links of an item, those of the last field first; each target once. */
export function linksOf(linked: readonly LinkedIds[], site: Site, targets: LinkTargets): FieldLink[] {
  const links = new Map<string, FieldLink>();
  for (const [field, ids] of linked)
    for (const id of ids) {
      // Users, terms and entries have IDs of their own.
      const key = `${field.target} ${id}`;
      if (links.has(key)) continue;
      const link = linkTo(field, id, site, targets);
      if (link) links.set(key, link);
    }
  return [...links.values()].reverse();
}

function linkTo(
  { target, taxonomy }: LinkingField,
  id: number,
  site: Site,
  { types, taxonomies }: LinkTargets,
): FieldLink | undefined {
  const { model } = site;
  const relation = `acf:${target}`;
  if (target === 'user') return { relation, href: site.rest(`/wp/v2/users/${id}`), embed: { source: 'users', id } };
  if (target === 'term') {
    const owner = model.taxonomies.get(taxonomy);
    return owner?.restBase === undefined || taxonomies.get(id) !== taxonomy
      ? undefined
      : {
          relation,
          href: site.rest(`${owner.route}/${id}`),
          attributes: { taxonomy },
          embed: { source: owner.restBase, id },
        };
  }
  const type = model.types.get(types.get(id) ?? '');
  if (type?.restBase === undefined || (target === 'attachment' && type.name !== 'attachment')) return undefined;
  return { relation, href: site.rest(`${type.route}/${id}`), embed: { source: type.restBase, id } };
}
