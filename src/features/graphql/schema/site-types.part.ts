import { type GraphContext } from '../context/graph-context.js';
import { entryConnection } from '../connections/entry-connection.js';
import { ConnectionPage, listConnection, type PageArgs, pageOf, readPaging } from '../model/paging.js';
import { termConnection } from '../connections/term-connection.js';
import { type EntryNode } from '../nodes/entry-node.js';
import { entryNode, menuNode, termById } from '../nodes/find-nodes.js';
import { menuByArgs, menuItemByArgs, nodeById, nodeByUri } from '../nodes/look-up.js';
import { MenuItemNode, menuLocations, type MenuNode } from '../nodes/menu-nodes.js';
import { pluginNodes, themeNodes } from '../nodes/site-nodes.js';
import { type TermNode } from '../nodes/term-node.js';
import { ContentTypeNode, TaxonomyNode } from '../nodes/type-nodes.js';
import { databaseIdOf, readGlobalId } from '../model/global-id.js';
import { edgeTo } from './entry-types.part.js';
import { type GraphContent } from '../model/names.js';
import { type SchemaText } from './schema-text.js';
import { ASSET_WHERE, contentNodesWhere, MENU_ITEM_WHERE, MENU_WHERE, PLUGIN_WHERE } from './where-inputs.js';

const NONE = { hasMore: false, hasAfter: false, hasBefore: false };
const noAssets = (_source: unknown, args: PageArgs) => new ConnectionPage([], readPaging(args), NONE, () => 0);

/** Post types and taxonomies, menus, theme and plugins, and nodes by ID or address. */
export function siteTypes(text: SchemaText, content: GraphContent): void {
  text.field('RootQuery', 'node(id: ID): Node', (_source, args, ctx) => nodeById(ctx, args.id));
  text.field('RootQuery', 'nodeByUri(uri: String!): UniformResourceIdentifiable', (_source, args, ctx) =>
    nodeByUri(ctx, args.uri),
  );
  contentTypes(text, content);
  menus(text);
  text.field('RootQuery', 'theme(id: ID!): Theme', async (_source, args, ctx) => {
    const slug = readGlobalId(args.id)?.id ?? args.id;
    return (await themeNodes(ctx)).find((node) => node.slug === slug) ?? null;
  });
  text.connection({
    from: 'RootQuery',
    field: 'themes',
    to: 'Theme',
    resolve: async (_source, args, ctx) => listConnection(await themeNodes(ctx), args, ({ slug }) => slug),
  });
  text.field('RootQuery', 'plugin(id: ID!): Plugin', async (_source, args, ctx) => {
    const path = readGlobalId(args.id)?.id ?? args.id;
    return (await pluginNodes(ctx)).find((node) => node.path === path) ?? null;
  });
  text.connection({
    from: 'RootQuery',
    field: 'plugins',
    to: 'Plugin',
    where: PLUGIN_WHERE,
    resolve: async (_source, args, ctx) => {
      const { search, status, stati } = args.where ?? {};
      const statuses = [...(status ? [status] : []), ...(stati ?? [])] as string[];
      const found = (await pluginNodes(ctx)).filter(
        ({ plugin, name }) =>
          (!search || name.toLowerCase().includes(search.toLowerCase())) &&
          (statuses.length === 0 || statuses.includes(plugin.isActive ? 'ACTIVE' : 'INACTIVE')),
      );
      return listConnection(found, args, ({ path }) => path);
    },
  });
  text.connection({
    from: 'RootQuery',
    field: 'registeredScripts',
    to: 'EnqueuedScript',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
  text.connection({
    from: 'RootQuery',
    field: 'registeredStylesheets',
    to: 'EnqueuedStylesheet',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
}

function contentTypes(text: SchemaText, content: GraphContent): void {
  const { types, taxonomies } = content;
  text.field('RootQuery', 'contentType(id: ID!, idType: ContentTypeIdTypeEnum): ContentType', (_source, args, ctx) => {
    const name = args.idType === 'NAME' ? args.id : readGlobalId(args.id)?.id;
    const type = content.type(name ?? '');
    return type ? new ContentTypeNode(ctx, type) : null;
  });
  text.connection({
    from: 'RootQuery',
    field: 'contentTypes',
    to: 'ContentType',
    resolve: (_source, args, ctx) =>
      listConnection(
        types.map((type) => new ContentTypeNode(ctx, type)),
        args,
        ({ name }) => name,
      ),
  });
  text.field('RootQuery', 'taxonomy(id: ID!, idType: TaxonomyIdTypeEnum): Taxonomy', (_source, args, ctx) => {
    const name = args.idType === 'NAME' ? args.id : readGlobalId(args.id)?.id;
    const taxonomy = content.taxonomy(name ?? '');
    return taxonomy ? new TaxonomyNode(ctx, taxonomy) : null;
  });
  text.connection({
    from: 'RootQuery',
    field: 'taxonomies',
    to: 'Taxonomy',
    resolve: (_source, args, ctx) =>
      listConnection(
        taxonomies.map((taxonomy) => new TaxonomyNode(ctx, taxonomy)),
        args,
        ({ name }) => name,
      ),
  });
  text.connection({
    from: 'ContentType',
    field: 'connectedTaxonomies',
    to: 'Taxonomy',
    resolve: (node: ContentTypeNode, args, ctx) => {
      const connected = content.taxonomiesOf(node.type).map((taxonomy) => new TaxonomyNode(ctx, taxonomy));
      return connected.length > 0 ? listConnection(connected, args, ({ name }) => name) : null;
    },
  });
  text.connection({
    from: 'ContentType',
    field: 'contentNodes',
    to: 'ContentNode',
    where: contentNodesWhere('ContentTypeEnum'),
    resolve: (node: ContentTypeNode, args, ctx) =>
      entryConnection(ctx, args, { types: [node.name], defaultStatuses: ['publish'] }),
  });
  text.connection({
    from: 'Taxonomy',
    field: 'connectedContentTypes',
    to: 'ContentType',
    resolve: (node: TaxonomyNode, args, ctx) =>
      listConnection(
        content.typesOf(node.taxonomy).map((type) => new ContentTypeNode(ctx, type)),
        args,
        ({ name }) => name,
      ),
  });
  text.connection({
    from: 'Taxonomy',
    field: 'connectedTerms',
    to: 'TermNode',
    resolve: (node: TaxonomyNode, args, ctx) => termConnection(ctx, args, [node.name]),
  });
}

/** Menus that exist for the requester, by name. */
async function allMenus(ctx: GraphContext): Promise<MenuNode[]> {
  return ctx.once('menus', async () => {
    const terms = await ctx.services.termRows.page(
      { taxonomies: ['nav_menu'], orderBy: 'NAME', isDescending: false },
      { amount: MAX_MENUS, isBackward: false },
    );
    const nodes = await Promise.all(terms.map((term) => menuNode(ctx, term)));
    return nodes.filter((node) => node !== undefined);
  });
}

const MAX_MENUS = 500;

/** The items of the menus that exist for the requester. */
async function allItems(ctx: GraphContext): Promise<MenuItemNode[]> {
  return ctx.once('menu items', async () => {
    const menus = new Set((await allMenus(ctx)).map(({ databaseId }) => databaseId));
    if (menus.size === 0) return [];
    const entries = await ctx.contents.many(await ctx.services.entryRows.menuItems());
    const items = await ctx.services.menuItems.load(ctx.site, entries);
    return items
      .filter(({ menu }) => menu !== undefined && menus.has(menu))
      .map((item) => new MenuItemNode(ctx, item, async (id) => entryNode(ctx, id)));
  });
}

interface ItemArgs extends PageArgs {
  readonly where?: {
    readonly id?: number | null;
    readonly location?: string | null;
    readonly parentDatabaseId?: number | null;
    readonly parentId?: string | null;
  } | null;
}

async function itemConnection(
  ctx: GraphContext,
  args: ItemArgs,
  isListed: (node: MenuItemNode) => boolean = () => true,
): Promise<ConnectionPage<MenuItemNode>> {
  const { where } = args;
  ctx.keys.list('MenuItem');
  const paging = readPaging(args, 100);
  const menu = where?.location ? await menuAt(ctx, where.location) : undefined;
  const parent =
    typeof where?.parentDatabaseId === 'number'
      ? where.parentDatabaseId
      : where?.parentId === undefined || where.parentId === null
        ? undefined
        : databaseIdOf(where.parentId);
  const found = (await allItems(ctx)).filter(
    (node) =>
      isListed(node) &&
      (!where?.location || node.item.menu === menu) &&
      (parent === undefined || node.item.parent === parent) &&
      (!where?.id || node.databaseId === where.id),
  );
  const page = pageOf(found, paging, ({ databaseId }) => databaseId);
  for (const { databaseId } of page.items) ctx.keys.node('post', databaseId, 'nav_menu_item');
  return new ConnectionPage(page.items, paging, page, ({ databaseId }) => databaseId);
}

async function menuAt(ctx: GraphContext, value: string): Promise<number> {
  const name = ctx.content.locations.get(value);
  const placed = [...(await menuLocations(ctx))].find(([, names]) => name !== undefined && names.includes(name));
  return placed?.[0] ?? 0;
}

function menus(text: SchemaText): void {
  text.field('RootQuery', 'menu(id: ID!, idType: MenuNodeIdTypeEnum): Menu', (_source, args, ctx) =>
    menuByArgs(ctx, args),
  );
  text.field('RootQuery', 'menuItem(id: ID!, idType: MenuItemNodeIdTypeEnum): MenuItem', (_source, args, ctx) =>
    menuItemByArgs(ctx, args),
  );
  text.connection({
    from: 'RootQuery',
    field: 'menus',
    to: 'Menu',
    where: MENU_WHERE,
    resolve: async (_source, args, ctx) => {
      const { id, location, slug } = args.where ?? {};
      const at = location ? await menuAt(ctx, location) : undefined;
      const found = (await allMenus(ctx)).filter(
        (node) =>
          (!id || node.databaseId === id) &&
          (!slug || node.slug === slug) &&
          (at === undefined || node.databaseId === at),
      );
      ctx.keys.list('Menu');
      for (const { databaseId } of found) ctx.keys.node('term', databaseId, 'nav_menu');
      return listConnection(found, args, ({ databaseId }) => databaseId);
    },
  });
  text.connection({
    from: 'RootQuery',
    field: 'menuItems',
    to: 'MenuItem',
    where: MENU_ITEM_WHERE,
    resolve: (_source, args, ctx) => itemConnection(ctx, args),
  });
  text.connection({
    from: 'Menu',
    field: 'menuItems',
    to: 'MenuItem',
    where: MENU_ITEM_WHERE,
    resolve: (node: MenuNode, args, ctx) => itemConnection(ctx, args, ({ item }) => item.menu === node.databaseId),
  });
  text.connection({
    from: 'MenuItem',
    field: 'childItems',
    to: 'MenuItem',
    where: MENU_ITEM_WHERE,
    resolve: (node: MenuItemNode, args, ctx) =>
      itemConnection(ctx, args, ({ item }) => item.parent === node.databaseId),
  });
  text.oneToOne({
    from: 'MenuItem',
    field: 'menu',
    to: 'Menu',
    resolve: async (node: MenuItemNode, _args, ctx) =>
      edgeTo(await menuNode(ctx, node.item.menu === undefined ? undefined : await ctx.terms.get(node.item.menu))),
  });
  text.oneToOne({
    from: 'MenuItem',
    field: 'connectedNode',
    to: 'MenuItemLinkable',
    resolve: async (node: MenuItemNode, _args, ctx) => edgeTo(await linkedNode(ctx, node)),
  });
  text.field('MenuItem', 'connectedObject: MenuItemObjectUnion', (node: MenuItemNode, _args, ctx) =>
    linkedNode(ctx, node),
  );
}

/** What an item leads to, if it is an entry or a term. */
async function linkedNode(ctx: GraphContext, { item }: MenuItemNode): Promise<EntryNode | TermNode | null> {
  if (item.kind === 'post_type') return (await entryNode(ctx, item.objectId)) ?? null;
  return item.kind === 'taxonomy' ? ((await termById(ctx, item.objectId)) ?? null) : null;
}
