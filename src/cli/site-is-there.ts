import { existsSync } from 'node:fs';
import { type Database, hasSite, openDatabase } from '../database/index.js';
import { type Config } from '../platform/config/config.js';
import { CliFailure } from './cli.js';

/** Opens the configured database, or says in a sentence why that cannot be. */
export async function openConfigured({ databaseUrl, databaseFile, tablePrefix }: Config): Promise<Database> {
  try {
    return await openDatabase({ url: databaseUrl, file: databaseFile, tablePrefix, poolSize: 2 });
  } catch (error) {
    throw new CliFailure(
      `The database cannot be opened: ${reasonOf(error)}. DATABASE_URL${databaseUrl === undefined ? ' is not set, so DATA_DIR' : ''} says where it is.`,
      1,
    );
  }
}

/** Refuses to go on where there is no site. Asked before the application starts, which would try for long to reach a database. */
export async function siteIsThere(config: Config): Promise<void> {
  const nothing = new CliFailure('There is no site in this database yet. `nestpress install` makes one.', 1);
  // Opening would create the file.
  if (config.databaseUrl === undefined && !existsSync(config.databaseFile)) throw nothing;
  const database = await openConfigured(config);
  try {
    if (!(await hasSite(database))) throw nothing;
  } finally {
    await database.close();
  }
}

/** What a driver says, which may be nothing but a code. */
export function reasonOf(error: unknown): string {
  const { message = '', code = '' } = (error ?? {}) as { message?: string; code?: string };
  return (message || String(code) || String(error)).replace(/\.$/, '');
}
