/** Called with the number of entries read and their total. */
export type Progress = (done: number, total: number) => void;

/**
 * Which entries can contain a search term, without reading every text. It only narrows: whoever searches still asks LIKE of
 * the candidates, so that answers are those of the texts. The engine's triggers note whatever is written, by whomever; noted
 * entries are candidates of every search until their words are in the index. Everything works without it.
 */
export interface SearchIndex {
  readonly isUsable: boolean;
  /** Builds or rebuilds it. Neither readers nor writers wait meanwhile; searches do without it. */
  build(progress?: Progress): Promise<void>;
  remove(): Promise<void>;
  /** Whether all of it is there. */
  look(): Promise<boolean>;
  /** From now on it is used while it is complete. */
  watch(): Promise<void>;
  unwatch(): void;
  /** Ids of all entries that can contain every one of the terms, and of others; undefined where it does not narrow. */
  candidates(terms: readonly string[]): Promise<number[] | undefined>;
  /** Puts noted entries into the index, a few at a time; how many were noted. */
  indexPending(): Promise<number>;
  /** Sentences about entries that searches may miss; none should ever be found. */
  differences(): Promise<string[]>;
}
