import { type Database } from '../database/database.js';
import { entriesByMetaId } from '../database/meta-values.js';
import { type PlacedDeclaration } from './declaration-error.js';
import { type AnyField, type FieldRequest } from './field-types.js';
import { type DeclaredQueries } from './declared-queries.js';
import { type MetaField, type MetaObject } from './meta-fields.js';
import { type PostType } from './post-types.js';
import { type Taxonomy } from './taxonomies.js';

/** What relations need of the content model. */
interface Content {
  readonly types: ReadonlyMap<string, PostType>;
  readonly taxonomies: ReadonlyMap<string, Taxonomy>;
  readonly queries: DeclaredQueries;
  metaOf(object: MetaObject, subtype?: string): readonly MetaField[];
}

/** What a relation leads to: the route of its items. */
export interface RelationTarget {
  readonly kind: 'entry' | 'term' | 'user';
  /** With a leading slash. */
  readonly route: string;
  /** First segment of the route, as `_embed` knows it. */
  readonly restBase: string;
  readonly label: string;
}

/** A link from entries of a type to others, by the IDs in a key of their meta or in a computed field. */
export interface EntryRelation {
  readonly name: string;
  readonly target: RelationTarget;
  readonly from: 'meta' | 'field';
  /** Key of the meta. */
  readonly key: string;
}

/** Relations that all entries link to anyway. */
const TAKEN = [
  'self',
  'collection',
  'about',
  'author',
  'replies',
  'up',
  'version-history',
  'predecessor-version',
  'curies',
];

/** Undefined for what is no content type or taxonomy with routes, nor `user`. */
export function relationTarget(
  { types, taxonomies }: Pick<Content, 'types' | 'taxonomies'>,
  to: string,
): RelationTarget | undefined {
  if (to === 'user') return { kind: 'user', route: '/wp/v2/users', restBase: 'users', label: '' };
  const found = types.get(to) ?? taxonomies.get(to);
  if (found?.restBase === undefined) return undefined;
  const { restBase, route, label } = found;
  return { kind: types.has(to) ? 'entry' : 'term', route, restBase, label };
}

const FILES: RelationTarget = { kind: 'entry', route: '/wp/v2/media', restBase: 'media', label: '' };

/** What is wrong with the relation of a field. */
export function relationProblem({ name, schema, subtype, reverse }: MetaField, model: Content): string | undefined {
  if ((schema.relation ?? schema.media) !== undefined && TAKEN.includes(name))
    return `cannot be a relation named "${name}", because entries have links of this name`;
  if (reverse === undefined) return undefined;
  if (relationTarget(model, schema.relation?.to ?? '')?.kind !== 'entry' || subtype === undefined)
    return 'has `reverse`, which is for relations of a content type to a content type';
  return TAKEN.includes(reverse) ? `has the reverse "${reverse}", which entries have links of` : undefined;
}

/** The relations of entries of a type, with those that lead back to them. */
export function relationsOf(model: Content, type: string): EntryRelation[] {
  const own = model.metaOf('post', type).flatMap(({ key, name, schema, isOwn }): EntryRelation[] => {
    const target = schema.relation ? relationTarget(model, schema.relation.to) : schema.media && FILES;
    return isOwn && target ? [{ name, target, from: 'meta', key }] : [];
  });
  const back = reversed(model).flatMap(({ subtype, key, schema, reverse }): EntryRelation[] =>
    schema.relation?.to === type
      ? [{ name: reverse!, target: relationTarget(model, subtype!)!, from: 'field', key }]
      : [],
  );
  return [...own, ...back];
}

const reversed = (model: Content): MetaField[] =>
  [...model.types.keys()].flatMap((type) =>
    model.metaOf('post', type).filter(({ subtype, reverse }) => subtype === type && reverse !== undefined),
  );

/** Maximum of each item; the list of entries with `meta[relation]=ID` has all of them. */
const MAX_REVERSE = 100;

/** The fields that list which published entries relate to an entry, newest first. */
export function reverseFields(model: Content): PlacedDeclaration<AnyField>[] {
  return reversed(model).map(({ subtype = '', key, name, schema, reverse, place }) => ({
    place,
    value: {
      on: [schema.relation!.to],
      name: reverse!,
      schema: {
        type: 'array',
        items: { type: 'integer' },
        description: `IDs of the published entries of "${subtype}" that relate to it by "${name}"; up to ${MAX_REVERSE}, newest first.`,
      },
      reads: ['posts', 'postmeta'],
      load: async (items: readonly { readonly id: number }[], database: Database, request: FieldRequest) => {
        const { queries } = model;
        const limits = queries.hasScopes ? await queries.restrictions(request.principal, database) : undefined;
        const related = { type: subtype, key, scope: limits?.get(subtype), most: MAX_REVERSE };
        const ids = items.map(({ id }) => id);
        const found = await entriesByMetaId(database, related, ids);
        return items.map(({ id }) => found.get(id) ?? []);
      },
    },
  })) as PlacedDeclaration<AnyField>[];
}
