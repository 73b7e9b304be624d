import { INSTALLED, INSTALLED_THEME, SCHEMA_VERSION } from '../../database/installer/default-options.js';
import { OptionsStore } from '../../database/options.store.js';
import { toText } from '../../text/php/index.js';
import { type Config } from '../config/config.js';
import { openConfiguredDatabase } from './prepare-database.js';

/** Whether Nestpress installed the site, not WordPress. */
export async function isInstalledHere(config: Config): Promise<boolean> {
  const database = await openConfiguredDatabase(config);
  try {
    const {
      [INSTALLED]: marked,
      db_version,
      template,
    } = await new OptionsStore(database).getMany([INSTALLED, 'db_version', 'template']);
    // The installer has always stored this theme with a schema older than any WordPress that runs it.
    const isOfEarlierInstaller = toText(db_version) === String(SCHEMA_VERSION) && template === INSTALLED_THEME;
    return marked !== undefined || isOfEarlierInstaller;
  } finally {
    await database.close();
  }
}
