import { decodePath, folderOf, isOwnHost, readPageAddress, requestedAddress } from '../../../modules/entries/index.js';
import { frontOf } from '../../../modules/terms/index.js';
import { decodeUrlText, encodeUtf8 } from '../../../text/index.js';
import { type GraphContext } from '../context/graph-context.js';
import { GraphError } from '../model/graph-error.js';
import { databaseIdOf, readGlobalId } from '../model/global-id.js';
import { type CommentNode } from './comment-node.js';
import { type EntryNode } from './entry-node.js';
import { commentNode, entryNode, menuNode, termById, termNode, userNode } from './find-nodes.js';
import { MenuItemNode, type MenuNode } from './menu-nodes.js';
import { type PluginNode, pluginNodes, type RoleNode, roleNodes, type ThemeNode, themeNodes } from './site-nodes.js';
import { TermNode } from './term-node.js';
import { ContentTypeNode, TaxonomyNode } from './type-nodes.js';
import { UserNode } from './user-node.js';

export interface IdArgs {
  readonly id: string;
  readonly idType?: string | null;
  readonly asPreview?: boolean | null;
}

const invalidId = () => new GraphError('The ID is not valid for its idType.');

/** The entry that the arguments name, if it is of the type and exists for the requester. */
export async function entryById(ctx: GraphContext, args: IdArgs, type?: string): Promise<EntryNode | null> {
  const id = await entryIdOf(ctx, args, type);
  const found = await entryNode(ctx, id);
  if (!found || found.isRevisionRow || (type !== undefined && found.entry.type !== type)) return null;
  if (!ctx.content.type(found.entry.type)) return null;
  if (!args.asPreview) return found;
  return (await previewOf(ctx, found)) ?? (ctx.can('edit_posts') && found.entry.status !== 'publish' ? found : null);
}

async function entryIdOf(ctx: GraphContext, { id, idType }: IdArgs, type: string | undefined): Promise<number> {
  const { entryRows } = ctx.services;
  switch (idType ?? 'ID') {
    case 'DATABASE_ID':
      return /^\d{1,15}$/.test(id.trim()) ? Number(id) : 0;
    case 'SLUG':
      return (
        (await entryRows.bySlug(type ?? 'post', storedSlug(id))) ?? (await entryRows.bySlug(type ?? 'post', id)) ?? 0
      );
    case 'URI': {
      const found = await nodeByUri(ctx, id);
      return found?.kind === 'entry' ? found.databaseId : 0;
    }
    case 'SOURCE_URL': {
      const { uploadsUrl } = ctx.site;
      return id.startsWith(`${uploadsUrl}/`) ? ((await entryRows.byFile(id.slice(uploadsUrl.length + 1))) ?? 0) : 0;
    }
    default: {
      const found = readGlobalId(id);
      if (!found) throw invalidId();
      return found.kind === 'post' ? databaseIdOf(found.id) : 0;
    }
  }
}

/** The newest revision of an entry for those who may preview it; undefined for others, the entry itself without revisions. */
export async function previewOf(ctx: GraphContext, node: EntryNode): Promise<EntryNode | undefined> {
  if (!node.mayPreview) return undefined;
  const id = await ctx.revisions.get(node.entry.id);
  return id === undefined ? node : ((await entryNode(ctx, id)) ?? node);
}

export async function termByArgs(ctx: GraphContext, { id, idType }: IdArgs, taxonomies: readonly string[]) {
  const found = await (async (): Promise<TermNode | undefined> => {
    switch (idType ?? 'ID') {
      case 'DATABASE_ID':
        return termById(ctx, databaseIdOf(id));
      case 'SLUG':
      case 'NAME': {
        if (taxonomies.length === 0) return undefined;
        const { termRows } = ctx.services;
        return termNode(
          ctx,
          idType === 'SLUG'
            ? await termRows.find(taxonomies, 'slug', storedSlug(id))
            : await termRows.find(taxonomies, 'name', id),
        );
      }
      case 'URI': {
        const node = await nodeByUri(ctx, id);
        return node instanceof TermNode ? node : undefined;
      }
      default: {
        const parts = readGlobalId(id);
        if (!parts) throw invalidId();
        return parts.kind === 'term' ? termById(ctx, databaseIdOf(parts.id)) : undefined;
      }
    }
  })();
  return found && taxonomies.includes(found.term.taxonomy) ? found : null;
}

export async function userByArgs(ctx: GraphContext, { id, idType }: IdArgs): Promise<UserNode | null> {
  const { users } = ctx.services;
  const by = async (member: 'login' | 'email' | 'nicename', value: string) => (await users.idBy(member, value)) ?? 0;
  const found = await (async () => {
    switch (idType ?? 'ID') {
      case 'DATABASE_ID':
        return databaseIdOf(id);
      case 'SLUG':
        return by('nicename', id);
      case 'EMAIL':
      case 'USERNAME':
        if (!ctx.can('list_users'))
          throw new GraphError(
            'Accounts are found by login or e-mail address only for those who list users.',
            'FORBIDDEN',
          );
        return by(idType === 'EMAIL' ? 'email' : 'login', id);
      case 'URI': {
        const node = await nodeByUri(ctx, id);
        return node instanceof UserNode ? node.databaseId : 0;
      }
      default: {
        const parts = readGlobalId(id);
        if (!parts) throw invalidId();
        return parts.kind === 'user' ? databaseIdOf(parts.id) : 0;
      }
    }
  })();
  return (await userNode(ctx, found)) ?? null;
}

export async function commentByArgs(ctx: GraphContext, { id, idType }: IdArgs) {
  if (idType === 'DATABASE_ID') return (await commentNode(ctx, databaseIdOf(id))) ?? null;
  const parts = readGlobalId(id);
  if (!parts) throw invalidId();
  return parts.kind === 'comment' ? ((await commentNode(ctx, databaseIdOf(parts.id))) ?? null) : null;
}

export async function menuByArgs(ctx: GraphContext, { id, idType }: IdArgs): Promise<MenuNode | null> {
  const { termRows, menuLocations } = ctx.services;
  const term = await (async () => {
    switch (idType ?? 'ID') {
      case 'DATABASE_ID':
        return ctx.terms.get(databaseIdOf(id));
      case 'NAME':
      case 'SLUG':
        return termRows.find(['nav_menu'], idType === 'NAME' ? 'name' : 'slug', id);
      case 'LOCATION': {
        const name = ctx.content.locations.get(id) ?? id.toLowerCase();
        const menu = (await menuLocations.list()).get(name)?.menu ?? 0;
        return menu > 0 ? ctx.terms.get(menu) : undefined;
      }
      default: {
        const parts = readGlobalId(id);
        if (!parts) throw invalidId();
        return parts.kind === 'term' ? ctx.terms.get(databaseIdOf(parts.id)) : undefined;
      }
    }
  })();
  return (await menuNode(ctx, term)) ?? null;
}

export async function menuItemByArgs(ctx: GraphContext, { id, idType }: IdArgs): Promise<MenuItemNode | null> {
  const parts = idType === 'DATABASE_ID' ? undefined : readGlobalId(id);
  if (idType !== 'DATABASE_ID' && !parts) throw invalidId();
  const number = databaseIdOf(parts?.id ?? id);
  return (await menuItemNode(ctx, number)) ?? null;
}

/** Items of menus that exist for the requester. */
export async function menuItemNode(ctx: GraphContext, id: number): Promise<MenuItemNode | undefined> {
  const entry = id > 0 ? await ctx.contents.get(id) : undefined;
  if (entry?.type !== 'nav_menu_item') return undefined;
  const [item] = await ctx.services.menuItems.load(ctx.site, [entry]);
  const menu = item?.menu === undefined ? undefined : await menuNode(ctx, await ctx.terms.get(item.menu));
  return item && menu ? new MenuItemNode(ctx, item, async (entryId) => entryNode(ctx, entryId)) : undefined;
}

/** The node that a global ID names. */
export async function nodeById(ctx: GraphContext, id: string | null | undefined): Promise<object | null> {
  if (!id) return null;
  const parts = readGlobalId(id);
  if (!parts) throw new GraphError('This is not a global ID.');
  const number = databaseIdOf(parts.id);
  switch (parts.kind) {
    case 'post':
      return (await entryNode(ctx, number)) ?? (await menuItemNode(ctx, number)) ?? null;
    case 'term': {
      const term = number > 0 ? await ctx.terms.get(number) : undefined;
      return termNode(ctx, term) ?? (await menuNode(ctx, term)) ?? null;
    }
    case 'user':
      return (await userNode(ctx, number)) ?? null;
    case 'comment':
      return (await commentNode(ctx, number)) ?? null;
    case 'post_type': {
      const type = ctx.content.type(parts.id);
      return type ? new ContentTypeNode(ctx, type) : null;
    }
    case 'taxonomy': {
      const taxonomy = ctx.content.taxonomy(parts.id);
      return taxonomy ? new TaxonomyNode(ctx, taxonomy) : null;
    }
    case 'theme':
      return (await themeNodes(ctx)).find((node: ThemeNode) => node.slug === parts.id) ?? null;
    case 'plugin':
      return (await pluginNodes(ctx)).find((node: PluginNode) => node.path === parts.id) ?? null;
    case 'user_role':
      return (await roleNodes(ctx)).find((node: RoleNode) => node.name === parts.id) ?? null;
    default:
      throw new GraphError('There are no nodes of the kind that the ID names.');
  }
}

/** Slugs are stored with escapes; clients may send them decoded. */
const storedSlug = (slug: string) => encodeUtf8(decodeUrlText(slug).toLowerCase());

type Addressed = EntryNode | TermNode | UserNode | ContentTypeNode | CommentNode;

/** What is at an address of the site, by the rules of the site's own pages. */
export async function nodeByUri(ctx: GraphContext, uri: string): Promise<Addressed | undefined> {
  const { site, services } = ctx;
  const comment = /#comment-(\d{1,15})$/.exec(uri)?.[1];
  if (comment !== undefined) return commentNode(ctx, Number(comment));
  const local = localAddress(ctx, uri);
  const requested = local === undefined ? undefined : requestedAddress(site.home, local);
  if (!requested) return undefined;
  const format = formatAt(ctx, requested.path, requested.query);
  if (format !== undefined)
    return termNode(ctx, await services.termRows.find(['post_format'], 'slug', `post-format-${format}`));
  const address = readPageAddress(requested.path, requested.query, site);
  if ('isFeed' in address && address.isFeed) return undefined;
  // Without pretty permalinks, archives have no paths.
  const isPath = requested.path !== '/' && address.kind !== 'entry';
  if (isPath && site.option('permalink_structure') === '') return undefined;
  switch (address.kind) {
    case 'home': {
      if (address.page > 1) return undefined;
      if (ctx.frontPage > 0) return entryNode(ctx, ctx.frontPage);
      return typeNode(ctx, 'post');
    }
    case 'type':
      return typeNode(ctx, address.type);
    case 'term':
    case 'author': {
      const archive = await services.archives.at(address, site);
      if (!archive) return undefined;
      return address.kind === 'term' ? termById(ctx, archive.id ?? 0) : userNode(ctx, archive.id ?? 0);
    }
    case 'declared': {
      const type = site.model.types.get(address.type);
      return addressedEntry(ctx, type ? await services.addresses.entryOf(site, type, address.path) : undefined);
    }
    case 'entry': {
      if (address.id !== undefined) return addressedEntry(ctx, address.id);
      const url = (/^\w+:\/\/[^/]*/.exec(site.home)?.[0] ?? '') + requested.url;
      const id = (await services.addresses.entriesAt(site, [url])).get(url);
      if (id !== undefined) return atPermalink(ctx, await addressedEntry(ctx, id), requested.path);
      return (await services.former.postsPageAt(site, requested.url)) ? typeNode(ctx, 'post') : undefined;
    }
    default:
      return undefined;
  }
}

/** The post format whose archive is at an address. */
function formatAt({ site }: GraphContext, path: string, query: URLSearchParams): string | undefined {
  const structure = site.option('permalink_structure');
  if (structure === '') return path === '/' ? (query.get('post_format') ?? undefined) : undefined;
  const folder = `${frontOf(structure)}type/`;
  return path.startsWith(folder) ? /^([\w-]+)\/?$/.exec(path.slice(folder.length))?.[1] : undefined;
}

function typeNode(ctx: GraphContext, name: string): ContentTypeNode | undefined {
  const type = ctx.content.type(name);
  return type && new ContentTypeNode(ctx, type);
}

async function addressedEntry(
  ctx: GraphContext,
  id: number | undefined,
): Promise<EntryNode | ContentTypeNode | undefined> {
  if (id === undefined) return undefined;
  const node = await entryNode(ctx, id);
  if (!node || !ctx.content.type(node.entry.type)) return undefined;
  // What is not public has an address for those who may read it completely.
  if (node.isRestricted && node.entry.status !== 'publish') return undefined;
  return node.isPostsPage ? typeNode(ctx, 'post') : node;
}

/** Other addresses of an entry, which a site redirects, are not its own. The front page also has that of its slug. */
async function atPermalink<N extends EntryNode | ContentTypeNode>(
  ctx: GraphContext,
  node: N | undefined,
  path: string,
): Promise<N | undefined> {
  if (node?.kind !== 'entry' || node.isFrontPage) return node;
  const own = decodePath(ctx.path(await ctx.link(node.entry))) ?? '';
  return withoutSlash(own) === withoutSlash(path) ? node : undefined;
}

/** Without the page of its comments. */
const withoutSlash = (path: string) => path.replace(/(?:\/comment-page-\d+)?\/?$/, '');

/** Path and query of an address of this site; undefined for others. */
function localAddress({ site }: GraphContext, uri: string): string | undefined {
  const [text = ''] = uri.split('#', 1);
  if (text === '' || text.length > 2000) return undefined;
  if (!/^[a-z][\w+.-]*:|^\/\//i.test(text)) {
    const folder = folderOf(site.home);
    const path = text.startsWith('/') ? text : `/${text}`;
    return folder !== '' && !path.startsWith(`${folder}/`) ? folder + path : path;
  }
  if (!URL.canParse(text, site.home) || !isOwnHost(text, site.home)) return undefined;
  const { pathname, search } = new URL(text, site.home);
  return pathname + search;
}
