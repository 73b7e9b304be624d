import { In } from 'typeorm';
import { type Database } from '../../database/index.js';
import { Option } from '../../database/entities/index.js';
import { type Config } from './config.js';
import { withSiteKind } from './site-kind.js';

/** Options of the site: its front end, which administrators set in the console. */
export const FRONT_END_URL = 'nestpress_front_end';
export const FRONT_END_PREVIEW = 'nestpress_front_end_preview';
export const FRONT_END_LINKS = 'nestpress_front_end_links';

export const FRONT_END_OPTIONS = [FRONT_END_URL, FRONT_END_PREVIEW, FRONT_END_LINKS];

/** An address without a query or a slash at its end. */
export const FRONT_END_ADDRESS = /^https?:\/\/[^\s?#]+[^\s?#/]$/;
export const PREVIEW_PATH = /^\/[^\s#]*\{token\}[^\s#]*$/;

/** The configuration with the front end of the database, unless the environment names one. */
export async function withFrontEnd(config: Config, database: Database): Promise<Config> {
  if (config.isFrontEndSet) return config;
  const stored = await storedFrontEnd(database);
  const url = stored[FRONT_END_URL] ?? '';
  if (!FRONT_END_ADDRESS.test(url)) return config;
  const preview = stored[FRONT_END_PREVIEW] ?? '';
  return {
    ...config,
    frontEnd: {
      url,
      preview: PREVIEW_PATH.test(preview) ? preview : config.frontEnd.preview,
      links: stored[FRONT_END_LINKS] === '1',
    },
  };
}

async function storedFrontEnd(database: Database): Promise<Readonly<Record<string, string>>> {
  const rows = await database.manager.findBy(Option, { name: In(FRONT_END_OPTIONS) });
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The configuration with what the owner of the site chose in the console. */
export async function withStoredConfig(config: Config, database: Database): Promise<Config> {
  return withFrontEnd(await withSiteKind(config, database), database);
}
