import { Logger } from '@nestjs/common';
import { DatabaseFileError } from '../../database/engine/errors.js';
import { readMysqlAddress } from '../../database/drivers/mysql-hosts.js';
import { assertNoSiteLost, explainDamage } from '../../database/drivers/sqlite-file.js';
import { type Database, type DatabaseOptions, install, openDatabase } from '../../database/index.js';
import { ADMIN_LOGIN } from '../../database/installer/administrator.js';
import { AWAITS_SIGN_IN, DEFAULT_ADDRESS } from '../../database/installer/default-options.js';
import { createSetupToken } from '../../database/installer/setup-token.js';
import { OptionsStore } from '../../database/options.store.js';
import { assertNotReplaced } from '../../database/running-processes.js';
import { type Config } from '../config/config.js';
import { RELEASE_ADVICE, releaseProblem } from '../diagnostics/release-check.js';
import { withSiteKind } from '../config/site-kind.js';
import { databaseProblem, StartError } from './start-error.js';

/** How the owner can sign in; absent once an administrator has signed in. */
export interface FirstSignIn {
  login: string;
  /** Only if the password was just generated; it is not stored. */
  password?: string;
  /** The password is the one in ADMIN_PASSWORD. */
  isConfigured: boolean;
  /** Path of the set-up page, with its token. */
  setupPath?: string;
}

/**
 * Installs schema, roles, options, an administrator and a sample site into an empty database. On any other it creates
 * nothing unless LIST_INDEX=build says so.
 */
export async function prepareDatabase(
  config: Config,
  { versionRules, setupPath }: Pick<DatabaseOptions, 'versionRules'> & { setupPath?: string },
): Promise<FirstSignIn | undefined> {
  if (config.databaseUrl === undefined) assertNoSiteLost(config.databaseFile, config.uploadsDir);
  const database = await openConfiguredDatabase(config, { versionRules });
  try {
    await assertNotReplaced(database);
    const { installed, adminPassword: password } = await install(database, {
      siteUrl: config.siteUrl ?? defaultAddress(config),
      isDefaultAddress: config.siteUrl === undefined,
      title: 'Nestpress',
      adminPassword: config.adminPassword,
      sample: true,
      report: reportInstallation(config),
    });
    if (installed || config.listIndex === 'build') await buildListIndex(database);
    // Only the service writes to the embedded database, and its engine would hold up all requests while it reads every text.
    if (installed && database.engine === 'sqlite') await database.searchIndex.build();
    const problem = installed ? undefined : await releaseProblem(await withSiteKind(config, database), database);
    if (problem !== undefined) new Logger('Database').warn(`${problem} ${RELEASE_ADVICE}`);
    if (!installed && config.port !== 0) await unlessReadOnly(() => followPort(database, defaultAddress(config)));
    const login = await new OptionsStore(database).text(AWAITS_SIGN_IN);
    // With a set-up link the generated password is not needed.
    if (login !== '' && setupPath !== undefined) {
      const token = await unlessReadOnly(() => createSetupToken(database));
      return { login, isConfigured: false, ...(token && { setupPath: `${setupPath}?token=${token}` }) };
    }
    if (installed) return { login: ADMIN_LOGIN, password, isConfigured: password === undefined };
    return login === '' ? undefined : { login, isConfigured: false };
  } catch (error) {
    throw config.databaseUrl === undefined ? explainDamage(error, config.databaseFile) : error;
  } finally {
    await database.close();
  }
}

/** A service on a read-only file serves reads, and `/readyz` says why it is not ready, so the start does without its writes. */
async function unlessReadOnly<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DatabaseFileError) return undefined;
    throw error;
  }
}

/** Logs the steps of an installation; the first one is preceded by where the site is installed. */
function reportInstallation(config: Config): (step: string) => void {
  const logger = new Logger('Install');
  let isAnnounced = false;
  return (step) => {
    if (!isAnnounced) logger.log(`There is no site yet. Installing one into ${databaseLocation(config)}.`);
    isAnnounced = true;
    logger.log(step);
  };
}

/** Never the URL, which may contain a password. */
function databaseLocation({ databaseUrl, databaseFile }: Config): string {
  if (databaseUrl === undefined) return databaseFile;
  const { hosts, database } = readMysqlAddress(databaseUrl);
  return `the database ${database} at ${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}`;
}

/** The URL of a site whose owner did not set one. */
export function defaultAddress({ port }: Pick<Config, 'port'>): string {
  return `http://localhost:${port}`;
}

/** Without the right to create triggers, lists work too, only slower when they are long. */
async function buildListIndex(database: Database): Promise<void> {
  try {
    if (await database.listIndex.poll()) return;
    new Logger('Database').log('Building the list index.');
    await database.listIndex.build();
  } catch (error) {
    new Logger('Database').warn(`There is no list index: ${String(error)}`);
  }
}

/** Opens the configured database outside the application, or explains why that is not possible. */
export async function openConfiguredDatabase(
  config: Config,
  { versionRules }: Pick<DatabaseOptions, 'versionRules'> = {},
): Promise<Database> {
  const { databaseUrl: url, databaseFile: file, tablePrefix, network: findsNetwork } = config;
  try {
    return await openDatabase({ url, file, tablePrefix, findsNetwork, poolSize: 2, versionRules });
  } catch (error) {
    const problem = url === undefined ? explainDamage(error, file) : undefined;
    if (problem instanceof DatabaseFileError) throw problem;
    throw new StartError(databaseProblem(error, config), { cause: error });
  }
}

/**
 * Updates a site that was installed with the default URL to the current default, whose port changes with PORT.
 * Only on the embedded database: on a server, processes with different ports may share the site.
 */
async function followPort(db: Database, address: string): Promise<void> {
  if (db.engine !== 'sqlite') return;
  const options = new OptionsStore(db);
  const { home, siteurl, [DEFAULT_ADDRESS]: installed } = await options.getMany(['home', 'siteurl', DEFAULT_ADDRESS]);
  const isUnchanged = installed !== undefined && home === installed && siteurl === installed;
  if (!isUnchanged || installed === address) return;
  await db.transaction(async (tx) => {
    for (const name of ['home', 'siteurl', DEFAULT_ADDRESS]) await options.set(tx, name, address);
  });
}
