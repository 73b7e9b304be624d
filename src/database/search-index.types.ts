import type { IdSet } from './id-sets.js';

/** Called with the number of entries read and their total. */
export type Progress = (done: number, total: number) => void;

/** What is searched, if that is all entries of some types and statuses. */
export interface SearchedLists {
  readonly lists: readonly { readonly type: string; readonly status: string }[];
  /** Whether entries with a password are searched, too. */
  readonly includesProtected: boolean;
  readonly includesFileNames: boolean;
  /** Whether it matters which entries have a term in their title. */
  readonly ranksTitles: boolean;
}

/** What the index knows of the entries of one type and status. */
export interface FoundInList {
  readonly type: string;
  readonly status: string;
  /** How many there are. */
  readonly entries: number;
  /** Entries that match the search. */
  readonly certain: IdSet;
}

export interface FoundEntries {
  /** All entries that can match, possibly with others. */
  readonly candidates: IdSet;
  /** Left out where the index cannot tell which of the candidates match. */
  readonly exact?: {
    readonly lists: readonly FoundInList[];
    /** Entries of all lists that match. */
    readonly certain: IdSet;
    /** Those whose texts have to be read. */
    readonly uncertain: IdSet;
    /** For each term, certain ones with the term in their title, if that matters. */
    readonly inTitle: readonly IdSet[];
  };
}

/**
 * Knows which entries contain a word, without reading every text. Triggers record every write by any program; recorded entries
 * are candidates of every search until their words are indexed. Searches also work without the index.
 */
export interface SearchIndex {
  readonly isUsable: boolean;
  /** Builds or rebuilds the index. Neither readers nor writers wait; searches do not use it meanwhile. */
  build(progress?: Progress): Promise<void>;
  remove(): Promise<void>;
  /** Whether the index is complete. */
  poll(): Promise<boolean>;
  /** Uses the index from now on while it is complete. */
  watch(): Promise<void>;
  unwatch(): void;
  /** The entries that contain all the terms; undefined if the index does not help. */
  find(terms: readonly string[], searched?: SearchedLists): Promise<FoundEntries | undefined>;
  /** Indexes pending entries, a few at a time; returns how many were pending. */
  indexPending(): Promise<number>;
  /** Describes entries that are not listed as their texts are; there should never be any. */
  differences(): Promise<string[]>;
}
