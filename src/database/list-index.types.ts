/**
 * What an index can be built without, so that writes cost less: lists of comments and of entries by term, which are then read without
 * it, and the versions of entries, without which the entry cache is not used.
 */
export const OPTIONAL_FAMILIES = ['comments', 'terms', 'versions'] as const;
export type ListFamily = (typeof OPTIONAL_FAMILIES)[number];

export interface ListIndexBuild {
  /** Families to leave out; without it, those that the present index leaves out. */
  readonly without?: readonly ListFamily[];
  /** How long running processes may go on using a family that the build takes out of the index. */
  readonly settleMs?: number;
}

/** Called before each step of a build: number of finished steps, number of all steps, name of the step. */
export type BuildProgress = (done: number, total: number, step: string) => void;

/**
 * Own tables and indexes that keep lists fast at any size: exact counts without counting, the entries of each term in
 * list order, and where a deep page begins. Triggers update them in the transaction of whichever program writes. Lists
 * also work without them: the index is used only while it is complete, which is checked regularly, because a restored
 * table has lost its triggers.
 */
export interface ListIndex {
  readonly isUsable: boolean;
  /** Whether versions of entries can be relied on: they exist, and are read from the same server as the rows. */
  readonly hasVersions: boolean;
  /** Whether the index is usable and has the family. */
  has(family: ListFamily): boolean;
  /** The families that the index was built without. */
  readonly leftOut: readonly ListFamily[];
  /** Creates or rebuilds the index. Writers wait meanwhile; readers do not. */
  build(progress?: BuildProgress, options?: ListIndexBuild): Promise<void>;
  remove(): Promise<void>;
  /** Checks whether the index is complete. */
  poll(): Promise<boolean>;
  /** Uses the index from now on while it is complete. */
  watch(): Promise<void>;
  unwatch(): void;
  /** Tables may have been restored: checks soon whether the index is still complete, if it is watched. */
  tablesReplaced(): void;
  /**
   * Whether the entries of each term are those that have been committed. Reads the terms of entries that were written since; false if
   * that is not possible now.
   */
  hasCurrentTerms(): Promise<boolean>;
  /** Merges rows that triggers have added, a part of them at a time; returns whether there may be more. It changes no result. */
  merge(): Promise<boolean>;
  /** Describes counters that disagree with the rows; there should never be any. */
  differences(): Promise<string[]>;
}
