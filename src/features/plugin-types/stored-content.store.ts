import { createHash } from 'node:crypto';
import { type Database, OptionsStore, placeholders } from '../../database/index.js';
import { isPluginActive } from '../../site/index.js';
import { PhpArray, type PhpValue } from '../../text/php/index.js';
import { StoredArguments } from '../../text/php/stored-arguments.js';
import { ACF_ROW_TYPES, acfContent, type DefinitionRow } from './acf-types.js';
import { CPT_UI_OPTIONS, cptUiContent } from './cpt-ui.js';
import { type PodRow, podsContent } from './pods.js';
import { type StoredContent } from './stored-content.js';

const ACF_PLUGINS = /^[^/]*\/(?:acf|secure-custom-fields)\.php$/;
const CPT_UI_PLUGIN = /^[^/]*\/custom-post-type-ui\.php$/;
const PODS_PLUGIN = /^pods[^/]*\/init\.php$/;
const POD = '_pods_pod';
const POD_FIELD = '_pods_field';

/** What active plugins store; with the plugin inactive WordPress does not have its types either. */
export async function readStoredContent(database: Database, plugins: PhpValue | undefined): Promise<StoredContent[]> {
  const found: StoredContent[] = [];
  // In the order in which the plugins register them.
  if (isPluginActive(plugins, ACF_PLUGINS)) found.push(acfContent(await readAcfRows(database)));
  if (isPluginActive(plugins, CPT_UI_PLUGIN)) {
    const stored = await new OptionsStore(database).getMany(CPT_UI_OPTIONS);
    found.push(cptUiContent(stored.cptui_post_types, stored.cptui_taxonomies));
  }
  if (isPluginActive(plugins, PODS_PLUGIN)) {
    const rows = await readPodRows(database);
    found.push(podsContent(podsOf(rows, POD), podsOf(rows, POD_FIELD)));
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

/** A post of Pods with one of its settings. */
interface PodSettingRow {
  readonly id: number;
  readonly type: string;
  readonly parent: number;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly key: string | null;
  readonly value: string | null;
}

function readPodRows(database: Database): Promise<PodSettingRow[]> {
  const { posts, postmeta } = database.tables;
  return database.query<PodSettingRow & Record<string, unknown>>(
    'SELECT p.ID AS id, p.post_type AS type, p.post_parent AS parent, p.post_name AS name, p.post_title AS label, ' +
      `p.post_content AS description, m.meta_key AS \`key\`, m.meta_value AS value FROM ${posts} p ` +
      `LEFT JOIN ${postmeta} m ON m.post_id = p.ID WHERE p.post_type IN (?, ?) AND p.post_status = 'publish' ` +
      'ORDER BY p.menu_order, p.post_title, p.ID, m.meta_id',
    [POD, POD_FIELD],
  );
}

function podsOf(rows: readonly PodSettingRow[], type: string): PodRow[] {
  const found = new Map<number, Omit<PodRow, 'settings'> & { settings: [string, string][] }>();
  for (const { id, parent, name, label, description, key, value, ...row } of rows) {
    if (row.type !== type) continue;
    const pod = found.get(Number(id)) ?? {
      id: Number(id),
      parent: Number(parent),
      name,
      label,
      description,
      settings: [],
    };
    found.set(Number(id), pod);
    if (key !== null) pod.settings.push([key, value ?? '']);
  }
  return [...found.values()].map((pod) => ({ ...pod, settings: new StoredArguments(PhpArray.map(pod.settings)) }));
}

/** Changes whenever `readStoredContent` would find something else. */
export async function storedContentVersion(database: Database, plugins: PhpValue | undefined): Promise<string> {
  const [rows, options, pods] = await Promise.all([
    isPluginActive(plugins, ACF_PLUGINS) ? readAcfRows(database) : [],
    isPluginActive(plugins, CPT_UI_PLUGIN) ? optionTexts(database) : [],
    isPluginActive(plugins, PODS_PLUGIN) ? readPodRows(database) : [],
  ]);
  return createHash('sha1')
    .update(JSON.stringify([rows, options, pods]))
    .digest('base64');
}

function optionTexts(database: Database): Promise<unknown[]> {
  return database.query(
    `SELECT option_name AS name, option_value AS value FROM ${database.tables.options} ` +
      `WHERE option_name IN (${placeholders(CPT_UI_OPTIONS.length)}) ORDER BY option_name`,
    [...CPT_UI_OPTIONS],
  );
}
