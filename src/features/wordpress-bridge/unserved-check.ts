import { Like } from 'typeorm';
import { blockDelimiters, BLOCKS } from '../../rendering/blocks/index.js';
import { type Database } from '../../database/index.js';
import { type Config } from '../../platform/config/index.js';
import {
  type DiagnosticResult,
  type DoctorContext,
  ok,
  rendersBlocks,
  warn,
} from '../../platform/diagnostics/index.js';
import { registerBuiltInShortcodes, unknownContent } from '../../rendering/index.js';
import { Option, Post } from '../../database/entities/index.js';
import { FORM_SHORTCODE } from '../../modules/forms/shortcode/form-shortcode.service.js';
import { INDEX_REQUEST, missingRoutes } from './proxy/wordpress-routes.service.js';
import { WordPressClient, WordPressError } from './client/wordpress.client.js';
import { PhpArray, unserialize } from '../../text/php/index.js';

/** A sample of the newest entries: searching all texts would take too long. */
const SEARCHED = 500;
const MAX_NAMED = 20;
const ADVICE = 'Set WORDPRESS_URL to the address of the WordPress that has them; docs/alongside-wordpress.md says how.';

type Counts = ReadonlyMap<string, number>;

/** Names what only a WordPress could render or answer: a problem where none is alongside, its part of the work where one is. */
export async function checkUnserved({ config, database, declaredRoutes }: DoctorContext): Promise<DiagnosticResult[]> {
  if (!rendersBlocks(config)) return [];
  const tables = await database.existingTables();
  if (!['posts', 'options'].every((name) => tables.includes(database.tablePrefix + name))) return [];
  const { blocks, shortcodes } = await unknownInEntries(database);
  if (config.wordpress)
    return [
      ok(
        'blocks',
        blocks.size === 0 ? KNOWN_BLOCKS : `WordPress renders the entries with these blocks: ${named(blocks)}.`,
      ),
      ...(shortcodes.size === 0
        ? []
        : [ok('shortcodes', `WordPress renders the entries with these names in brackets: ${named(shortcodes)}.`)]),
      ...(declaredRoutes ? [await checkRoutes(config, await declaredRoutes())] : []),
    ];
  const plugins = await activePlugins(database);
  return [
    blocks.size === 0
      ? ok('blocks', KNOWN_BLOCKS)
      : warn('blocks', `Only the saved HTML of these blocks is shown: ${named(blocks)}.`, ADVICE),
    ...checkShortcodes(shortcodes, plugins.length > 0),
    plugins.length === 0
      ? ok('plugins', 'No plugins of WordPress are active.')
      : warn('plugins', `Routes, blocks and shortcodes of these plugins are not served: ${listed(plugins)}.`, ADVICE),
  ];
}

const KNOWN_BLOCKS = `All blocks of the newest ${SEARCHED} published entries are known.`;

/** A name in brackets may be nothing but text, and is where no plugin could have defined it. */
function checkShortcodes(shortcodes: Counts, hasPlugins: boolean): DiagnosticResult[] {
  if (shortcodes.size === 0) return [];
  const message = `These names in brackets are not known as shortcodes and stay in the text: ${named(shortcodes)}.`;
  return [hasPlugins ? warn('shortcodes', message, ADVICE) : ok('shortcodes', message)];
}

/** Names the routes that are passed on to WordPress. */
async function checkRoutes(config: Config, own: ReadonlySet<string>): Promise<DiagnosticResult> {
  try {
    const { entries } = missingRoutes(await new WordPressClient(config).json('/', INDEX_REQUEST), own);
    const count = Object.keys(entries).length;
    return count === 0
      ? ok('routes', 'Every route of WordPress is served here.')
      : ok(
          'routes',
          `WordPress answers ${count} routes that are not served here: ${named(placesOf(Object.keys(entries)))}.`,
        );
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    return warn('routes', `The routes of WordPress cannot be read: ${error.message}`);
  }
}

/** The literal beginnings of routes, at most three parts, with the number of routes that share one. */
function placesOf(patterns: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const pattern of patterns) {
    const parts = pattern.split('/').slice(1);
    const end = parts.findIndex((part) => part.includes('('));
    count(counts, parts.slice(0, Math.min(3, end === -1 ? 3 : end)).join('/'));
  }
  return counts;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The most frequent first, with their numbers. */
function named(counts: Counts): string {
  return listed([...counts].sort(([, a], [, b]) => b - a).map(([name, number]) => `${name} (${number})`));
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** How many blocks, and how many entries with a name in brackets, the newest entries have. */
async function unknownInEntries(database: Database): Promise<{ blocks: Counts; shortcodes: Counts }> {
  const rows = await database.manager.find(Post, {
    select: { id: true, content: true },
    where: ['%<!-- wp:%', '%[%'].map((pattern) => ({ status: 'publish', content: Like(pattern) })),
    order: { id: 'DESC' },
    take: SEARCHED,
  });
  const blocks = new Map<string, number>();
  const shortcodes = new Map<string, number>();
  const registered = registerBuiltInShortcodes().register(FORM_SHORTCODE, () => '');
  for (const { content } of rows) {
    for (const { kind, name, json } of blockDelimiters(content))
      if (kind !== 'closes' && !BLOCKS.isKnown(name, json)) count(blocks, name);
    for (const name of unknownContent(content, registered, BLOCKS).shortcodes) count(shortcodes, name);
  }
  return { blocks, shortcodes };
}

/** Folders or files of the plugins. */
async function activePlugins(database: Database): Promise<string[]> {
  const row = await database.manager.findOneBy(Option, { name: 'active_plugins' });
  const stored = row && unserialize(row.value);
  const files = stored instanceof PhpArray ? [...stored.values()] : [];
  return files.filter((file) => typeof file === 'string').map((file) => file.split('/', 1)[0]!);
}
