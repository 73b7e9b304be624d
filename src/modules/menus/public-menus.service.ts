import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Site } from '../../site/site.js';
import { SiteLanguagesRegistry } from '../../site/site-languages.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { TermsStore } from '../terms/terms.store.js';
import { MENU_TAXONOMY, type MenuItem } from './menu-item.js';
import { MenuItemsLoader } from './menu-items.loader.js';
import { MenuItemsStore } from './menu-items.store.js';
import { mainMenuOf, MenuSettingsStore } from './menu-settings.store.js';

/** Stands for the menu of the site's header, whatever the theme calls its location. */
const MAIN = 'main';

export interface PublicMenuItem {
  readonly id: number;
  /** HTML. */
  readonly title: string;
  readonly url: string;
  readonly type: string;
  readonly object: string;
  readonly object_id: number;
  readonly target: string;
  readonly classes: readonly string[];
  readonly xfn: readonly string[];
  readonly attr_title: string;
  readonly description: string;
  readonly children: readonly PublicMenuItem[];
}

export interface PublicMenu {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly location: string;
  readonly items: readonly PublicMenuItem[];
}

/** Menus that are assigned to a location, as visitors see them: without items whose targets are not public. */
@Injectable()
export class PublicMenusService {
  constructor(
    private readonly database: Database,
    private readonly settings: MenuSettingsStore,
    private readonly terms: TermsStore,
    private readonly entries: EntriesStore,
    private readonly items: MenuItemsStore,
    private readonly loader: MenuItemsLoader,
    private readonly languages: SiteLanguagesRegistry,
  ) {}

  /** `lang`: the slug of a language, whose menus are others; without one, those of the default language. */
  async at(site: Site, location: string, lang?: string): Promise<PublicMenu> {
    const id = await this.idAt(location, await this.ofLanguage(site, lang));
    const menu = id === undefined || id === 0 ? undefined : await this.terms.byId(id, MENU_TAXONOMY);
    if (!menu) throw new RestError('rest_menu_location_invalid', 'No menu is assigned to this location.', 404);
    return { id: menu.id, name: menu.name, slug: menu.slug, location, items: await this.tree(site, menu.id) };
  }

  /** Menus of a language by location; undefined for one that the site does not have. */
  private async ofLanguage(site: Site, slug: string | undefined): Promise<ReadonlyMap<string, number> | undefined> {
    const all = slug ? ((await this.languages.languages?.all(site)) ?? []) : [];
    return all.find((language) => language.slug === slug)?.menus;
  }

  private async idAt(location: string, ofLanguage?: ReadonlyMap<string, number>): Promise<number | undefined> {
    if (ofLanguage) return ofLanguage.get(location) ?? (location === MAIN ? mainMenuOf(ofLanguage) : undefined);
    const { locations } = await this.settings.load();
    return locations.get(location) ?? (location === MAIN ? this.settings.mainMenu() : undefined);
  }

  /** A menu by its ID, wherever it is shown; undefined if there is none. */
  async byId(site: Site, id: number): Promise<Pick<PublicMenu, 'slug' | 'items'> | undefined> {
    const menu = id > 0 ? await this.terms.byId(id, MENU_TAXONOMY) : undefined;
    return menu && { slug: menu.slug, items: await this.tree(site, menu.id) };
  }

  private async tree(site: Site, menu: number): Promise<PublicMenuItem[]> {
    const rows = await this.items.inMenu(this.database, menu);
    const published = rows.filter(({ status }) => status === 'publish').map(({ id }) => id);
    const entries = [...(await this.entries.byIds(published)).values()].sort(
      (a, b) => a.menuOrder - b.menuOrder || a.id - b.id,
    );
    const items = await this.loader.load(site, entries);
    const ids = new Set(published);
    const children = new Map<number, MenuItem[]>();
    for (const item of items) {
      const parent = ids.has(item.parent) ? item.parent : 0;
      children.set(parent, [...(children.get(parent) ?? []), item]);
    }
    // Items in a cycle of parents are not below the top level.
    const below = (parent: number): PublicMenuItem[] =>
      (children.get(parent) ?? [])
        .filter(({ isPublic }) => isPublic)
        .map((item) => ({ ...present(site, item), children: below(item.entry.id) }));
    return below(0);
  }
}

function present(site: Site, { entry, title, url, kind, object, objectId, target, classes, xfn }: MenuItem) {
  return {
    id: entry.id,
    title,
    url: site.publicUrl(url),
    type: kind,
    object,
    object_id: objectId,
    target,
    classes: classes.filter((name) => name !== ''),
    xfn: xfn.filter((name) => name !== ''),
    attr_title: entry.excerpt,
    description: entry.content ?? '',
  };
}
