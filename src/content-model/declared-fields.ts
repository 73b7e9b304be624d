import { type SourceTable } from '../database/engine/table-names.js';
import { DeclarationError, type PlacedDeclaration } from './declaration-error.js';
import { type AnyField, type FieldOwner } from './field-types.js';
import { withCertainValues, withFurtherMembers } from './field-fallbacks.js';
import { type MetaObject } from './meta-fields.js';

/** The content that a declaration may name. */
interface RegisteredContent {
  readonly types: ReadonlyMap<string, { readonly restBase?: string; readonly viewable?: boolean }>;
  readonly taxonomies: ReadonlyMap<
    string,
    { readonly restBase?: string; readonly hasOwnRoutes?: boolean; readonly isPublic?: boolean }
  >;
}

/** Names that `_fields` can select; those that begin with an underscore belong to the REST API. */
export const FIELD_NAME = /^[a-z][a-z0-9_-]*$/i;

/** The declared fields of all items. */
export class DeclaredFields {
  private readonly byOwner = new Map<string, AnyField[]>();
  private readonly all: readonly AnyField[];
  /** Fields with members of a fallback, and that. */
  private readonly completed = new Map<AnyField, AnyField>();

  constructor(declared: readonly PlacedDeclaration<AnyField>[], content: RegisteredContent) {
    this.all = declared.map(({ value }) => value);
    for (const { value, place } of declared) {
      const { name, load } = value;
      const fail = (problem: string) => new DeclarationError(`Field "${name}" (${place}) ${problem}.`);
      if (!FIELD_NAME.test(name)) throw fail('must have a name of letters, digits, underscores and dashes');
      if (typeof load !== 'function') throw fail('needs a function `load`');
      for (const owner of new Set(ownersOf(value.on, content, fail))) {
        const fields = this.byOwner.get(owner) ?? [];
        const existing = fields.find((field) => field.name === name);
        if (existing && !existing.isFallback && !value.isFallback)
          throw fail(`is declared twice for "${owner.replace(/^\w+:/, '')}"`);
        const field = existing ? this.withFallback(existing, value) : value;
        this.byOwner.set(owner, [...fields.filter((candidate) => candidate !== existing), field]);
      }
    }
  }

  private withFallback(declared: AnyField, repeated: AnyField): AnyField {
    const [field, fallback] = declared.isFallback ? [repeated, declared] : [declared, repeated];
    const joined = withCertainValues(field, fallback);
    const completed = field.isIncomplete ? withFurtherMembers(joined, fallback) : undefined;
    if (completed) this.completed.set(completed, fallback);
    return completed ?? joined;
  }

  /** Fields of entries of a type, terms of a taxonomy, users, comments or types. */
  of(object: FieldObject, subtype?: string): readonly AnyField[] {
    return this.byOwner.get(ownerKey(object, subtype)) ?? NONE;
  }

  /** Whether a fallback has this field of one of these owners, or members of it, which nothing else has. */
  isDelegated(on: FieldOwner, name: string): boolean {
    const field = this.all.find((field) => field.name === name && field.isFallback && field.on === on);
    if (!field) return false;
    return [...this.byOwner.values()]
      .flat()
      .some((candidate) => candidate === field || this.completed.get(candidate) === field);
  }

  /** Whether a response may lack values of fields. */
  get mayBeLate(): boolean {
    return this.all.some((field) => field.mayBeLate);
  }

  /** Sources that links of fields embed, with the name of the field. */
  get embeds(): readonly { readonly source: string; readonly owner: string }[] {
    return this.all.flatMap(({ name, embeds = [] }) => embeds.map((source) => ({ source, owner: `Field "${name}"` })));
  }

  /** Tables that responses with such items are built from because of their fields; undefined if those are not all. */
  get tables(): readonly SourceTable[] | undefined {
    return tablesOf(this.all);
  }

  /** Whether all fields follow from their entries alone, those of embedded resources included. */
  get areSelfContained(): boolean {
    return this.all.every((field) => field.on === 'types' || (Array.isArray(field.on) && !readsTables(field)));
  }

  /**
   * Whether it can be checked if the fields of entries of a type still have the same values, and those that name the rows which
   * they follow from. `selected`: the members of the response, if the request names them.
   */
  tracedOf(
    type: string,
    selected?: ReadonlySet<string>,
  ): { readonly isComplete: boolean; readonly fields: AnyField[] } {
    const isShown = ({ name, replaces, isHidden }: AnyField) =>
      selected ? replaces !== undefined || selected.has(name) : !isHidden;
    const fields = this.of('post', type).filter((field) => isShown(field) && readsTables(field));
    return { isComplete: fields.every(({ traced }) => traced), fields };
  }
}

const NONE: readonly AnyField[] = [];

const readsTables = ({ reads = [] }: AnyField) => reads.length > 0;

/** The tables that fields read; undefined if those are not all. */
export function tablesOf(fields: readonly AnyField[]): readonly SourceTable[] | undefined {
  if (fields.some(({ reads }) => reads === 'elsewhere')) return undefined;
  return [...new Set(fields.flatMap(({ reads = [] }) => reads as readonly SourceTable[]))];
}

function ownerKey(object: FieldObject, subtype: string | undefined): string {
  return subtype === undefined ? object : `${object}:${subtype}`;
}

function ownersOf(on: FieldOwner, content: RegisteredContent, fail: (problem: string) => Error): string[] {
  const { types, taxonomies } = content;
  if (on === 'types') return [ownerKey('type', undefined)];
  if (on === 'public') return publicTypes(content).map((name) => ownerKey('post', name));
  if (typeof on === 'object' && 'terms' in on && on.terms === 'public')
    return publicTaxonomies(content).map((name) => ownerKey('term', name));
  if (on === 'users') return [ownerKey('user', undefined)];
  if (on === 'comments') return [ownerKey('comment', undefined)];
  const isOnTerms = typeof on === 'object' && on !== null && 'terms' in on;
  const names = isOnTerms ? on.terms : on;
  if (!Array.isArray(names) || names.length === 0)
    throw fail('needs names of content types in `on`, or `{ terms: […] }`, `users` or `comments`');
  return (names as readonly string[]).map((name) => {
    if (!isOnTerms && types.get(name)?.restBase === undefined)
      throw fail(`names the content type "${name}", which has no routes`);
    const taxonomy = taxonomies.get(name);
    if (isOnTerms && (taxonomy?.restBase === undefined || taxonomy.hasOwnRoutes))
      throw fail(`names the taxonomy "${name}", which has no routes for terms`);
    return ownerKey(isOnTerms ? 'term' : 'post', name);
  });
}

/** Types whose entries have pages and routes. */
function publicTypes({ types }: RegisteredContent): string[] {
  return [...types].flatMap(([name, { viewable, restBase }]) => (viewable && restBase !== undefined ? [name] : []));
}

function publicTaxonomies({ taxonomies }: RegisteredContent): string[] {
  return [...taxonomies].flatMap(([name, { isPublic, restBase, hasOwnRoutes }]) =>
    isPublic && restBase !== undefined && !hasOwnRoutes ? [name] : [],
  );
}

/** What has fields. */
type FieldObject = MetaObject | 'type';
