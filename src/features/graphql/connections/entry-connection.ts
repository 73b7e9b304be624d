import { type PostType } from '../../../content-model/index.js';
import { fragment, isIn, isNotIn, NO_ROW, type SqlFragment } from '../../../database/index.js';
import { type EntryQuery, readableScope, type TermFilter } from '../../../modules/entries/index.js';
import { BatchLoader } from '../model/batch-loader.js';
import { type GraphContext } from '../context/graph-context.js';
import { type EntryNode } from '../nodes/entry-node.js';
import { entryNodes } from '../nodes/find-nodes.js';
import { databaseIdOf } from '../model/global-id.js';
import { withTemplate } from '../stores/entry-filters.store.js';
import { dateConditions, type DateQuery } from '../stores/date-conditions.js';
import { type EntryOrder, type EntryRowsQuery, type EntrySortField, type OfOwner } from '../stores/entry-rows.store.js';
import { type KeysetPage } from '../stores/keyset.store.js';
import { after, type MaybeLater } from '../model/later.js';
import { ConnectionPage, numberedCursor, type PageArgs, readPaging, argumentsKey } from '../model/paging.js';

type Ids = readonly unknown[] | null;

export interface EntryWhere {
  readonly author?: number | null;
  readonly authorIn?: Ids;
  readonly authorName?: string | null;
  readonly authorNotIn?: Ids;
  readonly categoryId?: number | null;
  readonly categoryIn?: Ids;
  readonly categoryName?: string | null;
  readonly categoryNotIn?: Ids;
  readonly contentTypes?: readonly string[] | null;
  readonly dateQuery?: DateQuery | null;
  readonly hasPassword?: boolean | null;
  readonly id?: number | null;
  readonly in?: Ids;
  readonly isSticky?: boolean | null;
  readonly mimeType?: string | null;
  readonly name?: string | null;
  readonly nameIn?: readonly string[] | null;
  readonly notIn?: Ids;
  readonly orderby?: readonly ({ readonly field: EntrySortField; readonly order: 'ASC' | 'DESC' } | null)[] | null;
  readonly parent?: unknown;
  readonly parentIn?: Ids;
  readonly parentNotIn?: Ids;
  readonly password?: string | null;
  readonly search?: string | null;
  readonly stati?: readonly string[] | null;
  readonly status?: string | null;
  readonly tag?: string | null;
  readonly tagId?: string | null;
  readonly tagIn?: Ids;
  readonly tagNotIn?: Ids;
  readonly tagSlugAnd?: readonly string[] | null;
  readonly tagSlugIn?: readonly string[] | null;
  readonly template?: string | null;
  readonly title?: string | null;
}

export interface EntryArgs extends PageArgs {
  readonly where?: EntryWhere | null;
}

export interface EntryScope {
  readonly types: readonly string[];
  /** Statuses of the list if none is requested. */
  readonly defaultStatuses?: readonly string[];
  /** Conditions of the field. */
  readonly where?: readonly SqlFragment[];
  readonly defaultOrder?: readonly EntryOrder[];
  readonly ignoresStatus?: boolean;
}

const EMPTY: readonly never[] = [];
const idsOf = (values: Ids | undefined) => (values ?? EMPTY).map((value) => databaseIdOf(value)).filter((id) => id > 0);
const words = (status: string) => status.toLowerCase().replaceAll('_', '-');

/** Undefined if the list is empty for this requester. */
export async function entryRows(
  ctx: GraphContext,
  { where, ...page }: EntryArgs,
  scope: EntryScope,
): Promise<EntryRowsQuery | undefined> {
  const paging = readPaging(page);
  const types = typesOf(ctx, where?.contentTypes, scope.types);
  const statuses = scope.ignoresStatus ? (scope.defaultStatuses ?? ['inherit']) : statusesOf(ctx, where, types, scope);
  if (types.length === 0 || statuses.length === 0) return undefined;
  const [after, before] = await Promise.all([cursorRow(ctx, paging.after), cursorRow(ctx, paging.before)]);
  const conditions = [...(scope.where ?? []), ...(await conditionsOf(ctx, where ?? {}))];
  const order = ordersOf(where, scope);
  return {
    query: queryOf(ctx, where ?? {}, types, statuses, await termFilters(ctx, where ?? {})),
    where: conditions,
    order,
    amount: paging.amount,
    isBackward: paging.isBackward,
    ...(after && { after }),
    ...(before && { before }),
  };
}

/** A cursor counts if its entry exists, whatever its type. */
async function cursorRow(ctx: GraphContext, cursor: string | undefined): Promise<number> {
  const id = numberedCursor(cursor);
  return id > 0 && (await ctx.entries.get(id)) ? id : 0;
}

function typesOf(
  ctx: GraphContext,
  requested: readonly string[] | null | undefined,
  types: readonly string[],
): string[] {
  if (!requested?.length) return [...types];
  return requested
    .flatMap((value) => ctx.content.typeOf(value)?.definition.name ?? [])
    .filter((name) => types.includes(name));
}

/** The statuses that the requester may list; single entries that must not be known are left out afterwards. */
function statusesOf(
  ctx: GraphContext,
  where: EntryWhere | null | undefined,
  types: readonly string[],
  { defaultStatuses }: EntryScope,
): string[] {
  const requested = where?.stati?.length ? where.stati.map(words) : where?.status ? [words(where.status)] : undefined;
  if (!requested)
    return defaultStatuses
      ? [...defaultStatuses]
      : types.every((type) => type === 'attachment')
        ? ['inherit']
        : ['publish'];
  const declared = types.flatMap((name) => ctx.site.model.types.get(name) ?? []);
  const may = (test: (type: PostType) => boolean) => declared.every(test);
  return requested.filter((status) => {
    if (status === 'publish') return true;
    if (status === 'private') return may(({ capabilities }) => ctx.can(capabilities.read_private_posts));
    return may(({ capabilities }) => ctx.can(capabilities.edit_posts));
  });
}

function ordersOf(where: EntryWhere | null | undefined, { defaultOrder }: EntryScope): EntryOrder[] {
  const requested = (where?.orderby ?? []).flatMap((sort) =>
    sort ? [{ field: sort.field, isDescending: sort.order === 'DESC' }] : [],
  );
  if (requested.length > 0) return requested;
  if (where?.in?.length) return [{ field: 'IN', isDescending: false }];
  if (where?.search) return [];
  return [...(defaultOrder ?? [{ field: 'DATE', isDescending: true }])];
}

function queryOf(
  ctx: GraphContext,
  where: EntryWhere,
  types: readonly string[],
  statuses: readonly string[],
  terms: readonly TermFilter[],
): EntryQuery {
  const include = [...(where.id ? [where.id] : []), ...idsOf(where.in)];
  const parents = where.parentIn
    ? where.parentIn
    : where.parent === undefined || where.parent === null
      ? []
      : [where.parent];
  const slugs = [...(where.name ? [where.name] : []), ...(where.nameIn ?? [])];
  return {
    type: types[0]!,
    ...(types.length > 1 && { types }),
    statuses,
    perPage: 0,
    offset: 0,
    orderby: 'date',
    order: 'desc',
    ...(include.length > 0 && { include }),
    ...(where.notIn?.length && { exclude: idsOf(where.notIn) }),
    ...(where.author && { authors: [where.author] }),
    ...(where.authorIn?.length && { authors: idsOf(where.authorIn) }),
    ...(where.authorNotIn?.length && { authorsExclude: idsOf(where.authorNotIn) }),
    ...(parents.length > 0 && { parents: parents.map((value) => databaseIdOf(value)) }),
    ...(where.parentNotIn?.length && { parentsExclude: where.parentNotIn.map((value) => databaseIdOf(value)) }),
    ...(slugs.length > 0 && { slugs }),
    ...(where.mimeType && { mimeTypes: [ctx.content.mimeTypes.get(where.mimeType) ?? where.mimeType] }),
    ...(where.search && { search: where.search }),
    ...(terms.length > 0 && { terms }),
  };
}

async function termFilters(ctx: GraphContext, where: EntryWhere): Promise<TermFilter[]> {
  const { terms, termRows } = ctx.services;
  const filters: TermFilter[] = [];
  const bySlug = async (taxonomy: string, slug: string) => (await termRows.find([taxonomy], 'slug', slug))?.id ?? 0;
  const withChildren = async (id: number, taxonomy: string) =>
    id > 0 && ctx.site.model.taxonomies.get(taxonomy)?.hierarchical ? terms.withDescendants(id, taxonomy) : [id];
  const add = (taxonomy: string, include: readonly number[]) => void filters.push({ taxonomy, include });
  const remove = (taxonomy: string, exclude: readonly number[]) => void filters.push({ taxonomy, exclude });
  if (where.categoryId) add('category', await withChildren(where.categoryId, 'category'));
  if (where.categoryName)
    add(
      'category',
      await withChildren(
        await bySlug('category', where.categoryName.split('/').filter(Boolean).at(-1) ?? ''),
        'category',
      ),
    );
  if (where.categoryIn?.length) add('category', idsOf(where.categoryIn));
  if (where.categoryNotIn?.length) remove('category', idsOf(where.categoryNotIn));
  if (where.tag)
    add('post_tag', await Promise.all(where.tag.split(/[,+]/).map((slug) => bySlug('post_tag', slug.trim()))));
  if (where.tagId) add('post_tag', [databaseIdOf(where.tagId)]);
  if (where.tagIn?.length) add('post_tag', idsOf(where.tagIn));
  if (where.tagNotIn?.length) remove('post_tag', idsOf(where.tagNotIn));
  if (where.tagSlugIn?.length)
    add('post_tag', await Promise.all(where.tagSlugIn.map((slug) => bySlug('post_tag', slug))));
  for (const slug of where.tagSlugAnd ?? []) add('post_tag', [await bySlug('post_tag', slug)]);
  return filters;
}

/** What a query of the REST API cannot have. */
async function conditionsOf(ctx: GraphContext, where: EntryWhere): Promise<SqlFragment[]> {
  const { tables } = ctx.services.database;
  const conditions: SqlFragment[] = [];
  if (where.authorName) {
    const id = await ctx.services.users.idBy('nicename', where.authorName);
    conditions.push(id === undefined ? NO_ROW : fragment('post_author = ?', id));
  }
  if (typeof where.hasPassword === 'boolean')
    conditions.push(fragment(where.hasPassword ? `post_password <> ''` : `post_password = ''`));
  // Otherwise a list would tell which entries a guessed password opens.
  if (where.password && ctx.can('edit_others_posts')) conditions.push(fragment('post_password = ?', where.password));
  if (where.search && !ctx.can('edit_others_posts'))
    // Totals of a search would tell the texts of entries with a password.
    conditions.push(fragment(`(post_password = '' OR (post_author = ? AND post_author > 0))`, ctx.principal.id));
  if (where.title) conditions.push(fragment('post_title = ?', where.title));
  if (typeof where.isSticky === 'boolean') {
    const sticky = ctx.site.ids('sticky_posts');
    if (where.isSticky) conditions.push(sticky.length > 0 ? isIn('ID', sticky) : NO_ROW);
    else if (sticky.length > 0) conditions.push(isNotIn('ID', sticky));
  }
  if (where.template) {
    const file = ctx.content.templates.find(({ value }) => value === where.template)?.file;
    conditions.push(withTemplate(tables, file));
  }
  if (where.dateQuery) conditions.push(...dateConditions(where.dateQuery));
  return conditions;
}

function toPage(
  ctx: GraphContext,
  args: PageArgs,
  rows: KeysetPage,
  ids: readonly number[],
  total?: () => Promise<number>,
): MaybeLater<ConnectionPage<EntryNode>> {
  const paging = readPaging(args);
  const page = ids.slice(0, rows.amount);
  if (rows.isBackward) page.reverse();
  return after(
    entryNodes(ctx, page),
    (nodes) =>
      new ConnectionPage(
        nodes,
        paging,
        { hasMore: ids.length > rows.amount, hasAfter: rows.after !== undefined, hasBefore: rows.before !== undefined },
        ({ databaseId }) => databaseId,
        total,
      ),
  );
}

const nothing = (args: PageArgs) =>
  new ConnectionPage<EntryNode>([], readPaging(args), { hasMore: false, hasAfter: false, hasBefore: false }, () => 0);

/** Entries that are not connected with a node. */
export async function entryConnection(
  ctx: GraphContext,
  args: EntryArgs,
  scope: EntryScope,
): Promise<ConnectionPage<EntryNode>> {
  for (const type of scope.types) ctx.keys.list(ctx.content.type(type)?.type ?? type);
  const rows = await entryRows(ctx, args, scope);
  if (!rows) return nothing(args);
  const found = await ctx.services.entryRows.page(rows);
  for (const entry of found) if ('type' in entry) ctx.entries.prime(entry.id, entry);
  const ids = found.map(({ id }) => id);
  const readable = { ...rows, query: { ...rows.query, scope: readableScope(ctx) } };
  return toPage(ctx, args, rows, ids, () => ctx.services.entryRows.count(readable));
}

/** Entries that are connected with a node, for all nodes of a level in one statement. */
export function ownedEntryConnection(
  ctx: GraphContext,
  owner: number,
  args: EntryArgs,
  { field, of, ...scope }: EntryScope & { readonly field: string; readonly of: OfOwner },
): MaybeLater<ConnectionPage<EntryNode>> {
  const loader = ctx.once(
    `${field}:${argumentsKey(args)}`,
    () =>
      new BatchLoader<number, { rows: EntryRowsQuery; ids: number[] } | undefined>(async (owners) => {
        const rows = await entryRows(ctx, args, scope);
        if (!rows) return new Map();
        const pages = await ctx.services.entryRows.pages(rows, owners, of);
        return new Map([...pages].map(([id, ids]) => [id, { rows, ids }]));
      }),
  );
  return after(loader.get(owner), (found) => (found ? toPage(ctx, args, found.rows, found.ids) : nothing(args)));
}
