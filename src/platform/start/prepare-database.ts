import { Logger } from '@nestjs/common';
import { assertNoSiteLost, explainDamage } from '../../database/engine/sqlite-file.js';
import { type Database, type DatabaseOptions, install } from '../../database/index.js';
import { ADMIN_LOGIN } from '../../database/installer/administrator.js';
import { AWAITS_SIGN_IN } from '../../database/installer/default-options.js';
import { followPort } from '../../database/installer/default-address.js';
import { createSetupToken } from '../../database/installer/setup-token.js';
import { OptionsStore } from '../../database/options.store.js';
import { type Config } from '../config/config.js';
import { openConfiguredDatabase } from './open-database.js';

/** How the owner gets in; absent once an administrator has signed in. */
export interface FirstSignIn {
  login: string;
  /** Only of a password that was generated just now; it is stored nowhere. */
  password?: string;
  /** The password is the one in ADMIN_PASSWORD. */
  isConfigured: boolean;
  /** Of the link that opens the console's set-up page. */
  setupToken?: string;
}

/**
 * Installs schema, roles, options, an administrator and a sample site into an empty database. On any other it creates
 * nothing unless LIST_INDEX=build says so.
 */
export async function prepareDatabase(
  config: Config,
  { versionRules }: Required<Pick<DatabaseOptions, 'versionRules'>>,
): Promise<FirstSignIn | undefined> {
  if (config.databaseUrl === undefined) assertNoSiteLost(config.databaseFile, config.uploadsDir);
  const database = await openConfiguredDatabase(config, { versionRules });
  try {
    const { installed, adminPassword: password } = await install(database, {
      siteUrl: config.siteUrl ?? defaultAddress(config),
      isDefaultAddress: config.siteUrl === undefined,
      title: 'Nestpress',
      adminPassword: config.adminPassword,
      sample: true,
    });
    if (installed || config.listIndex === 'build') await buildListIndex(database);
    if (!installed && config.port !== 0) await followPort(database, defaultAddress(config));
    const login = await new OptionsStore(database).text(AWAITS_SIGN_IN);
    // With a set-up link the generated password is of no use to anyone.
    if (login !== '' && config.web.console !== false)
      return { login, isConfigured: false, setupToken: await createSetupToken(database) };
    if (installed) return { login: ADMIN_LOGIN, password, isConfigured: password === undefined };
    return login === '' ? undefined : { login, isConfigured: false };
  } catch (error) {
    throw config.databaseUrl === undefined ? explainDamage(error, config.databaseFile) : error;
  } finally {
    await database.close();
  }
}

/** The address of a site whose owner did not set one. */
export function defaultAddress({ port }: Pick<Config, 'port'>): string {
  return `http://localhost:${port}`;
}

/** Without the right to create triggers lists work as well, only slower when they are long. */
async function buildListIndex(database: Database): Promise<void> {
  try {
    if (!(await database.listIndex.look())) await database.listIndex.build();
  } catch (error) {
    new Logger('Database').warn(`There is no list index: ${String(error)}`);
  }
}
