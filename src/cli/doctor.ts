import { existsSync } from 'node:fs';
import { checkRestoredEntries } from '../modules/trash/restored-entries.check.js';
import { repairHalfRestored } from '../modules/trash/restored-entries.store.js';
import { ENTRY_VERSION_RULES } from '../modules/entries/model/entry-sources.js';
import { type Database } from '../database/database.js';
import { type Config } from '../platform/config/config.js';
import { ConfigError } from '../platform/config/load-config.js';
import { checks, type NamedCheck, runCheck } from '../platform/diagnostics/checks.js';
import { fail, type DiagnosticResult, ok } from '../platform/diagnostics/diagnostic-result.js';
import { FEATURES } from '../start/active-features.js';
import { declaredRoutes } from './declared-routes.js';
import { openConfiguredDatabase } from '../platform/start/prepare-database.js';
import { ownTables } from '../database/own-tables.js';

/** Checks of resources; the running service registers them with `DiagnosticsService`. */
const MODULE_CHECKS: readonly NamedCheck[] = [['trash', checkRestoredEntries]];

/** Checks everything the service needs without starting it: it has to work where the service does not. */
export async function examine(read: () => Config, { isRepairing = false } = {}): Promise<DiagnosticResult[]> {
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
    const findings: DiagnosticResult[] = [];
    if (isRepairing) findings.push(...(await repair(database)));
    for (const [name, check] of [
      ...checks(ownTables()),
      ...MODULE_CHECKS,
      ...FEATURES.flatMap((feature) => feature.checks ?? []),
    ])
      findings.push(
        ...(await runCheck(name, check, { config, database, declaredRoutes: () => declaredRoutes(config) })),
      );
    return findings;
  } finally {
    await database.close();
  }
}

/** Repairs what needs no decision. */
async function repair(database: Database): Promise<DiagnosticResult[]> {
  const repaired = await repairHalfRestored(database);
  return repaired === 0 ? [] : [ok('trash', `repaired ${repaired} entries that were taken out of the trash.`)];
}
