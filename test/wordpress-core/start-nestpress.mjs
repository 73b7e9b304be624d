// Starts the built service for the bridge: node start-nestpress.mjs VARIANT PORT, in the foreground. What a test registered in
// PHP is in the environment (CONTENT_TYPES, MENU_LOCATIONS and others).
import { join } from 'node:path';

const [, , variant, port] = process.argv;
const { NP_DB, NP_DB_PORT, NP_WORK, NP_WP } = process.env;
for (const key of ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE']) {
  process.env[`${key}_KEY`] = `phpunit ${key} key, shared with Nestpress`;
  process.env[`${key}_SALT`] = `phpunit ${key} salt, shared with Nestpress`;
}
Object.assign(process.env, {
  DATABASE_URL: `mysql://root@127.0.0.1:${NP_DB_PORT}/${NP_DB}`,
  DATABASE_POOL: '4',
  TABLE_PREFIX: 'wptests_',
  VARIANT: variant,
  PORT: port,
  HOST: '127.0.0.1',
  DATA_DIR: join(NP_WORK, `data-${variant}`),
  UPLOADS_DIR: join(NP_WP, 'wp-content/uploads'),
  RATE_LIMIT: 'off',
  CACHE_MB: '0',
  ENTRY_CACHE_MB: '0',
  TRUSTED_PROXIES: 'loopback',
  FETCH_EMBEDS: 'off',
  MEDIA_TRASH: 'off',
  CONSOLE: 'off',
  SITE_PAGES: 'off',
  TRASH_DAYS: '0',
  ACCESS_LOG: 'off',
  NESTPRESS_MODULES: join(import.meta.dirname, 'nestpress-module.mjs'),
});
await import(join(import.meta.dirname, '../../dist/src/main.js'));
