/** Called before each step of a build: steps done, steps in all, what is done now. */
export type BuildProgress = (done: number, total: number, step: string) => void;

/**
 * Tables and indexes of our own that keep lists quick at any size: exact numbers without counting, the entries of a term in
 * order, a day's place in a long list. The engine's triggers keep them, so that they are right whoever writes. Everything
 * works without them; they are used while they are all there, which is looked at again and again, because a restored table
 * has lost its triggers.
 */
export interface ListIndex {
  readonly isUsable: boolean;
  /** Whether the versions of entries can be relied on: they are kept, and read where the rows are read. */
  readonly hasVersions: boolean;
  /** Creates it, or makes it anew. Writers wait meanwhile; readers do not. */
  build(progress?: BuildProgress): Promise<void>;
  remove(): Promise<void>;
  /** Whether all of it is there. */
  look(): Promise<boolean>;
  /** From now on it is used while it is complete. */
  watch(): Promise<void>;
  unwatch(): void;
  /** Sentences about numbers that are not those of the rows; none should ever be found. */
  differences(): Promise<string[]>;
}
