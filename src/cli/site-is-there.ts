import { existsSync } from 'node:fs';
import { hasSite } from '../database/index.js';
import { type Config } from '../platform/config/config.js';
import { openConfiguredDatabase } from '../platform/start/open-database.js';
import { CliFailure } from './cli.js';

/** Refuses to go on where there is no site. Asked before the application starts, which would try for long to reach a database. */
export async function assertSiteExists(config: Config): Promise<void> {
  const missing = new CliFailure('There is no site in this database yet. `nestpress install` makes one.', 1);
  // Opening would create the file.
  if (config.databaseUrl === undefined && !existsSync(config.databaseFile)) throw missing;
  const database = await openConfiguredDatabase(config);
  try {
    if (!(await hasSite(database))) throw missing;
  } finally {
    await database.close();
  }
}
