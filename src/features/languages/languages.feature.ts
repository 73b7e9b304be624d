import { type Database, OptionsStore } from '../../database/index.js';
import { openConfiguredDatabase } from '../../platform/start/prepare-database.js';
import { type Contribution, defineFeature } from '../../feature.js';
import { languageDeclarations, type LanguageRuntime } from './language-fields.js';
import { checkLanguages } from './languages.check.js';
import { LanguagesModule } from './languages.module.js';
import { isPolylangActive, OPTION, PolylangOptions } from './polylang/polylang-options.js';
import { isWpmlActive, OPTION as WPML_OPTION, WpmlOptions } from './wpml/wpml-options.js';
import { WpmlStore } from './wpml/wpml.store.js';
import { LANGUAGE } from './polylang/polylang.store.js';
import { translatedTaxonomies, translatedTypes } from './polylang/translated-content.js';

/** Languages of entries and terms, where a plugin of the database has them. */
export const LANGUAGES = defineFeature({
  name: 'languages',
  namespaces: ['pll/v1'],
  checks: [['languages', checkLanguages]],
  async definitionsVersion({ database }) {
    const { polylang, wpml } = await pluginsIn(database);
    return JSON.stringify(
      [polylang, wpml].map((found) => found && [found.types, found.taxonomies, translatesMedia(found)]),
    );
  },
  async contribute({ config }) {
    const database = await openConfiguredDatabase(config);
    try {
      const { polylang, wpml } = await pluginsIn(database);
      if (polylang) return ofPolylang(polylang);
      return wpml ? ofWpml(wpml) : {};
    } finally {
      await database.close();
    }
  },
});

function ofPolylang(options: PolylangOptions): Contribution {
  const runtime: LanguageRuntime = {};
  return {
    modules: [LanguagesModule.forPolylang(runtime, options)],
    contentFor: (model) =>
      languageDeclarations(runtime, {
        types: translatedTypes(options, model),
        taxonomies: translatedTaxonomies(options, model),
        isWritable: true,
        taxonomy: LANGUAGE.entry,
      }),
  };
}

/** Read-only. */
function ofWpml(options: WpmlOptions): Contribution {
  const runtime: LanguageRuntime = {};
  const content = { ...options, translatesMedia: translatesMedia(options) };
  return {
    modules: [LanguagesModule.forWpml(runtime, options)],
    contentFor: (model) =>
      languageDeclarations(runtime, {
        types: translatedTypes(content, model).filter((type) => options.types.includes(type)),
        taxonomies: translatedTaxonomies(content, model).filter((name) => options.taxonomies.includes(name)),
        isWritable: false,
      }),
  };
}

const translatesMedia = (options: PolylangOptions | WpmlOptions): boolean =>
  options instanceof PolylangOptions ? options.translatesMedia : options.types.includes('attachment');

/** Polylang, if both are active. */
async function pluginsIn(database: Database): Promise<{ polylang?: PolylangOptions; wpml?: WpmlOptions }> {
  const stored = await new OptionsStore(database).getMany(['active_plugins', OPTION, WPML_OPTION]);
  if (isPolylangActive(stored.active_plugins)) return { polylang: new PolylangOptions(stored.polylang) };
  if (!isWpmlActive(stored.active_plugins)) return {};
  // Without its tables, the plugin has not been set up.
  const isSetUp = await new WpmlStore(database).languages().then(
    (languages) => languages.length > 0,
    () => false,
  );
  return isSetUp ? { wpml: new WpmlOptions(stored[WPML_OPTION]) } : {};
}
