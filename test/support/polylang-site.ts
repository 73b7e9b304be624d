import { type Database } from '../../src/database/database.js';
import { type EngineName, type TestApp } from './app.js';
import { pluginFiller, type PluginOptions, startPluginSite } from './plugin-site.js';

interface Language {
  readonly name: string;
  readonly slug: string;
  readonly locale: string;
  readonly rtl?: boolean;
}

export const LANGUAGES: readonly Language[] = [
  { name: 'English', slug: 'en', locale: 'en_US' },
  { name: 'Français', slug: 'fr', locale: 'fr_FR' },
  { name: 'العربية', slug: 'ar', locale: 'ar', rtl: true },
];

/** The rows of languages, as Polylang makes them. */
export async function insertLanguages(database: Database, languages = LANGUAGES): Promise<void> {
  const { terms, term_taxonomy } = database.tables;
  await database.transaction(async (tx) => {
    const insert = async (name: string, slug: string, taxonomy: string, description: string, order: number) => {
      const { insertId } = await tx.execute(
        `INSERT INTO ${terms} (name, slug, term_group) VALUES (?, ?, ?)`,
        [name, slug, order],
        terms,
      );
      await tx.execute(
        `INSERT INTO ${term_taxonomy} (term_id, taxonomy, description, parent, count) VALUES (?, ?, ?, 0, 0)`,
        [insertId, taxonomy, description],
        term_taxonomy,
      );
    };
    for (const [order, { name, slug, locale, rtl = false }] of languages.entries()) {
      const details =
        `a:3:{s:6:"locale";s:${locale.length}:"${locale}";s:3:"rtl";b:${rtl ? 1 : 0};` +
        `s:9:"flag_code";s:2:"${slug}";}`;
      await insert(name, slug, 'language', details, order);
      await insert(name, `pll_${slug}`, 'term_language', '', 0);
    }
  });
}

const SETTINGS = { force_lang: 1, hide_default: true, rewrite: true, default_lang: 'en' };

/** Stores these languages and settings, before a service starts. */
export const polylangFiller = () =>
  pluginFiller('polylang/polylang.php', { polylang: SETTINGS, permalink_structure: '/%postname%/' }, (database) =>
    insertLanguages(database),
  );

/** The service on a new site with English, French and Arabic, English being the default. */
export function startPolylangSite(
  engine: EngineName,
  options: PluginOptions = {},
  { env = {}, settings = {} }: { env?: Record<string, string>; settings?: PluginOptions } = {},
): Promise<TestApp> {
  const polylang = { ...SETTINGS, ...options };
  return startPluginSite(
    engine,
    'polylang/polylang.php',
    { polylang, permalink_structure: '/%postname%/', ...settings },
    { env, fill: (database) => insertLanguages(database) },
  );
}
