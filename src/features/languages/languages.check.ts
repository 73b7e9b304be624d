import { OptionsStore } from '../../database/index.js';
import { type DiagnosticResult, type DoctorContext, ok, warn } from '../../platform/diagnostics/index.js';
import { isPolylangActive, OPTION, PolylangOptions } from './polylang/polylang-options.js';
import { isWpmlActive } from './wpml/wpml-options.js';
import { WpmlStore } from './wpml/wpml.store.js';
import { PolylangStore } from './polylang/polylang.store.js';

/** Skipped where no plugin for languages is active. */
export async function checkLanguages({ database }: DoctorContext): Promise<DiagnosticResult[]> {
  const stored = await new OptionsStore(database).getMany(['active_plugins', OPTION]);
  if (isPolylangActive(stored.active_plugins)) return checkPolylang(database, new PolylangOptions(stored.polylang));
  return isWpmlActive(stored.active_plugins) ? checkWpml(database) : [];
}

async function checkWpml(database: DoctorContext['database']): Promise<DiagnosticResult[]> {
  const languages = await new WpmlStore(database).languages().catch(() => undefined);
  if (!languages)
    return [
      warn(
        'languages',
        'WPML is active, and its tables cannot be read: languages are not served.',
        'Finish the set-up of WPML in WordPress, and start the service again.',
      ),
    ];
  const slugs = languages.map(({ slug }) => slug);
  return [ok('languages', `Languages of WPML are read from the database: ${slugs.join(', ')}. They are not written.`)];
}

async function checkPolylang(
  database: DoctorContext['database'],
  options: PolylangOptions,
): Promise<DiagnosticResult[]> {
  const languages = await new PolylangStore(database).languages();
  if (languages.length === 0)
    return [
      warn(
        'languages',
        'Polylang is active, and the site has no languages.',
        'Add a language, or deactivate the plugin.',
      ),
    ];
  const slugs = languages.map(({ slug }) => slug);
  const results = [ok('languages', `Languages of Polylang are served from the database: ${slugs.join(', ')}.`)];
  if (!slugs.includes(options.defaultLanguage))
    results.push(
      warn(
        'languages',
        `The default language is "${options.defaultLanguage}", which does not exist: new entries get no language.`,
        'Choose the default language in the settings of Polylang.',
      ),
    );
  if (options.synchronized.length > 0)
    results.push(
      warn(
        'languages',
        `Polylang synchronizes ${options.synchronized.join(', ')} between translations; what is written here changes one entry only.`,
        'Change these in each translation, or save the entry in WordPress.',
      ),
    );
  if (options.form === 'none')
    results.push(
      warn(
        'languages',
        'Addresses do not name their language (force_lang 0), which current versions of Polylang no longer have.',
        'Save the settings of the plugin in WordPress.',
      ),
    );
  return results;
}
