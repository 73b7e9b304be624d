/** How posts, pages and other rows of their table differ between the variants. */
export interface EntriesDialect {
  /** Fields that lists can be sorted by; pages also have `menu_order`. */
  readonly orderby: readonly string[];
  /** Statuses that lists can be filtered by. */
  readonly statuses: readonly string[];
  /** The only values that `template` accepts if no theme is configured; undefined: any. */
  readonly templates: readonly string[] | undefined;
  /** Embedded entries include the ID of the featured image. */
  readonly embedsFeaturedMedia: boolean;
  /** Links include the number of revisions and the latest one, and show editors what they may do. */
  readonly linksForEditors: boolean;
  /** A page number beyond the last page is an error. */
  readonly refusesPagesBeyondEnd: boolean;
  /** The former dates of a published post are stored, like its old slugs. */
  readonly remembersOldDates: boolean;
  /** Arguments of lists that not every variant has. */
  readonly listArguments: readonly ListArgument[];
  /** A filter by terms can also be a query: with descendants, and all or any of the terms. */
  readonly acceptsTermQueries: boolean;
  /** Sorted by author, entries of one author are in the direction of the order. */
  readonly ordersWithinAuthors: boolean;
  /** Without slugs to sort by, `include_slugs` lists the oldest entries first. */
  readonly listsOldestWithoutSlugs: boolean;
  /** The length of generated excerpts can be requested. */
  readonly acceptsExcerptLength: boolean;
  /** Lists of revisions are paged and can be filtered; a revision cannot be deleted individually. */
  readonly pagesRevisions: boolean;
  /**
   * Entries include their block version, permalink template, generated slug and CSS classes, can use the templates
   * stored for the site's theme, and link to whether the requester may store unfiltered HTML.
   */
  readonly showsEditorFields: boolean;
  /** A date of null makes the date of a draft follow its last modification again. */
  readonly resetsDates: boolean;
  /** An update with the stored date does not change it, so that a draft without a date of its own stays so. */
  readonly ignoresStoredDates: boolean;
  /** The right to read private entries is enough to list them by their status. */
  readonly listsPrivateForReaders: boolean;
  /** A write may repeat the status of the entry, also one that cannot be given. */
  readonly acceptsSameStatus: boolean;
  /** A slug chosen for a draft is made unique at once; in a new one only with the status. */
  readonly reservesDraftSlugs: boolean;
  /** Valid meta is saved before invalid meta is reported. */
  readonly savesValidMeta: boolean;
  /** Changing `sticky` requires the rights to edit others' posts and to publish; otherwise setting it requires one of them. */
  readonly guardsSticky: boolean;
  /** Only a password in the query unlocks an entry: one in the body is a new one. */
  readonly unlocksByQueryOnly: boolean;
  /**
   * Revisions, scheduled pages and trashed entries have plain permalinks, parents are linked at the route of their own
   * type, and featured images only for requesters who may read them.
   */
  readonly checksLinkTargets: boolean;
  /** A page that is deleted permanently is no longer the privacy policy of the site. */
  readonly resetsPrivacyPage: boolean;
}

/** Arguments of lists of entries that not every variant has. */
export type ListArgument =
  | 'format'
  | 'ignore_sticky'
  | 'modified_after'
  | 'modified_before'
  | 'search_columns'
  | 'search_semantics'
  | 'tax_relation';

/** Statuses of stored entries. */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'];

export const ENTRIES_A: EntriesDialect = {
  orderby: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'],
  statuses: [...STATUSES, 'request-pending', 'request-confirmed', 'request-failed', 'request-completed', 'any'],
  templates: undefined,
  embedsFeaturedMedia: true,
  linksForEditors: true,
  refusesPagesBeyondEnd: true,
  remembersOldDates: true,
  listArguments: [],
  acceptsTermQueries: false,
  ordersWithinAuthors: false,
  listsOldestWithoutSlugs: false,
  acceptsExcerptLength: false,
  pagesRevisions: false,
  showsEditorFields: false,
  resetsDates: false,
  ignoresStoredDates: false,
  listsPrivateForReaders: false,
  acceptsSameStatus: false,
  reservesDraftSlugs: false,
  savesValidMeta: false,
  guardsSticky: false,
  unlocksByQueryOnly: false,
  checksLinkTargets: false,
  resetsPrivacyPage: false,
};

export const ENTRIES_B: EntriesDialect = {
  ...ENTRIES_A,
  orderby: ['date', 'relevance', 'id', 'include', 'title', 'slug'],
  statuses: [...STATUSES, 'any'],
  templates: [''],
  embedsFeaturedMedia: false,
  linksForEditors: false,
  refusesPagesBeyondEnd: false,
  remembersOldDates: false,
};
