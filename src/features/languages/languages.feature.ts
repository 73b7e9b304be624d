import { OptionsStore } from '../../database/options.store.js';
import { type Config } from '../../platform/config/config.js';
import { openConfiguredDatabase } from '../../platform/start/prepare-database.js';
import { type Contribution, defineFeature } from '../../variant/feature.js';
import { languageDeclarations, type LanguageRuntime } from './language-fields.js';
import { checkLanguages } from './languages.check.js';
import { LanguagesModule } from './languages.module.js';
import { isPolylangActive, OPTION, PolylangOptions } from './polylang/polylang-options.js';
import { LANGUAGE } from './polylang/polylang.store.js';
import { translatedTaxonomies, translatedTypes } from './polylang/translated-content.js';

/** Languages of entries and terms, where a plugin of the database has them. */
export const LANGUAGES = defineFeature({
  name: 'languages',
  namespaces: ['pll/v1'],
  checks: [['languages', checkLanguages]],
  async contribute({ config }) {
    const polylang = await polylangIn(config);
    return polylang ? contributionOf(polylang) : {};
  },
});

function contributionOf(options: PolylangOptions): Contribution {
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

async function polylangIn(config: Config): Promise<PolylangOptions | undefined> {
  const database = await openConfiguredDatabase(config);
  try {
    const stored = await new OptionsStore(database).getMany(['active_plugins', OPTION]);
    return isPolylangActive(stored.active_plugins) ? new PolylangOptions(stored.polylang) : undefined;
  } finally {
    await database.close();
  }
}
