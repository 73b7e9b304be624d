import { type Query } from '../../lib/api';
import { useQueryState } from '../../lib/router';
import { type ContentType, type Taxonomy } from '../../lib/types';

export const PER_PAGE = 20;

/** The list's state is the page's address, so that it can be reloaded, shared and gone back to. */
export interface ListState {
  status: string;
  search: string;
  author: string;
  /** Ids of terms by REST base. */
  terms: Record<string, string>;
  /** Values of indexed meta by name. */
  meta: Record<string, string>;
  month: string;
  orderby: string;
  order: string;
  page: number;
}

const DEFAULTS = { status: 'any', orderby: 'date', order: 'desc' };

/** Changes of the address; an empty or missing value deletes the member. */
export type ListChange = Record<string, string | undefined>;

/** The member of the address that holds the chosen term. The prefix keeps names of taxonomies apart from the others. */
export const termParam = ({ base }: Taxonomy) => `term-${base}`;

export const metaParam = (name: string) => `meta-${name}`;

const indexedMeta = ({ members }: ContentType): string[] =>
  Object.entries(members.meta?.properties ?? {}).flatMap(([name, { indexed }]) => (indexed ? [name] : []));

export function useListState(type: ContentType): [ListState, (changes: ListChange) => void] {
  const [query, change] = useQueryState();
  const read = (name: string) => query.get(name) ?? '';
  const state: ListState = {
    status: read('status') || DEFAULTS.status,
    search: read('search'),
    author: read('author'),
    terms: Object.fromEntries(type.taxonomies.map((taxonomy) => [taxonomy.base, read(termParam(taxonomy))])),
    meta: Object.fromEntries(indexedMeta(type).map((name) => [name, read(metaParam(name))])),
    month: read('month'),
    orderby: read('orderby') || DEFAULTS.orderby,
    order: read('order') || DEFAULTS.order,
    page: Math.max(1, Number(read('page')) || 1),
  };
  // Any other change starts at the first page again.
  return [state, (changes) => change({ page: undefined, ...changes })];
}

export const hasFilters = ({ search, author, terms, month, meta }: ListState) =>
  [search, author, month, ...Object.values(terms), ...Object.values(meta)].some(Boolean);

export const noFilters = (type: ContentType): ListChange =>
  Object.fromEntries(
    ['search', 'author', 'month', ...type.taxonomies.map(termParam), ...indexedMeta(type).map(metaParam)].map(
      (name) => [name, undefined],
    ),
  );

const FIELDS =
  'id,type,date,date_gmt,modified,modified_gmt,status,slug,title,author,link,password,sticky,parent,comment_status,_links';

export function listQuery(type: ContentType, state: ListState, userId: number, isOwnOnly: boolean): Query {
  const isMine = state.status === 'mine';
  return {
    context: 'edit',
    _fields: [FIELDS, ...(type.members.meta ? ['meta'] : []), ...type.taxonomies.map(({ base }) => base)].join(),
    per_page: PER_PAGE,
    page: state.page,
    status: isMine ? 'any' : state.status,
    author: isMine || isOwnOnly ? userId : state.author,
    search: state.search,
    orderby: state.orderby,
    order: state.order,
    ...monthRange(state.month),
    ...state.terms,
    ...Object.fromEntries(
      Object.entries(state.meta).flatMap(([name, value]) => (value === '' ? [] : [[`meta[${name}]`, value]])),
    ),
  };
}

/** `2026-03` as the dates before its first and after its last second, since both bounds are exclusive. */
export function monthRange(month: string): { after?: string; before?: string } {
  const [year, number] = month.split('-').map(Number);
  if (!year || !number) return {};
  const start = Date.UTC(year, number - 1, 1);
  const end = Date.UTC(year, number, 1);
  const text = (time: number) => new Date(time).toISOString().slice(0, 19);
  return { after: text(start - 1000), before: text(end) };
}
