import { type Principal } from '../access/principal.js';
import { type Transaction } from '../database/database.js';
import { type Comment, type Post } from '../database/entities/index.js';
import { type ContentTypeDeclaration, type DeclaredType } from '../content-model/declarations.js';
import { type ValueOf } from '../content-model/meta-fields.js';
import { type DatePair } from '../text/dates.js';

/** The name of a content type, or `typeof` what `defineContentType` returned. */
export type ContentName = string | DeclaredType;

export type NameOf<T> = T extends DeclaredType<infer D> ? D['name'] : T extends string ? T : string;

type MetaValue<F> = F extends { readonly single: false } ? ValueOf<F>[] : ValueOf<F>;

/** The declared meta of a content type, by key. */
export type MetaOf<T> =
  T extends DeclaredType<infer D extends ContentTypeDeclaration>
    ? { [K in keyof NonNullable<D['meta']> & string]: MetaValue<NonNullable<D['meta']>[K]> }
    : Record<string, unknown>;

/** What all changes have in common. */
interface Change<Action extends string, Values> {
  readonly action: Action;
  /** The requester. Imports, the command line and scheduled work write as the system, whose `isSystem` is true. */
  readonly principal: Principal;
  /** The transaction of the write. Reads and writes of the hook take part in it whether or not they use it. */
  readonly tx: Transaction;
  /** Names of the hooks whose writes led to this one, outermost first; empty for most writes. */
  readonly cause: readonly string[];
  /** Values of computed fields that the request sends, which the fields store after the write. */
  readonly sentFields?: Readonly<Record<string, unknown>>;
  /** The values as they will be written. */
  readonly next: Readonly<Values>;
  /** Changes some of the values. What is trashed or deleted cannot be changed. */
  set(values: Partial<Values>): void;
}

/** An entry as it is stored. */
export type StoredEntry = Omit<Post, 'toPing' | 'pinged' | 'contentFiltered' | 'commentCount'>;

export interface EntryValues<T = string> {
  title: string;
  content: string;
  excerpt: string;
  status: string;
  slug: string;
  author: number;
  parent: number;
  menuOrder: number;
  password: string;
  commentStatus: string;
  pingStatus: string;
  /** The date of publication; undefined if the write does not set it, null if it removes it. */
  date: DatePair | null | undefined;
  /** Only what this write sets: the image, 0 for none. */
  featuredMedia: number | undefined;
  sticky: boolean | undefined;
  template: string | undefined;
  format: string | undefined;
  /** Only what this write sets: term IDs by taxonomy. */
  terms: Readonly<Record<string, readonly number[]>>;
  /** Only what this write sets: declared meta by key; null deletes a value. */
  meta: { readonly [K in keyof MetaOf<T>]?: MetaOf<T>[K] | null };
}

/** A write of an entry: a post, a page, a media item or an entry of a declared type. */
export interface BeforeEntryWrite<T extends ContentName = string> extends Change<
  'create' | 'update' | 'trash' | 'delete',
  EntryValues<T>
> {
  readonly type: NameOf<T>;
  /** Undefined for a new entry. */
  readonly id: number | undefined;
  readonly before: Readonly<StoredEntry> | undefined;
  /** Whether the write makes the entry public, at once: also a scheduled entry that is due. */
  readonly becomesPublished: boolean;
}

export interface TermValues {
  name: string;
  slug: string;
  description: string;
  parent: number;
}

export interface TermChange extends Change<'create' | 'update' | 'delete', TermValues> {
  readonly taxonomy: string;
  readonly id: number | undefined;
  readonly before: Readonly<TermValues> | undefined;
}

export type StoredComment = Omit<Comment, 'karma'>;
export type CommentValues = Pick<
  StoredComment,
  'content' | 'author' | 'authorName' | 'authorEmail' | 'authorUrl' | 'post' | 'parent' | 'date' | 'dateGmt'
>;

export interface CommentChange extends Change<'create' | 'update' | 'trash' | 'delete', CommentValues> {
  readonly id: number | undefined;
  readonly before: Readonly<StoredComment> | undefined;
}

export interface UserValues {
  email: string;
  url: string;
  displayName: string;
  firstName: string;
  lastName: string;
  nickname: string;
  description: string;
  locale: string;
  roles: readonly string[];
}

export interface UserChange extends Change<'create' | 'update' | 'delete', UserValues> {
  readonly id: number | undefined;
  readonly login: string;
  /** Without the roles, which `next` has only if the write sets them. */
  readonly before: Readonly<Omit<UserValues, 'roles'>> | undefined;
  readonly changesPassword: boolean;
}

/** `next` has only the settings that the write sets, by their names in the REST API; null resets one. */
export type SettingsChange = Change<'update', Record<string, unknown>>;

/** A valid submission of a form, before it is stored and mailed. */
export interface SubmissionChange extends Change<'create', Record<string, string | readonly string[]>> {
  readonly form: number;
  /** Where it came from: address, page and user agent. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** The kinds of writes, with what their hooks get. */
export interface Changes {
  entry: BeforeEntryWrite<never>;
  term: TermChange;
  comment: CommentChange;
  user: UserChange;
  settings: SettingsChange;
  submission: SubmissionChange;
}

export type ChangeKind = keyof Changes;
