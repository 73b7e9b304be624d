import { isEmail } from '../text/email.js';
import { ENTRY_VERSION_RULES } from '../modules/entries/model/entry-sources.js';
import { assertNoSiteLost } from '../database/drivers/sqlite-file.js';
import { install } from '../database/index.js';
import { ADMIN_LOGIN } from '../database/installer/administrator.js';
import { defaultAddress, openConfiguredDatabase } from '../platform/start/prepare-database.js';
import { reasonOf } from '../platform/diagnostics/reason-of.js';
import { SiteService } from '../site/site.service.js';
import { type Cli, CliFailure } from '../platform/command-line/cli.js';

export interface InstallRequest {
  url?: string;
  title: string;
  adminEmail?: string;
  adminPassword?: string;
  sample?: boolean;
  /** Install even though the database has tables of another application. */
  amongOthers?: boolean;
}

export interface InstallOutcome {
  installed: boolean;
  site: string;
  /** Tables that were missing. */
  tables: string[];
  login?: string;
  password?: string;
}

/** Installs a site into an empty database, and creates our own tables wherever they are missing. */
export async function installSite(cli: Cli, request: InstallRequest): Promise<InstallOutcome> {
  const config = cli.config();
  const chosenUrl = request.url ?? config.siteUrl;
  const siteUrl = chosenUrl ?? defaultAddress(config);
  checkRequest(siteUrl, request);
  if (config.databaseUrl === undefined) assertNoSiteLost(config.databaseFile, config.uploadsDir);
  const database = await openConfiguredDatabase(config, { versionRules: ENTRY_VERSION_RULES });
  try {
    const before = new Set(await database.existingTables());
    const { title, adminEmail, adminPassword, sample = false } = request;
    const result = await install(database, {
      siteUrl,
      isDefaultAddress: chosenUrl === undefined,
      title,
      adminEmail,
      adminPassword,
      sample,
      alongsideOtherTables: request.amongOthers,
    });
    // As the service does on a database it installs. Without the right to create triggers, long lists are slower.
    if (result.installed)
      await database.listIndex
        .build()
        .catch((error: unknown) => cli.note(`There is no list index: ${reasonOf(error)}.`));
    if (result.installed && database.engine === 'sqlite') await database.searchIndex.build();
    // The modules create their own tables.
    const app = await cli.app();
    const site = (await app.get(SiteService).current()).home;
    const tables = (await database.existingTables()).filter(
      (name) => name.startsWith(database.tablePrefix) && !before.has(name),
    );
    const signIn = result.installed ? { login: ADMIN_LOGIN, password: result.adminPassword } : {};
    return { installed: result.installed, site, tables, ...signIn };
  } finally {
    await database.close();
  }
}

function checkRequest(siteUrl: string, { adminEmail }: InstallRequest): void {
  if (!/^https?:\/\/[^\s?#/]+/.test(siteUrl))
    throw new CliFailure('--url must be an http or https address such as https://site.example.', 2);
  if (adminEmail !== undefined && !isEmail(adminEmail, { minLength: 6 }))
    throw new CliFailure('--admin-email is not an e-mail address.', 2);
}
