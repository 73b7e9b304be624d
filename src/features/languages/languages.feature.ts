import { OptionsStore } from '../../database/index.js';
import { type Contribution, defineFeature, type DefinitionsSource } from '../../feature.js';
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
  async definitionsVersion(source) {
    const { polylang, wpml } = await pluginsIn(source);
    return JSON.stringify(
      [polylang, wpml].map((found) => found && [found.types, found.taxonomies, translatesMedia(found)]),
    );
  },
  async contribute(source) {
    const { polylang, wpml } = await pluginsIn(source);
    if (polylang) return ofPolylang(polylang);
    return wpml ? ofWpml(wpml) : {};
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
async function pluginsIn({
  database,
  plugins,
}: DefinitionsSource): Promise<{ polylang?: PolylangOptions; wpml?: WpmlOptions }> {
  const options = new OptionsStore(database);
  if (isPolylangActive(plugins)) return { polylang: new PolylangOptions(await options.get(OPTION)) };
  if (!isWpmlActive(plugins)) return {};
  // Without its tables, the plugin has not been set up.
  const isSetUp = await new WpmlStore(database).languages().then(
    (languages) => languages.length > 0,
    () => false,
  );
  return isSetUp ? { wpml: new WpmlOptions(await options.get(WPML_OPTION)) } : {};
}
