import { type Database, OptionsStore, placeholders } from '../../database/index.js';
import { isPluginActive } from '../../site/index.js';
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
