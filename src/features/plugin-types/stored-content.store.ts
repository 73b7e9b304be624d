import { createHash } from 'node:crypto';
import { type Database, OptionsStore, placeholders } from '../../database/index.js';
import { isPluginActive } from '../../site/index.js';
import { type PhpValue } from '../../text/php/index.js';
import { ACF_ROW_TYPES, acfContent, type DefinitionRow } from './acf-types.js';
import { CPT_UI_OPTIONS, cptUiContent } from './cpt-ui.js';
import { type StoredContent } from './stored-content.js';

const ACF_PLUGINS = /^[^/]*\/(?:acf|secure-custom-fields)\.php$/;
const CPT_UI_PLUGIN = /^[^/]*\/custom-post-type-ui\.php$/;

/** What active plugins store; with the plugin inactive WordPress does not have its types either. */
export async function readStoredContent(database: Database): Promise<StoredContent[]> {
  const options = new OptionsStore(database);
  const active = await options.get('active_plugins');
  const found: StoredContent[] = [];
  // In the order in which the plugins register them.
  if (isPluginActive(active, ACF_PLUGINS)) found.push(acfContent(await readAcfRows(database)));
  if (isPluginActive(active, CPT_UI_PLUGIN)) {
    const stored = await options.getMany(CPT_UI_OPTIONS);
    found.push(cptUiContent(stored.cptui_post_types, stored.cptui_taxonomies));
  }
  return found;
}

function readAcfRows(database: Database): Promise<DefinitionRow[]> {
  return database.query<DefinitionRow & Record<string, unknown>>(
    'SELECT post_type AS type, post_title AS title, post_name AS `key`, post_content AS settings ' +
      `FROM ${database.tables.posts} WHERE post_type IN (${placeholders(ACF_ROW_TYPES.length)}) ` +
      `AND post_status = 'publish' ORDER BY menu_order, post_title, ID`,
    [...ACF_ROW_TYPES],
  );
}

/** Changes whenever `readStoredContent` would find something else. */
export async function storedContentVersion(database: Database, plugins: PhpValue | undefined): Promise<string> {
  const [rows, options] = await Promise.all([
    isPluginActive(plugins, ACF_PLUGINS) ? readAcfRows(database) : [],
    isPluginActive(plugins, CPT_UI_PLUGIN) ? optionTexts(database) : [],
  ]);
  return createHash('sha1')
    .update(JSON.stringify([rows, options]))
    .digest('base64');
}

function optionTexts(database: Database): Promise<unknown[]> {
  return database.query(
    `SELECT option_name AS name, option_value AS value FROM ${database.tables.options} ` +
      `WHERE option_name IN (${placeholders(CPT_UI_OPTIONS.length)}) ORDER BY option_name`,
    [...CPT_UI_OPTIONS],
  );
}
