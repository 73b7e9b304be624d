import { Injectable } from '@nestjs/common';
import { type PostType } from '../../content-model/post-types.js';
import { type Site } from '../../site/site.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { type Entry } from '../entries/model/entry.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { renderTitle, ShortcodeRegistry } from '../../rendering/index.js';
import { frontOf, rootOf, type Term, termLink } from '../terms/term.js';
import { TermsStore } from '../terms/terms.store.js';
import { MENU_ITEM_KEYS, MENU_TAXONOMY, type MenuItem, readMenuItem, type StoredMenuItem } from './menu-item.js';

/** The target of an item. */
type Destination = Pick<MenuItem, 'title' | 'label' | 'url' | 'isInvalid' | 'isPublic' | 'objectRoute' | 'objectType'>;
type FindDestination = (item: StoredMenuItem) => Destination;

/** Loads menu items with their targets, in a constant number of queries per taxonomy. */
@Injectable()
export class MenuItemsLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly terms: TermsStore,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  async load(site: Site, entries: readonly Entry[]): Promise<MenuItem[]> {
    const ids = entries.map(({ id }) => id);
    const [metas, menus] = await Promise.all([
      this.entries.metas(ids, Object.values(MENU_ITEM_KEYS)),
      this.terms.ofObjects(ids, [MENU_TAXONOMY]),
    ]);
    const items = entries.map((entry) => readMenuItem(entry, metas.get(entry.id)));
    const [post, term] = await Promise.all([this.posts(site, items), this.termsOf(site, items)]);
    const destinations = new Map<string, FindDestination>([
      ['post_type', post],
      ['taxonomy', term],
      ['post_type_archive', (item) => archive(site, item)],
    ]);
    return items.map((item) => ({
      ...item,
      ...(destinations.get(item.kind) ?? customLink)(item),
      menu: menus.get(item.entry.id)?.[0]?.id,
    }));
  }

  private async posts(site: Site, items: readonly StoredMenuItem[]): Promise<FindDestination> {
    const ids = items.filter(({ kind }) => kind === 'post_type').map(({ objectId }) => objectId);
    const posts = await this.entries.byIds(ids, { content: false });
    const link = await this.permalinks.links(site, [...posts.values()]);
    return (item) => {
      const type = site.model.types.get(item.object);
      const post = posts.get(item.objectId);
      const title = post && renderTitle(post.title, this.shortcodes);
      return {
        title: titleOf(item, title),
        label: type?.labels.singular_name ?? item.object,
        url: post ? link(post) : '',
        isInvalid: !type || !post || post.status === 'trash',
        isPublic: type?.viewable === true && post?.status === 'publish',
        ...(post && targetOf(site, post)),
      };
    };
  }

  private async termsOf(site: Site, items: readonly StoredMenuItem[]): Promise<FindDestination> {
    const named = items.filter(({ kind }) => kind === 'taxonomy');
    const links = new Map<string, { term: Term; link: string }>();
    for (const name of new Set(named.map(({ object }) => object))) {
      const taxonomy = site.model.taxonomies.get(name);
      if (!taxonomy) continue;
      const ids = named.filter(({ object }) => object === name).map(({ objectId }) => objectId);
      const terms = await this.terms.byIds(ids, name);
      const parents = taxonomy.hierarchical ? [...terms.values()].map(({ parent }) => parent) : [];
      const tree = await this.terms.withAncestors(parents, name);
      for (const term of terms.values())
        links.set(`${name}:${term.id}`, { term, link: termLink(site, taxonomy, term, tree) });
    }
    return (item) => {
      const taxonomy = site.model.taxonomies.get(item.object);
      const found = links.get(`${item.object}:${item.objectId}`);
      return {
        title: titleOf(item, found?.term.name),
        label: taxonomy?.labels.singular_name ?? item.object,
        url: found?.link ?? '',
        isInvalid: !taxonomy || !found,
        isPublic: taxonomy?.isPublic === true && found !== undefined,
        ...(taxonomy?.restBase && found && { objectRoute: `${taxonomy.route}/${found.term.id}` }),
      };
    };
  }
}

/** The link leads to the entry, also where the item names another type. */
function targetOf(site: Site, { id, type }: Entry): Pick<MenuItem, 'objectRoute' | 'objectType'> {
  const { restBase, route } = site.model.types.get(type) ?? {};
  return restBase ? { objectRoute: `${route}/${id}`, objectType: type } : {};
}

function titleOf({ entry, objectId }: StoredMenuItem, original: string | undefined): string {
  return entry.title || original || `#${objectId} (no title)`;
}

function archive(site: Site, { entry, object }: StoredMenuItem): Destination {
  const type = site.model.types.get(object);
  return {
    title: entry.title || (type?.labels.archives ?? ''),
    label: 'Post Type Archive',
    url: type ? archiveLink(site, type) : '',
    isInvalid: !type,
    isPublic: type?.viewable === true,
  };
}

/** URL of a post type's archive. */
function archiveLink(site: Site, { name, addresses }: PostType): string {
  const structure = site.option('permalink_structure');
  if (name === 'post') return `${site.home}/`;
  if (structure === '' || addresses.by !== 'slug' || addresses.slug === undefined)
    return `${site.home}/?post_type=${name}`;
  const front = addresses.withFront ? frontOf(structure) : rootOf(structure);
  return `${site.home}${front}${addresses.slug}${structure.endsWith('/') ? '/' : ''}`;
}

function customLink({ entry, url }: StoredMenuItem): Destination {
  return { title: entry.title, label: 'Custom Link', url, isInvalid: false, isPublic: true };
}
