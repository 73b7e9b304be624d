import { INSTALLED, INSTALLED_THEME, SCHEMA_VERSION } from '../../database/installer/default-options.js';
import { OptionsStore } from '../../database/options.store.js';
import { toText } from '../../text/php/index.js';
import { type Config } from '../config/config.js';
import { openConfiguredDatabase } from './prepare-database.js';

/** What is served besides the REST API, decided at start. */
export interface WebFeatures {
  console: boolean;
  /** The namespace nestpress/v1. */
  api: boolean;
  pages: boolean;
}

/** Injection token of WebFeatures. */
export const WEB_FEATURES = Symbol('WEB_FEATURES');

/** Defaults to on for a database installed by Nestpress and to off for one installed by WordPress. */
export async function webFeatures(config: Config): Promise<WebFeatures> {
  const { console, pages, frontEndUrl } = config.web;
  const isOpen = console === undefined || pages === undefined;
  const isOurs = isOpen && (await isInstalledHere(config));
  const served = console ?? isOurs;
  return { console: served === true, api: served !== false, pages: pages ?? (isOurs || frontEndUrl !== undefined) };
}

async function isInstalledHere(config: Config): Promise<boolean> {
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
