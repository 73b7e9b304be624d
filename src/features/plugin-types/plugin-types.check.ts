import { kindOf } from '../../content-model/index.js';
import { OptionsStore } from '../../database/index.js';
import { loadModules } from '../../hooks/index.js';
import { type DiagnosticResult, type DoctorContext, ok, warn } from '../../platform/diagnostics/index.js';
import { profileOf } from '../../variant/profiles.js';
import { pluginTypes } from './read-plugin-types.js';
import { readStoredContent } from './stored-content.store.js';

/** Skipped where no plugin that stores types is active. */
export async function checkPluginTypes({ database, config }: DoctorContext): Promise<DiagnosticResult[]> {
  const plugins = await new OptionsStore(database).get('active_plugins');
  const stored = await readStoredContent(database, plugins);
  if (stored.length === 0) return [];
  const { content } = await loadModules(config);
  const { declarations, problems } = pluginTypes(stored, content, profileOf(config).content);
  const results = stored.flatMap(({ origin }) => {
    const names = (kind: 'content type' | 'taxonomy') =>
      declarations
        .filter((declaration) => kindOf(declaration) === kind && declaration.place === origin)
        .map(({ value }) => (value as { readonly name: string }).name);
    const parts = [named('Types', names('content type')), named('taxonomies', names('taxonomy'))].filter(Boolean);
    return parts.length === 0 ? [] : [ok('plugin-types', `${parts.join('; ')}: from ${origin}.`)];
  });
  return [
    ...results,
    ...problems.map((problem) =>
      warn('plugin-types', `Not served: ${problem}`, 'Change it in the plugin, or declare it in CONTENT_TYPES.'),
    ),
  ];
}

function named(label: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${label} ${names.join(', ')}`;
}
