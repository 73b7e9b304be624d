import { OptionsStore } from '../../database/index.js';
import { type DiagnosticResult, type DoctorContext, ok, warn } from '../../platform/diagnostics/index.js';
import { isTruthy } from '../../text/php/index.js';
import { isPluginActive, OPTION_NAMES, YoastOptions } from './yoast-options.js';

/** Skipped where the plugin is not active. */
export async function checkYoast({ database, config }: DoctorContext): Promise<DiagnosticResult[]> {
  const stored = await new OptionsStore(database).getMany(OPTION_NAMES);
  if (!isPluginActive(stored.active_plugins)) return [];
  const options = new YoastOptions(stored);
  if (!options.isActive)
    return [ok('yoast', 'Yoast SEO is active, and its fields in the REST API are switched off in its settings.')];
  const results = [
    ok('yoast', `Heads of Yoast SEO ${options.version || '(version unknown)'} are served from the database.`),
  ];
  const broken = OPTION_NAMES.filter((name) => stored[name] !== undefined && !isTruthy(stored[name]));
  if (broken.length > 0)
    results.push(
      warn(
        'yoast',
        `The options ${broken.join(', ')} cannot be read, so their defaults apply.`,
        'Save the settings of the plugin in WordPress.',
      ),
    );
  if (!config.keys.authKey || !config.keys.authSalt)
    results.push(
      warn(
        'yoast',
        'AUTH_KEY and AUTH_SALT of wp-config.php are not set: authors have other names in the graph of schema.org than in WordPress.',
        'Set both variables.',
      ),
    );
  return results;
}
