import { type Database, type Transaction } from '../database/database.js';
import { type SourceTable } from '../database/engine/table-names.js';
import { type Comment, type Post, type Term, type TermTaxonomy, type User } from '../database/entities/index.js';
import { DeclarationError, type PlacedDeclaration } from './declaration-error.js';
import { type ScopePrincipal } from './declared-queries.js';
import { withCertainValues, withFurtherMembers } from './field-fallbacks.js';
import { type MetaObject, type MetaSchema, type ValueOf } from './meta-fields.js';

/** What a field is computed from. Content and excerpt are empty if a password protects them from the requester. */
export type FieldEntry = Readonly<
  Pick<
    Post,
    | 'id'
    | 'type'
    | 'status'
    | 'author'
    | 'date'
    | 'dateGmt'
    | 'modified'
    | 'modifiedGmt'
    | 'title'
    | 'content'
    | 'excerpt'
    | 'slug'
    | 'parent'
    | 'menuOrder'
    | 'mimeType'
  >
>;

/** A term that a field is computed for. */
export type FieldTerm = Readonly<Pick<Term, 'id' | 'name' | 'slug'> & Pick<TermTaxonomy, 'taxonomy' | 'parent'>>;

/** A user that a field is computed for. Not all of it is public: the value of the field is. */
export type FieldUser = Readonly<
  Pick<User, 'id' | 'login' | 'nicename' | 'email' | 'url' | 'displayName' | 'registered'>
>;

/** A comment that a field is computed for. */
export type FieldComment = Readonly<
  Pick<Comment, 'id' | 'post' | 'parent' | 'author' | 'authorName' | 'date' | 'dateGmt' | 'content' | 'type'>
>;

/** A content type as `wp/v2/types` lists it; its position in the response is its ID. */
export interface FieldType {
  readonly id: number;
  readonly name: string;
}

/**
 * What has a field: entries of content types, terms of taxonomies, users, comments, or the types themselves. `public` stands for
 * all types or taxonomies with pages on the site.
 */
export type FieldOwner =
  | readonly string[]
  | 'public'
  | { readonly terms: readonly string[] | 'public' }
  | 'users'
  | 'comments'
  | 'types';

/** One of those that `load` gets. */
export type FieldItem<O extends FieldOwner> = O extends 'users'
  ? FieldUser
  : O extends 'comments'
    ? FieldComment
    : O extends 'types'
      ? FieldType
      : O extends { readonly terms: unknown }
        ? FieldTerm
        : FieldEntry;

/** The request that fields are loaded or stored for. */
export interface FieldRequest {
  readonly principal: ScopePrincipal;
  /** The ID in the path of a request for one item; absent for lists. What the response embeds has other IDs. */
  readonly itemId?: number;
  /** False where the response shows no links of items. */
  readonly showsLinks?: boolean;
  /** A parameter of its query or body. */
  param(name: string): unknown;
}

/** A link that a value of a field adds to its item. */
export interface FieldLink {
  readonly relation: string;
  readonly href: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** What `_embed` puts in place of the link, by the REST base of its collection. */
  readonly embed?: { readonly source: string; readonly id: number };
}

/** A computed field of entries, terms, users or comments. */
export interface FieldDeclaration<S extends MetaSchema = MetaSchema, O extends FieldOwner = readonly string[]> {
  /** Names of the content types that have it, or of taxonomies as `{ terms: [...] }`, or `users`, `comments` or `types`. */
  readonly on: O;
  readonly name: string;
  readonly schema: S;
  /** All contexts by default; schemas name them, unless they are `unstated`. */
  readonly context?: readonly ('view' | 'edit' | 'embed')[] | 'unstated';
  /**
   * The name of a member that items have anyway, whose value `load` changes: null and undefined leave it as it is, an object
   * changes the members that it names (`{ rendered }` of a title).
   */
  readonly replaces?: string;
  /** Whether items for which `load` returns undefined lack the field. */
  readonly optional?: boolean;
  /** Whether no schema has it, and only requests that name it in `_fields` get it. */
  readonly isHidden?: boolean;
  /**
   * The tables that `load` reads: a write to one of them invalidates cached responses. Without it, the value must follow
   * from the items that `load` gets. `elsewhere`: from outside the database, so responses are not cached.
   */
  readonly reads?: readonly SourceTable[] | 'elsewhere';
  /** Whether `load` does without contents of entries, which are then read only if the response shows them. */
  readonly ignoresContent?: boolean;
  /** Whether values can arrive too late for a response, which then says so and is not cached; see `noteLateField`. */
  readonly mayBeLate?: boolean;
  /** Whether it gives way to another one of this name, which may ask it for values (`Provisional`). */
  readonly isFallback?: boolean;
  /** Whether its value is an object that lacks members which a fallback may know: those come from there. */
  readonly isIncomplete?: boolean;
  /**
   * The values of all items of a page, in their order; null where there is none. Called once per page, with a constant number
   * of queries. The value must be the same for every anonymous request with the same parameters.
   */
  load(
    items: readonly FieldItem<O>[],
    database: Database,
    request: FieldRequest,
  ): readonly (ValueOf<S> | null | undefined)[] | Promise<readonly (ValueOf<S> | null | undefined)[]>;
  /** Stores a value that a request sends, in the transaction of its write. Without it, the field is read-only. */
  update?(id: number, value: ValueOf<S>, tx: Transaction, request: FieldRequest): void | Promise<void>;
  /**
   * Why a request that sends this value is refused, undefined if nothing speaks against it, such as a value of a read-only field
   * that changes nothing. Without it, values that requests send to read-only fields are ignored, as in WordPress.
   */
  refuse?(value: unknown, id: number | undefined): string | undefined | Promise<string | undefined>;
  /** Links that a value adds to its item. */
  links?(value: unknown): readonly FieldLink[];
  /** Whether revisions of entries have it, too; `load` then gets rows of the type `revision`. */
  readonly onRevisions?: boolean;
}

/** A declaration whatever it is on; the module that has the items knows their type. */
export type AnyField = FieldDeclaration<MetaSchema, FieldOwner> & {
  load(
    items: readonly unknown[],
    database: Database,
    request: FieldRequest,
  ): readonly unknown[] | Promise<readonly unknown[]>;
};

/** A change of the values of a member that items have anyway; its schema stays as it is. */
export interface ReplacingField<O extends FieldOwner = readonly string[]> extends Pick<
  FieldDeclaration<MetaSchema, O>,
  'on' | 'reads'
> {
  readonly replaces: string;
  load(
    items: readonly FieldItem<O>[],
    database: Database,
    request: FieldRequest,
  ): readonly unknown[] | Promise<readonly unknown[]>;
}

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
        const other = fields.find((field) => field.name === name);
        if (other && !other.isFallback && !value.isFallback)
          throw fail(`is declared twice for "${owner.replace(/^\w+:/, '')}"`);
        const field = other ? this.withFallback(other, value) : value;
        this.byOwner.set(owner, [...fields.filter((one) => one !== other), field]);
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
    const field = this.all.find((one) => one.name === name && one.isFallback && one.on === on);
    if (!field) return false;
    return [...this.byOwner.values()].flat().some((one) => one === field || this.completed.get(one) === field);
  }

  /** Whether a response may lack values of fields. */
  get mayBeLate(): boolean {
    return this.all.some((field) => field.mayBeLate);
  }

  /** Tables that responses with such items are built from because of their fields; undefined if those are not all. */
  get tables(): readonly SourceTable[] | undefined {
    return tablesOf(this.all);
  }

  /** Whether the fields of entries of a type follow from the entries alone; without a type, those of all that they embed. */
  areSelfContained(type?: string): boolean {
    const followsItem = ({ on, reads = [] }: AnyField) => on === 'types' || reads.length === 0;
    if (type !== undefined) return this.of('post', type).every(followsItem);
    return this.all.every((field) => field.on === 'types' || (Array.isArray(field.on) && followsItem(field)));
  }
}

const NONE: readonly AnyField[] = [];

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
