import { type Database, type Transaction } from '../database/database.js';
import { type SourceTable } from '../database/engine/table-names.js';
import { type Comment, type Post, type Term, type TermTaxonomy, type User } from '../database/entities/index.js';
import { type ScopePrincipal } from './declared-queries.js';
import { type FieldTrace } from './field-trace.js';
import { type MetaSchema, type ValueOf } from './meta-fields.js';

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

/** An item that `load` gets. */
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
  /** Where fields that are `traced` name what their values follow from. */
  readonly trace?: FieldTrace;
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
  /**
   * Whether `load` names in `request.trace` everything that a value follows from besides its entry and what the versions of
   * entries follow; see docs/list-index.md. Without it, entries with a field that `reads` tables are not in the entry cache.
   */
  readonly traced?: {
    /** Parameters of the request that values follow from. */
    readonly parameters: readonly string[];
  };
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
  /** Sources that these links embed; one that nothing registers stops the start. */
  readonly embeds?: readonly string[];
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
