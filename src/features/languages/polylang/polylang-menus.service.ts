import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OptionsStore, type Transaction } from '../../../database/index.js';
import { type AssignedMenus, type LocalizedMenus, SiteLanguagesRegistry } from '../../../site/index.js';
import { PhpArray } from '../../../text/php/index.js';
import { MENUS, OPTION, PolylangOptions } from './polylang-options.js';
import { PolylangStore } from './polylang.store.js';

/** Between the name of a location and that of a language. */
const SEPARATOR = '___';

/** The menus of languages in Polylang's option, from which the plugin shows all of them, also those of the default language. */
@Injectable()
export class PolylangMenusService implements LocalizedMenus, OnModuleInit {
  constructor(
    private readonly options: OptionsStore,
    private readonly rows: PolylangStore,
    private readonly registry: SiteLanguagesRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.menus = this;
  }

  async at(theme: string, locations: readonly string[], tx?: Transaction): Promise<AssignedMenus> {
    const names = locations.filter((name) => name.includes(SEPARATOR));
    if (names.length === 0) return new Map();
    const stored = tx ? await this.options.getForUpdate(tx, OPTION) : await this.options.get(OPTION);
    const options = new PolylangOptions(stored);
    return new Map(
      names.flatMap((name) => {
        const { location, language } = namedLocation(name, options.defaultLanguage);
        const menu = language === options.defaultLanguage ? undefined : options.menusOf(theme, language).get(location);
        return menu === undefined ? [] : [[name, menu] as const];
      }),
    );
  }

  /** Locations that are no longer assigned have no menu in their language; other languages keep theirs. */
  async assign(tx: Transaction, theme: string, before: AssignedMenus, assigned: AssignedMenus): Promise<AssignedMenus> {
    const options = new PolylangOptions(await this.options.getForUpdate(tx, OPTION));
    const slugs = (await this.rows.languages(tx)).map(({ slug }) => slug);
    const { defaultLanguage } = options;
    if (!slugs.includes(defaultLanguage)) return assigned;
    const ofTheme = new Map(options.menus.get(theme));
    const remaining = new Map(assigned);
    for (const name of new Set([...before.keys(), ...assigned.keys()])) {
      const { location, language } = namedLocation(name, defaultLanguage);
      if (!slugs.includes(language)) continue;
      ofTheme.set(location, new Map(ofTheme.get(location)).set(language, assigned.get(name) ?? 0));
      if (language !== defaultLanguage) remaining.delete(name);
    }
    await this.store(tx, options, new Map(options.menus).set(theme, ofTheme), slugs);
    return remaining;
  }

  async inLanguageOf(tx: Transaction, theme: string, entry: number): Promise<ReadonlySet<number> | undefined> {
    const options = new PolylangOptions(await this.options.getForUpdate(tx, OPTION));
    if (!options.menus.get(theme)?.size) return undefined;
    const language = (await this.rows.languagesOf('entry', [entry], tx)).get(entry) ?? options.defaultLanguage;
    return new Set(options.menusOf(theme, language).values());
  }

  /** Removes a menu that was deleted from the locations of all themes. */
  async forget(tx: Transaction, id: number): Promise<void> {
    await this.change(tx, (language, menu) => (menu === id ? undefined : language));
  }

  /** The locations of a language that has another code; without one, it was deleted. */
  async renameLanguage(tx: Transaction, former: string, slug: string | undefined): Promise<void> {
    await this.change(tx, (language) => (language === former ? slug : language));
  }

  private async change(
    tx: Transaction,
    languageOf: (language: string, menu: number) => string | undefined,
  ): Promise<void> {
    const options = new PolylangOptions(await this.options.getForUpdate(tx, OPTION));
    if (options.menus.size === 0) return;
    const slugs = (await this.rows.languages(tx)).map(({ slug }) => slug);
    const changed = mapValues(options.menus, (locations) =>
      mapValues(
        locations,
        (menus) =>
          new Map(
            [...menus].flatMap(([language, menu]) => {
              const next = languageOf(language, menu);
              return next === undefined ? [] : [[next, menu] as const];
            }),
          ),
      ),
    );
    await this.store(tx, options, changed, slugs);
  }

  /** As the plugin does: languages in their order, without those that have no menu. */
  private async store(
    tx: Transaction,
    { stored }: PolylangOptions,
    menus: PolylangOptions['menus'],
    slugs: readonly string[],
  ): Promise<void> {
    const rows = mapValues(menus, (locations) =>
      PhpArray.map(
        mapValues(locations, (byLanguage) =>
          PhpArray.map(
            slugs.flatMap((slug) => {
              const menu = byLanguage.get(slug) ?? 0;
              return menu > 0 ? [[slug, menu] as const] : [];
            }),
          ),
        ),
      ),
    );
    await this.options.set(tx, OPTION, PhpArray.map(stored).set(MENUS, PhpArray.map(rows)));
  }
}

function namedLocation(name: string, defaultLanguage: string): { location: string; language: string } {
  const [location = '', language, ...further] = name.split(SEPARATOR);
  return language && further.length === 0 ? { location, language } : { location: name, language: defaultLanguage };
}

function mapValues<From, To>(map: ReadonlyMap<string, From>, change: (value: From) => To): Map<string, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
