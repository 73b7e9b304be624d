/** What all events have in common. */
interface Happening<Name extends string> {
  readonly event: Name;
  /** The same for every delivery of one event: a durable listener may get it more than once. */
  readonly eventId: string;
  /** When it was written, in ISO 8601. */
  readonly at: string;
  /** ID of the user who caused it; 0 for the system and anonymous requests. */
  readonly actor: number;
  /** Names of the hooks whose writes caused it, outermost first. */
  readonly cause: readonly string[];
  /** Written by another program on the same database, such as WordPress; who did it is not known. */
  readonly isForeign?: true;
}

type EntryEventName = 'created' | 'updated' | 'published' | 'unpublished' | 'trashed' | 'restored' | 'deleted';

interface EntryFacts {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  /** Absent for a new entry. */
  readonly formerStatus?: string;
  readonly title: string;
  readonly slug: string;
}

interface TermFacts {
  readonly id: number;
  readonly taxonomy: string;
  readonly name: string;
  readonly slug: string;
}

interface CommentFacts {
  readonly id: number;
  readonly post: number;
  /** `approved`, `hold`, `spam` or `trash`. */
  readonly status: string;
  readonly formerStatus?: string;
}

interface UserFacts {
  readonly id: number;
  readonly login: string;
  /** Names of the values that `user.updated` changed, such as `email`, `password` and `roles`; never the values. */
  readonly changed?: readonly string[];
  /** The roles, if the write sets them. */
  readonly roles?: readonly string[];
  /** The roles before `user.updated`, if it sets them. */
  readonly formerRoles?: readonly string[];
}

/** What each event carries. Listeners load everything else. */
interface EventFacts
  extends
    Record<`entry.${EntryEventName}`, EntryFacts>,
    Record<`term.${'created' | 'updated' | 'deleted'}`, TermFacts>,
    Record<`comment.${'created' | 'updated' | 'status-changed' | 'deleted'}`, CommentFacts>,
    Record<`user.${'created' | 'updated' | 'deleted' | 'signed-in'}`, UserFacts> {
  /** After `entry.created` of a media item: its file is in place. */
  'media.uploaded': EntryFacts;
  /** Names of the settings that were written. */
  'settings.updated': { readonly settings: readonly string[] };
  /** `id` is absent if the form does not store its submissions. */
  'form.submitted': { readonly id?: number; readonly form: number };
}

/** An event after a committed write. */
export type ContentEvent<Name extends ContentEventName = ContentEventName> = {
  [N in Name]: Happening<N> & EventFacts[N];
}[Name];

export type ContentEventName = keyof EventFacts;
export type FactsOf<Name extends ContentEventName> = EventFacts[Name];

const ENTRY = ['created', 'updated', 'published', 'unpublished', 'trashed', 'restored', 'deleted'];

export const CONTENT_EVENTS: readonly string[] = [
  ...ENTRY.map((name) => `entry.${name}`),
  'media.uploaded',
  ...['created', 'updated', 'deleted'].map((name) => `term.${name}`),
  ...['created', 'updated', 'status-changed', 'deleted'].map((name) => `comment.${name}`),
  ...['created', 'updated', 'deleted', 'signed-in'].map((name) => `user.${name}`),
  'settings.updated',
  'form.submitted',
];
