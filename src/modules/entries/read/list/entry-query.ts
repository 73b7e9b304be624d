import { type ListQuery } from '../../../../database/lists/list-query.js';
import { type FilterDeclaration, type OrderDeclaration } from '../../../../content-model/declared-queries.js';
import { type ReadableScope } from './readable-scope.store.js';

/** A query for entries of one post type. An empty `include` finds nothing; other empty lists do not restrict. */
export interface EntryQuery extends ListQuery {
  readonly type: string;
  /** Entries of several types, instead of `type`; only published ones. */
  readonly types?: readonly string[];
  /** `any` stands for all but trash and automatic drafts. */
  readonly statuses: readonly string[];
  /** Whether a search also looks at the names of attached files. */
  readonly searchesFileNames?: boolean;
  /** Columns that are searched, if not title, excerpt and content. */
  readonly searchColumns?: readonly string[];
  /** A search term must be all of a column, not a part of it. */
  readonly searchesExactly?: boolean;
  /** Site time, exclusive. */
  readonly after?: string;
  readonly before?: string;
  readonly modifiedAfter?: string;
  readonly modifiedBefore?: string;
  readonly authors?: readonly number[];
  readonly authorsExclude?: readonly number[];
  readonly parents?: readonly number[];
  readonly parentsExclude?: readonly number[];
  readonly menuOrder?: number;
  readonly slugs?: readonly string[];
  /** MIME types: complete ones (`image/png`), or the first half (`image/`). */
  readonly mimeTypes?: readonly string[];
  readonly terms?: readonly TermFilter[];
  /** Conditions on terms that `terms` cannot express, all or any of which must hold. */
  readonly termQuery?: TermQuery;
  /** Post formats; `standard` stands for none. */
  readonly formats?: readonly string[];
  /** Entries of one author are in the direction of the order, as an index on authors has them. */
  readonly tiesFollowAuthors?: boolean;
  /** Published entries that come first on the first page, in addition to it. */
  readonly leading?: readonly number[];
  /** Filters that modules declare, with their values. */
  readonly filters?: readonly (readonly [FilterDeclaration, value: unknown])[];
  /** An order that a module declares. */
  readonly sortBy?: OrderDeclaration;
  /** What the requester may read; left out where that is everything. */
  readonly scope?: ReadableScope;
}

/** A query as a request states it; the service adds what the requester may read. */
export type RequestedEntries = Omit<EntryQuery, 'scope'>;

/** At least one term of `include`, and none of `exclude`. Descendants of the terms do not count. */
export interface TermFilter {
  readonly taxonomy: string;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
}

export interface TermQuery {
  readonly relation: 'AND' | 'OR';
  readonly tests: readonly TermTest[];
}

/** Whether an entry has, or has not, terms of one taxonomy. */
export interface TermTest {
  readonly taxonomy: string;
  readonly ids: readonly number[];
  /** Whether all of the terms count, or any. */
  readonly operator: 'AND' | 'OR';
  readonly withDescendants: boolean;
  readonly isExcluded: boolean;
}

/** Whether the only entries that the requester may not read are those whose parent is not public. */
export function dependsOnParents({ type, statuses }: EntryQuery): boolean {
  return type === 'attachment' && statuses.every((status) => status === 'inherit');
}

/** Whether the list may contain entries that its requester may not read. Published ones everyone may read. */
export function isScoped({ type, statuses, scope }: EntryQuery): boolean {
  // What is attached follows its parent, which may be of any type.
  if (!scope || scope.readsAll(type === 'attachment' ? undefined : type)) return false;
  return type === 'attachment' || statuses.some((status) => status !== 'publish');
}
