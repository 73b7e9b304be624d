import { BatchLoader } from '../model/batch-loader.js';
import { type GraphContext } from '../context/graph-context.js';
import { termNode } from '../nodes/find-nodes.js';
import { ancestorLoader, type TermNode } from '../nodes/term-node.js';
import { databaseIdOf } from '../model/global-id.js';
import { after, type Later, type MaybeLater } from '../model/later.js';
import { asksFor, type Lookahead } from '../model/lookahead.js';
import { ConnectionPage, numberedCursor, type PageArgs, pageOf, readPaging, argumentsKey } from '../model/paging.js';
import { type GraphTerm } from '../stores/term-rows.js';
import { type TermRowsQuery, type TermSortField } from '../stores/term-rows.store.js';

type Ids = readonly unknown[] | null;

export interface TermArgs extends PageArgs {
  readonly where?: {
    readonly childOf?: number | null;
    readonly childless?: boolean | null;
    readonly descriptionLike?: string | null;
    readonly exclude?: Ids;
    readonly excludeTree?: Ids;
    readonly hideEmpty?: boolean | null;
    readonly include?: Ids;
    readonly name?: readonly string[] | null;
    readonly nameLike?: string | null;
    readonly objectIds?: Ids;
    readonly order?: 'ASC' | 'DESC' | null;
    readonly orderby?: TermSortField | null;
    readonly parent?: number | null;
    readonly search?: string | null;
    readonly slug?: readonly string[] | null;
    readonly taxonomies?: readonly string[] | null;
    readonly termTaxonomyId?: Ids;
  } | null;
}

const idsOf = (values: Ids | undefined) => (values ?? []).map((value) => databaseIdOf(value));

async function queryOf(
  ctx: GraphContext,
  { where }: TermArgs,
  taxonomies: readonly string[],
  fixed: Partial<TermRowsQuery> = {},
): Promise<TermRowsQuery> {
  const requested = where?.taxonomies?.flatMap((value) => ctx.content.taxonomyOf(value)?.definition.name ?? []);
  const named = requested?.length ? taxonomies.filter((name) => requested.includes(name)) : taxonomies;
  const needsTree = where?.childOf || where?.excludeTree?.length;
  const parents = needsTree ? await ctx.services.termRows.parents(named) : new Map<number, number>();
  const below = (ids: readonly number[]) => [...parents.keys()].filter((id) => isBelow(id, ids, parents));
  const include = where?.include?.length ? idsOf(where.include) : undefined;
  const ofTree = where?.childOf ? below([where.childOf]) : undefined;
  const trees = idsOf(where?.excludeTree);
  return {
    taxonomies: named,
    ...(include || ofTree
      ? { include: include && ofTree ? include.filter((id) => ofTree.includes(id)) : (include ?? ofTree) }
      : {}),
    exclude: [...idsOf(where?.exclude), ...trees, ...below(trees)],
    termTaxonomyIds: idsOf(where?.termTaxonomyId),
    names: where?.name ?? [],
    slugs: where?.slug ?? [],
    nameLike: where?.nameLike ?? '',
    descriptionLike: where?.descriptionLike ?? '',
    search: where?.search ?? '',
    ...(typeof where?.parent === 'number' && { parent: where.parent }),
    hideEmpty: where?.hideEmpty ?? false,
    isChildless: where?.childless ?? false,
    ...(where?.objectIds?.length && { objects: idsOf(where.objectIds) }),
    orderBy: where?.orderby ?? 'NAME',
    isDescending: where?.order === 'DESC',
    ...fixed,
  };
}

function isBelow(id: number, ids: readonly number[], parents: ReadonlyMap<number, number>): boolean {
  const passed = new Set<number>();
  for (let at = parents.get(id) ?? 0; at > 0 && !passed.has(at); at = parents.get(at) ?? 0) {
    if (ids.includes(at)) return true;
    passed.add(at);
  }
  return false;
}

function nodesOf(ctx: GraphContext, terms: readonly GraphTerm[]): TermNode[] {
  return terms.flatMap((term) => termNode(ctx, term) ?? []);
}

/** Terms of taxonomies that are not connected with a node. */
export async function termConnection(
  ctx: GraphContext,
  args: TermArgs,
  taxonomies: readonly string[],
  fixed?: Partial<TermRowsQuery>,
): Promise<ConnectionPage<TermNode>> {
  const paging = readPaging(args);
  for (const taxonomy of taxonomies) ctx.keys.list(ctx.content.taxonomy(taxonomy)?.type ?? taxonomy);
  const query = await queryOf(ctx, args, taxonomies, fixed);
  const cursor = async (text: string | undefined) => {
    const id = numberedCursor(text);
    return id > 0 && (await ctx.terms.get(id)) ? id : undefined;
  };
  const [after, before] = await Promise.all([cursor(paging.after), cursor(paging.before)]);
  const isEmpty = query.taxonomies.length === 0 || query.include?.length === 0;
  const rows = isEmpty ? [] : await ctx.services.termRows.page(query, { ...paging, after, before });
  const page = rows.slice(0, paging.amount);
  if (paging.isBackward) page.reverse();
  for (const term of page) ctx.terms.prime(term.id, term);
  return new ConnectionPage(
    nodesOf(ctx, page),
    paging,
    { hasMore: rows.length > paging.amount, hasAfter: after !== undefined, hasBefore: before !== undefined },
    ({ databaseId }) => databaseId,
    () => (isEmpty ? Promise.resolve(0) : ctx.services.termRows.count(query)),
  );
}

const ALL: TermArgs = {};

/** The terms right below a term, for all terms of a level in one statement. */
export async function childTermsConnection(
  ctx: GraphContext,
  parent: number,
  args: TermArgs,
  taxonomy: string,
): Promise<ConnectionPage<TermNode>> {
  const loader = ctx.once(
    `child terms:${taxonomy}:${JSON.stringify(args.where)}`,
    () =>
      new BatchLoader<number, GraphTerm[]>(async (parents) =>
        ctx.services.termRows.ofParents(await queryOf(ctx, args, [taxonomy]), parents),
      ),
  );
  const found = (await loader.get(parent)) ?? [];
  for (const term of found) ctx.terms.prime(term.id, term);
  const paging = readPaging(args);
  const page = pageOf(found, paging, ({ id }) => id);
  return new ConnectionPage(nodesOf(ctx, page.items), paging, page, ({ databaseId }) => databaseId);
}

/** Terms of an entry, for all entries of a level in one statement; so are the fields without conditions of several taxonomies. */
export function entryTermsConnection(
  ctx: GraphContext,
  entry: number,
  args: TermArgs,
  taxonomies: readonly string[],
  info?: Lookahead,
): MaybeLater<ConnectionPage<TermNode>> {
  if (info && asksFor(info, ADDRESSES)) for (const name of taxonomies) addressed(ctx).add(name);
  return after(termsOf(ctx, entry, args, taxonomies), (found = []) => {
    for (const term of found) ctx.terms.prime(term.id, term);
    const paging = readPaging(args);
    const page = pageOf(found, paging, ({ id }) => id);
    return new ConnectionPage(nodesOf(ctx, page.items), paging, page, ({ databaseId }) => databaseId);
  });
}

function termsOf(
  ctx: GraphContext,
  entry: number,
  { where }: TermArgs,
  taxonomies: readonly string[],
): Later<GraphTerm[] | undefined> {
  const names = taxonomies.join();
  if (!where || Object.keys(where).length === 0)
    return ctx.once('terms', () => new BatchLoader(plainLoad(ctx))).get(`${entry} ${names}`);
  const load = async (ids: readonly number[]) => termsOfObjects(ctx, await queryOf(ctx, { where }, taxonomies), ids);
  const loader = ctx.once(`terms:${names}:${argumentsKey(where)}`, () => new BatchLoader<number, GraphTerm[]>(load));
  return loader.get(entry);
}

/** By entries with the taxonomies of a field: one statement reads the taxonomies of all fields, and no others. */
function plainLoad(ctx: GraphContext) {
  return async (keys: readonly string[]): Promise<Map<string, GraphTerm[]>> => {
    const asked = keys.map((key) => {
      const mark = key.indexOf(' ');
      return { key, entry: Number(key.slice(0, mark)), taxonomies: key.slice(mark + 1).split(',') };
    });
    const all = new Set(asked.flatMap(({ taxonomies }) => taxonomies));
    const query = await queryOf(
      ctx,
      ALL,
      ctx.content.taxonomies.map(({ definition }) => definition.name).filter((name) => all.has(name)),
    );
    const ids = [...new Set(asked.map(({ entry }) => entry))];
    const nested = query.taxonomies.filter((name) => addressed(ctx).has(name) && isNested(ctx, name));
    const [found] = await Promise.all([
      termsOfObjects(ctx, query, ids),
      ...nested.map((name) => preloadAncestors(ctx, name, ids)),
    ]);
    return new Map(
      asked.map(({ key, entry, taxonomies }) => [
        key,
        (found.get(entry) ?? []).filter(({ taxonomy }) => taxonomies.includes(taxonomy)),
      ]),
    );
  };
}

function termsOfObjects(ctx: GraphContext, query: TermRowsQuery, ids: readonly number[]) {
  return query.taxonomies.length === 0
    ? Promise.resolve(new Map<number, GraphTerm[]>())
    : ctx.services.termRows.ofObjects(query, ids);
}

/** Fields that show what is above a term. */
const ADDRESSES: ReadonlySet<string> = new Set(['uri', 'link']);

/** Taxonomies whose terms show their addresses. */
const addressed = (ctx: GraphContext) => ctx.once('terms with addresses', () => new Set<string>());

function isNested(ctx: GraphContext, name: string): boolean {
  const taxonomy = ctx.site.model.taxonomies.get(name);
  return taxonomy !== undefined && taxonomy.hierarchical && taxonomy.addresses.nested;
}

/** Reads what is above the terms of entries with these terms: an exchange with the database costs more than a row. */
async function preloadAncestors(ctx: GraphContext, taxonomy: string, entries: readonly number[]): Promise<void> {
  const tree = await ctx.services.terms.ancestorsOfObjects(entries, taxonomy);
  const loader = ancestorLoader(ctx, taxonomy);
  for (const id of tree.keys()) loader.prime(id, tree);
}
