import { type ReadableScope } from './readable-scope.js';

/** A question to the posts table, in plain values. What is left out does not restrict. */
export interface EntryQuery {
  readonly type: string;
  /** `any` stands for all but trash and automatic drafts. */
  readonly statuses: readonly string[];
  readonly search?: EntrySearch;
  /** Site time, exclusive. */
  readonly after?: string;
  readonly before?: string;
  readonly authors?: readonly number[];
  readonly notAuthors?: readonly number[];
  /** An empty list finds nothing. */
  readonly only?: readonly number[];
  readonly except?: readonly number[];
  readonly parents?: readonly number[];
  readonly notParents?: readonly number[];
  readonly menuOrder?: number;
  readonly slugs?: readonly string[];
  /** Media types: whole ones (`image/png`), or a kind (`image/`). */
  readonly mimeTypes?: readonly string[];
  readonly terms?: readonly TermCondition[];
  readonly orderby: string;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** What the requester may read; left out where everything is. */
  readonly scope?: ReadableScope;
}

export interface EntrySearch {
  readonly text: string;
  /** The name of an attached file counts too. */
  readonly inFileNames?: boolean;
}

/** At least one of `any`, and none of `none`; children of terms do not count. */
export interface TermCondition {
  readonly taxonomy: string;
  readonly any?: readonly number[];
  readonly none?: readonly number[];
}

/** Whether the list may contain entries that its requester may not read. Published ones everybody may. */
export function isScoped({ type, statuses, scope }: EntryQuery): boolean {
  if (!scope || scope.readsAll) return false;
  return type === 'attachment' || statuses.some((status) => status !== 'publish');
}
