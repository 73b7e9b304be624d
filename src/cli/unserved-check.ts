import { blockDelimiters } from '../content/rendering/blocks/render-blocks.js';
import { isKnownBlock } from '../content/rendering/blocks/styled-blocks.js';
import { type Database } from '../database/database.js';
import { type DoctorContext, type Finding, ok, warn } from '../platform/diagnostics/finding.js';
import { rendersBlocks } from '../platform/diagnostics/release-check.js';
import { PhpArray, unserialize } from '../text/php/index.js';

/** The newest entries tell what a site is written with; searching all texts would take long. */
const SEARCHED = 500;
const MAX_NAMED = 20;
const ADVICE = 'Set WORDPRESS_URL to the address of the WordPress that has them; docs/alongside-wordpress.md says how.';

/** Names what only a WordPress alongside could render or answer, where none is configured. */
export async function checkUnserved({ config, database }: DoctorContext): Promise<Finding[]> {
  if (config.wordpress || !rendersBlocks(config)) return [];
  const tables = await database.existingTables();
  if (!['posts', 'options'].every((name) => tables.includes(database.tablePrefix + name))) return [];
  const blocks = await unknownBlocks(database);
  const plugins = await activePlugins(database);
  return [
    blocks.length === 0
      ? ok('blocks', `All blocks of the newest ${SEARCHED} published entries are known.`)
      : warn('blocks', `Only the saved HTML of these blocks is shown: ${named(blocks)}.`, ADVICE),
    plugins.length === 0
      ? ok('plugins', 'No plugins of WordPress are active.')
      : warn('plugins', `Routes, blocks and shortcodes of these plugins are not served: ${named(plugins)}.`, ADVICE),
  ];
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The most frequent first. */
async function unknownBlocks(database: Database): Promise<string[]> {
  const rows = await database.query<{ content: string }>(
    `SELECT post_content AS content FROM ${database.tables.posts} WHERE post_status = 'publish' ` +
      `AND post_content LIKE '%<!-- wp:%' ORDER BY ID DESC LIMIT ${SEARCHED}`,
  );
  const counts = new Map<string, number>();
  for (const { content } of rows)
    for (const { kind, name } of blockDelimiters(content))
      if (kind !== 'closes' && !isKnownBlock(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
}

/** Folders or files of the plugins. */
async function activePlugins(database: Database): Promise<string[]> {
  const [row] = await database.query<{ value: string }>(
    `SELECT option_value AS value FROM ${database.tables.options} WHERE option_name = 'active_plugins'`,
  );
  const stored = row && unserialize(row.value);
  const files = stored instanceof PhpArray ? [...stored.values()] : [];
  return files.filter((file) => typeof file === 'string').map((file) => file.split('/', 1)[0]!);
}
