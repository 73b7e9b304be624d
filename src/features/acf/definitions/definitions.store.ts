import { type Database, placeholders } from '../../../database/index.js';
import { type DefinitionRow } from './definition-builder.js';

const TYPES = ['acf-field-group', 'acf-field', 'acf-ui-options-page'];

/** The posts of the definitions; those in the trash do not count. */
export async function readDefinitionRows(database: Database): Promise<DefinitionRow[]> {
  const rows = await database.query<{ [K in keyof DefinitionRow]: string | number }>(
    'SELECT ID AS id, post_type AS type, post_parent AS parent, menu_order AS position, post_status AS status, ' +
      'post_title AS title, post_name AS `key`, post_excerpt AS name, post_content AS settings ' +
      `FROM ${database.tables.posts} WHERE post_type IN (${placeholders(TYPES.length)}) ` +
      "AND post_status IN ('publish', 'acf-disabled') ORDER BY ID",
    TYPES,
  );
  return rows.map((row) => ({
    id: Number(row.id),
    type: String(row.type),
    parent: Number(row.parent),
    order: Number((row as unknown as { position: number }).position),
    status: String(row.status),
    title: String(row.title),
    key: String(row.key),
    name: String(row.name),
    settings: String(row.settings),
  }));
}

/** Keys in reference rows of entries that no definition has. */
export async function unknownKeys(database: Database, defined: ReadonlySet<string>): Promise<string[]> {
  const rows = await database.query<{ key: string }>(
    `SELECT DISTINCT meta_value AS \`key\` FROM ${database.tables.postmeta} ` +
      "WHERE SUBSTR(meta_key, 1, 1) = '_' AND meta_value LIKE 'field!_%' ESCAPE '!' AND LENGTH(meta_value) < 200",
  );
  // Fields of a seamless clone are named by both keys.
  const isKnown = (key: string) => defined.has(key) || defined.has(key.slice(key.lastIndexOf('field_')));
  return rows
    .map(({ key }) => key)
    .filter((key) => !isKnown(key))
    .sort();
}

/** Changes whenever a row of these types does. */
export async function rowsVersion(database: Database, types: readonly string[] = TYPES): Promise<string> {
  const [row] = await database.query<Record<string, unknown>>(
    'SELECT COUNT(*) AS posts, MAX(ID) AS latest, MAX(post_modified_gmt) AS modified, SUM(menu_order) AS positions, ' +
      `SUM(LENGTH(post_content)) AS bytes FROM ${database.tables.posts} ` +
      `WHERE post_type IN (${placeholders(types.length)}) AND post_status IN ('publish', 'acf-disabled')`,
    [...types],
  );
  return JSON.stringify(Object.values(row ?? {}).map(String));
}
