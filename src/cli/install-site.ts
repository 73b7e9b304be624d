import { isEmail } from '../content/text/email.js';
import { type Database, install } from '../database/index.js';
import { ADMIN_LOGIN } from '../database/installer/administrator.js';
import { SiteService } from '../site/site.service.js';
import { type Cli, CliFailure } from './cli.js';
import { openConfigured, reasonOf } from './site-is-there.js';

export interface InstallWishes {
  url?: string;
  title: string;
  adminEmail?: string;
  adminPassword?: string;
  sample?: boolean;
  /** Tables of something else in the same database are no mistake. */
  amongOthers?: boolean;
}

export interface InstallOutcome {
  installed: boolean;
  site: string;
  /** Those that were missing. */
  tables: string[];
  login?: string;
  password?: string;
}

/** Makes a site where there is room for one, and the tables of our own wherever they are missing. */
export async function installSite(cli: Cli, wishes: InstallWishes): Promise<InstallOutcome> {
  const config = cli.config();
  const siteUrl = wishes.url ?? config.siteUrl ?? `http://localhost:${config.port}`;
  checkWishes(siteUrl, wishes);
  const database = await openConfigured(config);
  try {
    const before = new Set(await database.existingTables());
    if (!wishes.amongOthers) refuseForeign(database, [...before]);
    const { title, adminEmail, adminPassword, sample = false } = wishes;
    const result = await install(database, { siteUrl, title, adminEmail, adminPassword, sample });
    // As the service does on a database it installs; without the right to create triggers lists are only slower.
    if (result.installed)
      await database.listIndex
        .build()
        .catch((error: unknown) => cli.note(`There is no list index: ${reasonOf(error)}.`));
    // Our own tables are made by the modules that use them.
    const app = await cli.app();
    const site = (await app.get(SiteService, { strict: false }).current()).home;
    const tables = (await database.existingTables()).filter(
      (name) => name.startsWith(database.tablePrefix) && !before.has(name),
    );
    const signIn = result.installed ? { login: ADMIN_LOGIN, password: result.adminPassword } : {};
    return { installed: result.installed, site, tables, ...signIn };
  } finally {
    await database.close();
  }
}

function checkWishes(siteUrl: string, { adminEmail }: InstallWishes): void {
  if (!/^https?:\/\/[^\s?#/]+/.test(siteUrl))
    throw new CliFailure('--url must be an http or https address such as https://site.example.', 2);
  if (adminEmail !== undefined && !isEmail(adminEmail, { minLength: 6 }))
    throw new CliFailure('--admin-email is not an e-mail address.', 2);
}

/** A database of something else, or a site under another prefix, is more likely a mistake than a wish. */
function refuseForeign(database: Database, tables: readonly string[]): void {
  const foreign = tables.filter((name) => !name.startsWith(database.tablePrefix) && !name.startsWith('sqlite_'));
  const isOurs = tables.includes(`${database.tablePrefix}options`);
  if (isOurs || foreign.length === 0) return;
  const other = foreign.find((name) => name.endsWith('options'))?.slice(0, -'options'.length);
  const hint =
    other !== undefined && foreign.includes(`${other}posts`) ? `There is a WordPress with TABLE_PREFIX=${other}. ` : '';
  throw new CliFailure(
    `The database is not empty: it has ${foreign.length} other table(s), such as ${foreign[0]}. ${hint}--among-others installs beside them.`,
    1,
  );
}
