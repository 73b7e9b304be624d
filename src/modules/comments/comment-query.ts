import { type RowFilterDeclaration } from '../../content-model/declared-queries.js';
import { type ListQuery } from '../../database/lists/list-query.js';
import { type ReadableScope } from '../entries/read/list/readable-scope.store.js';

export type CommentOrder = 'date' | 'date_gmt' | 'id' | 'include' | 'post' | 'parent' | 'type';

/** A query for comments. Empty lists do not restrict. */
export interface CommentQuery extends ListQuery {
  /** `approve`, `hold`, `all`, `any`, or a stored status. */
  readonly status: string;
  /** `comment`, `all`, `pings`, or a stored type. */
  readonly type: string;
  /** Stored text in site time, exclusive. */
  readonly after?: string;
  readonly before?: string;
  readonly email?: string;
  readonly posts?: readonly number[];
  readonly parents?: readonly number[];
  readonly parentsExclude?: readonly number[];
  readonly authors?: readonly number[];
  readonly authorsExclude?: readonly number[];
  readonly orderby: CommentOrder;
  /** Filters that modules declare, with their values. */
  readonly filters?: readonly (readonly [RowFilterDeclaration, value: unknown])[];
  /** The requester; absent if everything may be read. */
  readonly reader?: CommentReader;
}

/** What determines which comments a requester may read. */
export interface CommentReader {
  userId: number;
  scope: ReadableScope;
  /** Password of the one requested post. */
  password?: string;
}
