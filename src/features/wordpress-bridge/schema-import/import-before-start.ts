import { Logger } from '@nestjs/common';
import { type Database, OptionsStore } from '../../../database/index.js';
import { ImportedFilesService } from '../../../modules/imported-schema/index.js';
import { type Config } from '../../../platform/config/index.js';
import { openConfiguredDatabase } from '../../../platform/start/prepare-database.js';
import { profileOf } from '../../../variant/profiles.js';
import { WordPressClient, WordPressError } from '../client/wordpress.client.js';
import { SchemaImporterService } from './schema-importer.service.js';
import { type ImportedContent } from './imported-content.js';
import { ImportedContentStore } from './imported-content.store.js';

/** What was imported so far, read before there is an application: its modules are derived from it. */
export async function readImported(config: Config): Promise<ImportedContent | undefined> {
  return config.wordpress && withStore(config, (store) => store.read());
}

/** Changes with what was imported. */
export async function importedVersion(config: Config, database: Database): Promise<string> {
  if (!config.wordpress) return '';
  const imported = await new ImportedContentStore(database, new OptionsStore(database)).read();
  return String(imported?.changedAt);
}

/** Reads the schemas of WordPress and stores them, before the application starts. */
export function importNow(config: Config): ReturnType<SchemaImporterService['importContent']> {
  return withStore(config, (store, files) =>
    new SchemaImporterService(new WordPressClient(config), store, files, config, profileOf(config)).importContent(),
  );
}

/** Imports if an account is configured. The service starts even if WordPress cannot be reached. */
export async function importBeforeStart(config: Config): Promise<void> {
  if (config.wordpress?.user === undefined) return;
  try {
    await importNow(config);
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    new Logger('WordPress').warn(`${error.message} The content types that were imported before are served.`);
  }
}

async function withStore<T>(
  config: Config,
  use: (store: ImportedContentStore, files: ImportedFilesService) => Promise<T>,
): Promise<T> {
  const database = await openConfiguredDatabase(config);
  const options = new OptionsStore(database);
  try {
    return await use(new ImportedContentStore(database, options), new ImportedFilesService(database, options, config));
  } finally {
    await database.close();
  }
}
