import { Inject, Injectable } from '@nestjs/common';
import { Database, OptionsStore, type Transaction } from '../../../database/index.js';
import { invalidParams } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { Item } from '../../../rest/response/index.js';
import { PhpArray, phpToJs, type PhpValue, toInteger, toText } from '../../../text/php/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { LanguagesService } from '../languages.service.js';
import { OPTION, PolylangOptions } from '../polylang/polylang-options.js';
import { PolylangStore } from '../polylang/polylang.store.js';
import { SETTING_NAMES, SETTINGS_FIELDS } from './polylang-settings.fields.js';

/** Menus by location, in the options of a theme. */
const MENUS = 'nav_menu_locations';
const NO_VALUES = new PhpArray();

/** The settings of Polylang, in its option. */
@Injectable()
export class PolylangSettingsService {
  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
    private readonly rows: PolylangStore,
    private readonly languages: LanguagesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async read(ctx: RequestContext): Promise<Item> {
    const { stored } = new PolylangOptions(await this.options.get(OPTION));
    const settings = Object.fromEntries([...stored].map(([name, value]) => [String(name), phpToJs(value)]));
    return new Item(SETTINGS_FIELDS.projection(this.profile, 'view', ctx.wants)(settings, undefined));
  }

  /** Names that are no settings are ignored. */
  async update(ctx: RequestContext, values: Readonly<Record<string, unknown>>): Promise<Item> {
    const changed = SETTING_NAMES.filter((name) => values[name] !== undefined && ctx.request.names(name));
    if (changed.length > 0) {
      await this.db.transaction(async (tx) => {
        const { stored } = new PolylangOptions(await this.options.getForUpdate(tx, OPTION));
        const former = toText(stored.get('default_lang'));
        const next = PhpArray.map(stored);
        for (const name of changed) next.set(name, toPhp(values[name]));
        const language = toText(next.get('default_lang'));
        if (language !== former) await this.changeDefault(tx, ctx, next, language);
        await this.options.set(tx, OPTION, next);
      });
      await this.languages.current();
    }
    return this.read(ctx);
  }

  /** The default category and the menus of the theme are those of the language. */
  private async changeDefault(
    tx: Transaction,
    ctx: RequestContext,
    settings: PhpArray,
    language: string,
  ): Promise<void> {
    const configured = await this.rows.languages(tx);
    if (!configured.some(({ slug }) => slug === language))
      throw invalidParams({ default_lang: 'The site has no language with this code.' });
    const category = toInteger((await this.options.getForUpdate(tx, 'default_category')) ?? 0);
    const translations = await this.rows.translationsOf('term', [category], tx);
    const translated = translations.get(category)?.get(language);
    if (translated !== undefined && translated !== category)
      await this.options.set(tx, 'default_category', String(translated));
    const theme = ctx.site.option('stylesheet');
    const next = new PolylangOptions(settings);
    if (!next.menus.get(theme)?.size) return;
    const stored = await this.options.getForUpdate(tx, `theme_mods_${theme}`);
    const mods = PhpArray.map(stored instanceof PhpArray ? stored : NO_VALUES);
    mods.set(MENUS, PhpArray.map(next.menusOf(theme, language)));
    await this.options.set(tx, `theme_mods_${theme}`, mods);
  }
}

function toPhp(value: unknown): PhpValue {
  if (Array.isArray(value)) return PhpArray.list(value.map(toPhp));
  if (typeof value === 'object' && value !== null)
    return PhpArray.map(Object.entries(value).map(([key, item]) => [key, toPhp(item)] as const));
  return value as string | number | boolean;
}
