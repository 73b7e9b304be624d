import { OptionsStore } from '../../database/index.js';
import { type DiagnosticResult, type DoctorContext, ok, warn } from '../../platform/diagnostics/index.js';
import { readDefinitions } from './definitions/read-definitions.js';
import { unknownKeys } from './definitions/definitions.store.js';
import { FieldSets } from './field-sets.js';

const MAX_NAMED = 10;

/** Skipped where neither the plugin nor a folder of definitions is in use. */
export async function checkAcf({ database, config, isServing }: DoctorContext): Promise<DiagnosticResult[]> {
  const plugins = await new OptionsStore(database).get('active_plugins');
  const definitions = await readDefinitions(database, config, plugins);
  if (!definitions) return [];
  const sets = new FieldSets(definitions);
  const active = definitions.groups.filter(({ isActive }) => isActive);
  const shown = active.filter(({ showInRest }) => showInRest);
  const results = [
    ok('acf', `Fields of ${shown.length} groups are served from the database or ACF_JSON.`),
    ...sets.problems.map((problem) => warn('acf', problem)),
  ];
  const hidden = active.filter(({ showInRest }) => !showInRest);
  if (hidden.length > 0)
    results.push(
      ok('acf', `Not shown, because "Show in REST API" is off: ${listed(hidden.map(({ title }) => title))}.`),
    );
  // Reads all reference rows.
  const unknown = isServing ? [] : await unknownKeys(database, sets.keys);
  if (unknown.length > 0)
    results.push(
      warn(
        'acf',
        `Values are stored for fields that are defined in PHP or no longer at all, and are not served: ${listed(unknown)}.`,
        'Export the groups as JSON and name the folder in ACF_JSON.',
      ),
    );
  return results;
}

function listed(names: readonly string[]): string {
  const further = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (further > 0 ? ` and ${further} more` : '');
}
