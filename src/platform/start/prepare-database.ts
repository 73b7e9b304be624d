import { mkdir } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { type Database, install, openDatabase } from '../../database/index.js';
import { type Config } from '../config/config.js';

/** Installs schema, roles, options, an administrator and a sample site into an empty database; leaves any other alone. */
export async function prepareDatabase(config: Config): Promise<{ login: string; password?: string } | undefined> {
  if (config.databaseUrl === undefined) await mkdir(config.dataDir, { recursive: true });
  const database = await openDatabase({
    url: config.databaseUrl,
    file: config.databaseFile,
    tablePrefix: config.tablePrefix,
  });
  try {
    const result = await install(database, {
      siteUrl: config.siteUrl ?? `http://localhost:${config.port}`,
      title: 'Nestpress',
      adminPassword: config.adminPassword,
      sample: true,
    });
    if (result.installed || config.buildsListIndex) await buildListIndex(database);
    if (!result.installed) return undefined;
    return { login: 'admin', password: config.adminPassword ? undefined : result.adminPassword };
  } finally {
    await database.close();
  }
}

/** Without the right to create triggers lists work as well, only slower when they are long. */
async function buildListIndex(database: Database): Promise<void> {
  try {
    if (!(await database.listIndex.look())) await database.listIndex.build();
  } catch (error) {
    new Logger('Database').warn(`There is no list index: ${String(error)}`);
  }
}
