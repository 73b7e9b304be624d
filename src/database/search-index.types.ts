/** Called with the number of entries read and their total. */
export type Progress = (done: number, total: number) => void;

/**
 * Finds the entries that can contain a search term, without reading every text. It only provides candidates: searches still
 * apply LIKE to them, so the result is that of the texts. Triggers record every write by any program; recorded entries are
 * candidates of every search until their words are indexed. Searches also work without the index.
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
  /** IDs of all entries that can contain all the terms, possibly with others; undefined if the index does not help. */
  candidates(terms: readonly string[]): Promise<number[] | undefined>;
  /** Indexes pending entries, a few at a time; returns how many were pending. */
  indexPending(): Promise<number>;
  /** Describes entries that searches may miss; there should never be any. */
  differences(): Promise<string[]>;
}
