import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type Site } from '../../site/site.js';
import { serializeBlock } from '../../rendering/blocks/filter-blocks.js';
import { type EntryPatch, type WriteContext } from '../entries/write/entry-changes.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { type Term } from '../terms/term.js';
import { TermsStore } from '../terms/terms.store.js';
import { MENU_ITEM_TYPE, MENU_TAXONOMY, type MenuItem } from './menu-item.js';
import { MenuItemsLoader } from './menu-items.loader.js';
import { MenuSettingsStore } from './menu-settings.store.js';

export const NAVIGATION_TYPE = 'wp_navigation';

/** Location and slug of the menu that stands for the site, where several exist. */
const PRIMARY = 'primary';
const MAX_ITEMS = 1000;
const ALL_PAGES = { title: 'Navigation', slug: 'navigation', content: serializeBlock('page-list', {}, '') };

/** The menu that navigation blocks show until their author chooses one. */
@Injectable()
export class NavigationFallbackService {
  constructor(
    private readonly database: Database,
    private readonly lists: EntriesListStore,
    private readonly writer: EntriesWriter,
    private readonly terms: TermsStore,
    private readonly items: MenuItemsLoader,
    private readonly settings: MenuSettingsStore,
    private readonly model: ContentModel,
  ) {}

  /** Id of the newest menu made of blocks; where there is none, one is made from a classic menu or of all pages. */
  async findOrCreate(writing: WriteContext): Promise<number> {
    return (await this.newest()) ?? (await this.create(writing));
  }

  private async newest(): Promise<number | undefined> {
    const published = { type: NAVIGATION_TYPE, statuses: ['publish'] };
    const { items } = await this.lists.find(
      { ...published, orderby: 'date', order: 'desc', perPage: 1, offset: 0 },
      { content: false },
    );
    return items[0]?.id;
  }

  private async create(writing: WriteContext): Promise<number> {
    const changes: EntryPatch = { ...((await this.fromClassicMenu(writing.site)) ?? ALL_PAGES), status: 'publish' };
    const type = this.model.types.get(NAVIGATION_TYPE)!;
    return this.database.transaction((tx) => this.writer.create(tx, type, changes, writing));
  }

  private async fromClassicMenu(site: Site): Promise<EntryPatch | undefined> {
    const menu = await this.classicMenu();
    if (!menu) return undefined;
    const { items: entries } = await this.lists.find(
      {
        type: MENU_ITEM_TYPE,
        statuses: ['publish'],
        terms: [{ taxonomy: MENU_TAXONOMY, include: [menu.id] }],
        orderby: 'menu_order',
        order: 'asc',
        perPage: MAX_ITEMS,
        offset: 0,
      },
      { content: true },
    );
    const content = menuBlocks(await this.items.load(site, entries));
    return content === '' ? undefined : { title: menu.name, slug: menu.slug, content };
  }

  /** The one at the primary location, the one called so, or the newest. */
  private async classicMenu(): Promise<Term | undefined> {
    const { locations } = await this.settings.load();
    const located = await this.terms.byId(locations.get(PRIMARY) ?? 0, MENU_TAXONOMY);
    if (located) return located;
    const named = await this.terms.bySlug(PRIMARY, MENU_TAXONOMY);
    if (named) return named;
    const newest = { taxonomy: MENU_TAXONOMY, orderby: 'id', order: 'desc', perPage: 1, offset: 0 } as const;
    return (await this.terms.list(newest, false)).items[0];
  }
}

/** The items of a classic menu as blocks: links, and submenus around what is below them. */
function menuBlocks(items: readonly MenuItem[]): string {
  const visible = new Set(items.map(({ entry }) => entry.id));
  const below = new Map<number, MenuItem[]>();
  for (const item of items) {
    const parent = visible.has(item.parent) && item.parent !== item.entry.id ? item.parent : 0;
    const siblings = below.get(parent);
    if (siblings) siblings.push(item);
    else below.set(parent, [item]);
  }
  const blocksBelow = (id: number): string => {
    const children = below.get(id) ?? [];
    // Each item is written once, so that items above one another in a circle end.
    below.delete(id);
    return children.map((item) => menuBlock(item, blocksBelow(item.entry.id))).join('');
  };
  return blocksBelow(0);
}

function menuBlock(item: MenuItem, inside: string): string {
  const { kind, object, objectId, title, url, target, entry } = item;
  const isCustom = kind === 'custom';
  const texts = {
    label: title,
    type: object,
    description: (entry.content ?? '').trim(),
    url,
    kind: kind.replaceAll('_', '-'),
    title: entry.excerpt,
    rel: item.xfn.join(' ').trim(),
    className: item.classes.join(' ').trim(),
  };
  const attributes = {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(!isCustom && { id: objectId }),
    ...(target === '_blank' && { opensInNewTab: true }),
  };
  return serializeBlock(inside === '' ? 'navigation-link' : 'navigation-submenu', attributes, inside);
}
