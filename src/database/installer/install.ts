import { hashPassword } from '../../text/passwords/index.js';
import type { Database, Transaction } from '../database.js';
import { isDuplicate } from '../engine/errors.js';
import { Option } from '../entities/index.js';
import { toStored, type PhpInput } from '../../text/php/index.js';
import { OWN_TABLE_PREFIX, WORDPRESS_TABLES } from '../schema/index.js';
import { ADMIN_LOGIN, createAdministrator, generatePassword } from './administrator.js';
import {
  AWAITS_SIGN_IN,
  DEFAULT_ADDRESS,
  INSTALLED,
  defaultOptions,
  NOT_AUTOLOADED,
  SCHEMA_VERSION,
} from './default-options.js';
import { SAMPLE_SITE } from './sample-site.js';
import { SiteWriter } from './site-writer.js';
import { utcText } from '../../text/dates.js';

const DEFAULT_CATEGORY_ID = 1;

export interface InstallOptions {
  /** URL of the site, without a trailing slash. */
  siteUrl: string;
  /** The owner did not choose the URL: it is the default one, which follows PORT. */
  isDefaultAddress?: boolean;
  /** Install even though the database has tables of another program, or of a site with another prefix. */
  alongsideOtherTables?: boolean;
  title: string;
  /** If absent, a password is generated and returned. */
  adminPassword?: string;
  adminEmail?: string;
  /** Write a few sample posts, pages and comments. */
  sample: boolean;
  /** Called with a sentence before each step that may take a while. */
  report?: (step: string) => void;
  now?: Date;
}

/** The database contains something that an installation could damage. The message is a sentence for the owner. */
export class InstallRefusedError extends Error {}

export interface InstallResult {
  installed: boolean;
  /** Only if it was generated here; it is not stored. */
  adminPassword?: string;
}

/**
 * Installs a site on an empty database and changes no other. Tables are created first; all rows are one transaction, so an
 * interrupted installation leaves at most empty tables and can be repeated.
 */
export async function install(db: Database, options: InstallOptions): Promise<InstallResult> {
  if (await hasSite(db)) return { installed: false };
  if (!options.alongsideOtherTables) await refuseOtherTables(db);
  options.report?.(`Creating ${WORDPRESS_TABLES.length} tables.`);
  await db.createTables(WORDPRESS_TABLES);
  options.report?.(`Writing settings, roles, the administrator${options.sample ? ' and sample content' : ''}.`);
  const password = options.adminPassword ?? generatePassword();
  const passwordHash = await hashPassword(password);
  try {
    await db.transaction((tx) => writeSite(db, tx, options, passwordHash));
  } catch (error) {
    // Another process that started at the same time has installed the site.
    if (isDuplicate(error) && (await hasSite(db))) return { installed: false };
    throw error;
  }
  return { installed: true, ...(options.adminPassword === undefined ? { adminPassword: password } : {}) };
}

/** True if there is a site, false if the database is free for one; throws for anything in between. */
export async function hasSite(db: Database): Promise<boolean> {
  const existing = new Set(await db.existingTables());
  const tables = WORDPRESS_TABLES.map((table) => db.tables.full(table.name)).filter((name) => existing.has(name));
  if (existing.has(`${db.tablePrefix}options`) && (await db.manager.existsBy(Option, { name: 'siteurl' }))) return true;
  for (const table of tables) {
    if ((await db.query(`SELECT 1 FROM \`${table}\` LIMIT 1`)).length > 0) {
      throw new InstallRefusedError(
        `The table ${table} has rows but there is no site: this is neither an empty database nor a WordPress one.`,
      );
    }
  }
  return false;
}

/** A database of another program, or a site with another prefix, is more likely a mistake than intended. */
async function refuseOtherTables(db: Database): Promise<void> {
  const tables = await db.existingTables();
  // An interrupted installation is continued, whatever other tables there are.
  if (tables.includes(`${db.tablePrefix}options`)) return;
  const others = tables.filter((table) => !isOwnTable(table, db.tablePrefix));
  if (others.length === 0) return;
  const prefixes = others
    .filter((table) => table.endsWith('options'))
    .map((table) => table.slice(0, -'options'.length))
    .filter((prefix) => others.includes(`${prefix}posts`));
  const hint =
    prefixes.length === 0
      ? ''
      : ` It holds a WordPress: to use that site, set ${prefixes.map((prefix) => `TABLE_PREFIX=${prefix}`).join(' or ')}.`;
  throw new InstallRefusedError(
    `The database is not empty: it has ${others.length} other table(s), such as ${others[0]}, and no site with TABLE_PREFIX=${db.tablePrefix}.${hint} ` +
      'To install a new site alongside them, run `nestpress install --among-others`.',
  );
}

/** Other prefixes may begin with ours: `wp_` and `wp_blog_`. Servers may store table names in lower case. */
function isOwnTable(table: string, tablePrefix: string): boolean {
  if (table.startsWith('sqlite_')) return true;
  if (!table.toLowerCase().startsWith(tablePrefix.toLowerCase())) return false;
  const name = table.slice(tablePrefix.length).toLowerCase();
  return name.startsWith(OWN_TABLE_PREFIX) || WORDPRESS_TABLES.some((wordpress) => wordpress.name === name);
}

async function writeSite(db: Database, tx: Transaction, options: InstallOptions, passwordHash: string): Promise<void> {
  const now = options.now ?? new Date();
  const siteUrl = options.siteUrl.replace(/\/+$/, '');
  const adminEmail = options.adminEmail ?? defaultEmail(siteUrl);
  const { siteurl, ...rest } = defaultOptions(
    { siteUrl, title: escapeHtml(options.title), adminEmail },
    db.tablePrefix,
  );
  // First, because its unique name makes a concurrent installer wait here and then give up.
  await tx.insert(Option, optionRow('siteurl', siteurl ?? siteUrl));

  await createAdministrator(db, tx, { email: adminEmail, passwordHash, registered: utcText(now) });
  const writer = new SiteWriter(tx, { url: siteUrl, adminEmail, now });
  await writer.createTerm('category', { slug: 'uncategorized', name: 'Uncategorized' }, DEFAULT_CATEGORY_ID);
  const sticky = options.sample ? (await writer.write(SAMPLE_SITE)).sticky : [];

  const all: Record<string, PhpInput> = {
    ...rest,
    sticky_posts: sticky,
    db_version: SCHEMA_VERSION,
    [INSTALLED]: now.toISOString(),
    ...(options.adminPassword === undefined && { [AWAITS_SIGN_IN]: ADMIN_LOGIN }),
    ...(options.isDefaultAddress && { [DEFAULT_ADDRESS]: siteUrl }),
  };
  await tx.insert(
    Option,
    Object.entries(all).map(([name, value]) => optionRow(name, value)),
  );
}

function optionRow(name: string, value: PhpInput) {
  return { name, value: toStored(value), autoload: NOT_AUTOLOADED.has(name) ? 'no' : 'yes' };
}

/** An e-mail address at the site's own host, if that is a valid mail domain. */
function defaultEmail(siteUrl: string): string {
  const host = URL.canParse(siteUrl) ? new URL(siteUrl).hostname : '';
  return /\.[a-z]{2,}$/i.test(host) ? `admin@${host}` : 'admin@example.com';
}

/** Titles are stored escaped. */
function escapeHtml(text: string): string {
  const entities: ReadonlyMap<string, string> = new Map(
    Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }),
  );
  return text.replace(/[&<>"']/g, (character) => entities.get(character)!);
}
