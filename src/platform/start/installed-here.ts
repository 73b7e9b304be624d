import { INSTALLED, INSTALLED_THEME, SCHEMA_VERSION } from '../../database/installer/default-options.js';
import { OptionsStore } from '../../database/options.store.js';
import { toText } from '../../text/php/index.js';
import { type Config } from '../config/config.js';
import { openConfiguredDatabase } from './prepare-database.js';
import { withStoredConfig } from '../config/stored-front-end.js';

/** The site that the service starts with. */
export interface InstalledSite {
  /** With what the owner chose at set-up. */
  readonly config: Config;
  /** Whether Nestpress installed the site, not WordPress. */
  readonly isInstalledHere: boolean;
}

export async function readInstalledSite(config: Config): Promise<InstalledSite> {
  const database = await openConfiguredDatabase(config);
  try {
    const {
      [INSTALLED]: marked,
      db_version,
      template,
    } = await new OptionsStore(database).getMany([INSTALLED, 'db_version', 'template']);
    // The installer has always stored this theme with a schema older than any WordPress that runs it.
    const isOfEarlierInstaller = toText(db_version) === String(SCHEMA_VERSION) && template === INSTALLED_THEME;
    return {
      config: await withStoredConfig(config, database),
      isInstalledHere: marked !== undefined || isOfEarlierInstaller,
    };
  } finally {
    await database.close();
  }
}

export async function isInstalledHere(config: Config): Promise<boolean> {
  return (await readInstalledSite(config)).isInstalledHere;
}
