import { existsSync } from 'node:fs';
import { ENTRY_VERSION_RULES } from '../../content/entries/entry-sources.js';
import { type Database } from '../../database/database.js';
import { type Config } from '../../platform/config/config.js';
import { ConfigError } from '../../platform/config/load-config.js';
import { openConfiguredDatabase } from '../../platform/start/prepare-database.js';
import { reasonOf } from '../../platform/start/start-error.js';
import { checkClock } from './checks/clock.js';
import { checkConfiguration } from './checks/configuration.js';
import { checkDatabase } from './checks/database.js';
import { checkMail } from './checks/mail.js';
import { checkRedis } from './checks/redis.js';
import { checkSchema, checkTables, checkIndexes } from './checks/schema.js';
import { checkUploads } from './checks/uploads.js';
import { type Check, fail, type Finding } from './finding.js';

const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['configuration', checkConfiguration],
  ['database', checkDatabase],
  ['schema', checkSchema],
  ['tables', checkTables],
  ['indexes', checkIndexes],
  ['uploads', checkUploads],
  ['mail', checkMail],
  ['clock', checkClock],
  ['redis', checkRedis],
];

/** Checks everything the service needs without starting it: it has to work where the service does not. */
export async function examine(read: () => Config): Promise<Finding[]> {
  let config: Config;
  let database: Database;
  try {
    config = read();
  } catch (error) {
    if (error instanceof ConfigError)
      return [
        fail('configuration', error.message, 'Correct the environment variable; docs/configuration.md lists all.'),
      ];
    throw error;
  }
  // Opening would create the file.
  if (config.databaseUrl === undefined && !existsSync(config.databaseFile)) {
    return [
      fail(
        'database',
        `There is no ${config.databaseFile}.`,
        'Correct DATA_DIR or set DATABASE_URL, or create a site with `nestpress install`.',
      ),
    ];
  }
  try {
    database = await openConfiguredDatabase(config, { versionRules: ENTRY_VERSION_RULES });
  } catch (error) {
    return [
      fail(
        'database',
        (error as Error).message,
        'Start the database, or correct its address, account and password in DATABASE_URL.',
      ),
    ];
  }
  try {
    const findings: Finding[] = [];
    for (const [name, check] of CHECKS)
      findings.push(...(await check({ config, database }).catch((error: unknown) => [fail(name, reasonOf(error))])));
    return findings;
  } finally {
    await database.close();
  }
}
