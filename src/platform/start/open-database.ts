import { DatabaseFileError, explainDamage } from '../../database/engine/sqlite-file.js';
import { type Database, type DatabaseOptions, openDatabase } from '../../database/index.js';
import { type Config } from '../config/config.js';
import { databaseProblem, StartError } from './start-error.js';

/** Opens the configured database outside of the application, or explains why that is not possible. */
export async function openConfiguredDatabase(
  config: Config,
  { versionRules }: Pick<DatabaseOptions, 'versionRules'> = {},
): Promise<Database> {
  const { databaseUrl: url, databaseFile: file, tablePrefix } = config;
  try {
    return await openDatabase({ url, file, tablePrefix, poolSize: 2, versionRules });
  } catch (error) {
    const damage = url === undefined ? explainDamage(error, file) : undefined;
    if (damage instanceof DatabaseFileError) throw damage;
    throw new StartError(databaseProblem(error, config), { cause: error });
  }
}
