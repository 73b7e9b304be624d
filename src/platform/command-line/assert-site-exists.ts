import { existsSync } from 'node:fs';
import { hasSite } from '../../database/index.js';
import { type Config } from '../config/config.js';
import { openConfiguredDatabase } from '../start/prepare-database.js';
import { CliFailure } from './cli.js';

/** Checked before the application starts, which would retry for long to reach the database. */
export async function assertSiteExists(config: Config): Promise<void> {
  const missing = new CliFailure('There is no site in this database yet. `nestpress install` creates one.');
  // Opening would create the file.
  if (config.databaseUrl === undefined && !existsSync(config.databaseFile)) throw missing;
  const database = await openConfiguredDatabase(config);
  try {
    if (!(await hasSite(database))) throw missing;
  } finally {
    await database.close();
  }
}
