import { existsSync } from 'node:fs';
import { ENTRY_VERSION_RULES } from '../modules/entries/entry-sources.js';
import { type Database } from '../database/database.js';
import { type Config } from '../platform/config/config.js';
import { ConfigError } from '../platform/config/load-config.js';
import { type TableDefinition } from '../database/schema/index.js';
import { checks, runCheck } from '../platform/diagnostics/checks.js';
import { fail, type Finding } from '../platform/diagnostics/finding.js';
import { checkWordPress } from '../alongside/wordpress-check.js';
import { checkUnserved } from './unserved-check.js';
import { openConfiguredDatabase } from '../platform/start/prepare-database.js';
import { DERIVED_TABLES, SITE_TABLES } from '../transfer/copy/copied-tables.js';

/** Our own tables; the module that uses a table creates it at start. */
export const OWN_TABLES: readonly TableDefinition[] = [...DERIVED_TABLES, ...SITE_TABLES];

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
    for (const [name, check] of [
      ...checks(OWN_TABLES),
      ['wordpress', checkWordPress],
      ['blocks', checkUnserved],
    ] as const)
      findings.push(...(await runCheck(name, check, { config, database })));
    return findings;
  } finally {
    await database.close();
  }
}
