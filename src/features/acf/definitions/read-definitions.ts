import '../acf.config.js';
import { type Database } from '../../../database/index.js';
import { type Config } from '../../../platform/config/index.js';
import { reasonOf } from '../../../platform/diagnostics/index.js';
import { isPluginActive } from '../../../site/index.js';
import { type PhpValue } from '../../../text/php/index.js';
import { type Definitions } from './definition.js';
import { DefinitionBuilder } from './definition-builder.js';
import { readDefinitionRows, rowsVersion } from './definitions.store.js';
import { folderVersion, readDefinitionFiles } from './json-folder.js';

/** The edition without charge, which does not know the types of the others. */
const FREE = /^advanced-custom-fields\/acf\.php$/;
const PAID_TYPES: ReadonlySet<string> = new Set(['repeater', 'flexible_content', 'gallery', 'clone']);

const PLUGINS = /^[^/]*\/(?:acf|secure-custom-fields)\.php$/;

/** The definitions of a site; undefined where the plugin is not active and no folder is configured. */
export async function readDefinitions(
  database: Database,
  { acf: { json } }: Pick<Config, 'acf'>,
  plugins: PhpValue | undefined,
): Promise<Definitions | undefined> {
  const isActive = isPluginActive(plugins, PLUGINS);
  if (!isActive && json === undefined) return undefined;
  const builder = new DefinitionBuilder();
  if (isActive) builder.addRows(await readDefinitionRows(database));
  const missing = isPluginActive(plugins, FREE) ? { missingTypes: PAID_TYPES } : {};
  if (json === undefined) return { ...builder.definitions, ...missing };
  const problems: string[] = [];
  try {
    for (const { name, value } of readDefinitionFiles(json)) {
      if (value === undefined) problems.push(`ACF_JSON: ${name} is not valid JSON.`);
      else builder.addFile(value, name);
    }
  } catch (error) {
    problems.push(`ACF_JSON: the folder "${json}" cannot be read (${reasonOf(error)}).`);
  }
  const { definitions } = builder;
  return { ...definitions, ...missing, problems: [...problems, ...definitions.problems] };
}

/** Changes whenever `readDefinitions` would find something else. */
export async function definitionsVersion(
  database: Database,
  { acf: { json } }: Pick<Config, 'acf'>,
  plugins: PhpValue | undefined,
): Promise<string> {
  const [rows, files] = await Promise.all([
    isPluginActive(plugins, PLUGINS) ? rowsVersion(database) : '',
    json === undefined ? '' : folderVersion(json),
  ]);
  return [isPluginActive(plugins, FREE), rows, files].join();
}
