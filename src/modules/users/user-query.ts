import { type ListQuery } from '../../database/lists/list-query.js';
import { type ContentModel } from '../../content-model/content-model.js';

/** A query for users. Empty lists do not restrict, nor does `exclude` next to `include`. */
export interface UserQuery extends ListQuery {
  /** Columns to search: all, those everyone sees, or those that are part of every URL. */
  readonly searched: 'all' | 'shown' | 'addresses';
  /** Columns to search instead. */
  readonly searchColumns?: readonly SearchColumn[];
  readonly slugs?: readonly string[];
  /** Roles or individually assigned capabilities; one of them is enough. */
  readonly roles?: readonly string[];
  /** Only users with published entries. */
  readonly published: boolean;
  /** Only users with published entries of one of these types. */
  readonly publishedTypes?: readonly string[];
  /** Only users whose level makes them authors. */
  readonly authors: boolean;
}

/** Columns by their names in the API. */
export const SEARCH_COLUMNS = {
  email: 'user_email',
  name: 'display_name',
  id: 'ID',
  username: 'user_login',
  slug: 'user_nicename',
} as const;

export type SearchColumn = keyof typeof SEARCH_COLUMNS;

export type TypesWithRoutes = Pick<ContentModel, 'restTypes'>;

export const typeNames = ({ restTypes }: TypesWithRoutes): string[] => restTypes.map((type) => type.name);
