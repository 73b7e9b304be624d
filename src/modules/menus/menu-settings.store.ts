import { Inject, Injectable } from '@nestjs/common';
import { type Transaction } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { SiteLanguagesRegistry } from '../../site/site-languages.js';
import { PhpArray, type PhpValue, toInteger } from '../../text/php/index.js';

/** The settings of classic menus that WordPress keeps in options. */
export interface MenuSettings {
  /** Menu IDs by location, as stored: including locations that no longer exist. */
  readonly locations: ReadonlyMap<string, number>;
  /** Menus to which new pages are added automatically. */
  readonly autoAdd: ReadonlySet<number>;
}

const LOCATIONS = 'nav_menu_locations';
/** Names that themes give the place of their main menu, the likeliest first. */
const MAIN_LOCATIONS = ['primary', 'header', 'main', 'menu-1', 'top'];
const MENU_OPTIONS = 'nav_menu_options';
const AUTO_ADD = 'auto_add';

/** Locations belong to the active theme; the list of menus that add pages automatically to the site. */
@Injectable()
export class MenuSettingsStore {
  /** Descriptions of the locations that the theme registers, by name. */
  readonly registered: ReadonlyMap<string, string>;

  constructor(
    private readonly options: OptionsStore,
    private readonly languages: SiteLanguagesRegistry,
    @Inject(CONFIG) { menuLocations }: Config,
  ) {
    this.registered = new Map(
      menuLocations.map((entry) => {
        const [name = '', description = name] = entry.split('=', 2).map((part) => part.trim());
        return [name, description];
      }),
    );
  }

  /** The menu of the site's header; undefined if there is none. */
  async mainMenu(): Promise<number | undefined> {
    return mainMenu(await this.options.get(modsOf(await this.theme())));
  }

  async load(): Promise<MenuSettings> {
    const theme = await this.theme();
    const [mods, menuOptions] = await Promise.all([this.options.get(modsOf(theme)), this.options.get(MENU_OPTIONS)]);
    return { locations: await this.assigned(theme, mods), autoAdd: readAutoAdd(menuOptions) };
  }

  /** Assigns the menu to exactly these locations. */
  async assignLocations(tx: Transaction, menu: number, locations: readonly string[]): Promise<void> {
    await this.changeLocations(tx, (assigned) => {
      for (const [location, holder] of assigned) if (holder === menu) assigned.delete(location);
      for (const location of locations) assigned.set(location, menu);
    });
  }

  /** Shows the menu in the header of the site, or no longer. */
  async assignMain(tx: Transaction, menu: number, isMain: boolean): Promise<void> {
    await this.changeLocations(tx, (assigned) => {
      if (isMain) assigned.set(MAIN_LOCATIONS.find((name) => assigned.has(name)) ?? MAIN_LOCATIONS[0]!, menu);
      else for (const [location, holder] of assigned) if (holder === menu) assigned.set(location, 0);
    });
  }

  /** Clears the locations of a deleted menu. */
  async clearLocations(tx: Transaction, menu: number): Promise<void> {
    await this.changeLocations(tx, (assigned) => {
      for (const [location, holder] of assigned) if (holder === menu) assigned.set(location, 0);
    });
  }

  /** The menus that add a page automatically: those in its language. */
  async autoAddMenus(tx: Transaction, page: number): Promise<number[]> {
    const menus = [...readAutoAdd(await this.options.getForUpdate(tx, MENU_OPTIONS))];
    if (menus.length === 0) return menus;
    const inLanguage = await this.languages.menus?.inLanguageOf(tx, await this.theme(), page);
    return inLanguage ? menus.filter((menu) => inLanguage.has(menu)) : menus;
  }

  async setAutoAdd(tx: Transaction, menu: number, adds: boolean): Promise<void> {
    const stored = await this.options.getForUpdate(tx, MENU_OPTIONS);
    const menus = readAutoAdd(stored);
    // As in WordPress, the option is also stored where it names no menu.
    if (stored !== undefined && menus.has(menu) === adds) return;
    if (adds) menus.add(menu);
    else menus.delete(menu);
    await this.options.set(tx, MENU_OPTIONS, copyOf(stored).set(AUTO_ADD, PhpArray.list(menus)));
  }

  private async changeLocations(tx: Transaction, change: (assigned: Map<string, number>) => void): Promise<void> {
    const theme = await this.theme();
    const name = modsOf(theme);
    const mods = await this.options.getForUpdate(tx, name);
    const before = await this.assigned(theme, mods, tx);
    const assigned = new Map(before);
    change(assigned);
    const ofTheme = (await this.languages.menus?.assign(tx, theme, before, assigned)) ?? assigned;
    await this.options.set(tx, name, copyOf(mods).set(LOCATIONS, PhpArray.map(ofTheme)));
  }

  /** By location: those of the theme's options, and of other languages at locations that are registered for them. */
  private async assigned(theme: string, mods: PhpValue | undefined, tx?: Transaction): Promise<Map<string, number>> {
    const localized = await this.languages.menus?.at(theme, [...this.registered.keys()], tx);
    return new Map([...assignedMenus(mods), ...(localized ?? [])]);
  }

  private theme(): Promise<string> {
    return this.options.text('stylesheet');
  }
}

const modsOf = (theme: string) => `theme_mods_${theme}`;

/** The menu of the site's header; undefined if there is none. */
export function mainMenu(
  mods: PhpValue | undefined,
  ofLanguage: ReadonlyMap<string, number> = new Map(),
): number | undefined {
  return mainMenuOf(new Map([...assignedMenus(mods), ...ofLanguage]));
}

/** The menu of the header among those that are assigned to locations. */
export function mainMenuOf(assigned: ReadonlyMap<string, number>): number | undefined {
  const candidates = [...MAIN_LOCATIONS.map((name) => assigned.get(name) ?? 0), ...assigned.values()];
  return candidates.find((id) => id > 0);
}

function copyOf(stored: PhpValue | undefined): PhpArray {
  return stored instanceof PhpArray ? PhpArray.map(stored) : new PhpArray();
}

/** Menus by location, in the options of a theme. */
export function assignedMenus(mods: PhpValue | undefined): Map<string, number> {
  const stored = mods instanceof PhpArray ? mods.get(LOCATIONS) : undefined;
  if (!(stored instanceof PhpArray)) return new Map();
  return new Map([...stored].map(([location, menu]) => [String(location), toInteger(menu)]));
}

function readAutoAdd(menuOptions: PhpValue | undefined): Set<number> {
  const stored = menuOptions instanceof PhpArray ? menuOptions.get(AUTO_ADD) : undefined;
  return new Set(stored instanceof PhpArray ? [...stored.values()].map((menu) => toInteger(menu)) : []);
}
