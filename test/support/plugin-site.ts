import { type Database } from '../../src/database/database.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { openConfiguredDatabase } from '../../src/platform/start/prepare-database.js';
import { PhpArray, type PhpValue } from '../../src/text/php/index.js';
import { type EngineName, startTestApp, type TestApp } from './app.js';

/** Options as plugins store them. */
export type PluginOptions = Readonly<Record<string, Plain>>;
type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** The service on a new site on which a WordPress had a plugin active. */
export function startPluginSite(
  engine: EngineName,
  plugin: string,
  options: PluginOptions,
  { env = {}, fill }: { env?: Record<string, string>; fill?: (database: Database) => Promise<void> } = {},
): Promise<TestApp> {
  return startTestApp({ VARIANT: 'C', ...env }, engine, {}, {}, pluginFiller(plugin, options, fill));
}

/** Stores what the plugin does, before a service starts. */
export function pluginFiller(
  plugin: string,
  options: PluginOptions,
  fill?: (database: Database) => Promise<void>,
): NonNullable<Parameters<typeof startTestApp>[4]> {
  return async (config) => {
    const database = await openConfiguredDatabase(config);
    try {
      await storeOptions(database, { active_plugins: [plugin], ...options });
      await fill?.(database);
    } finally {
      await database.close();
    }
  };
}

export async function storeOptions(database: Database, options: PluginOptions): Promise<void> {
  const store = new OptionsStore(database);
  await database.transaction(async (tx) => {
    for (const [name, value] of Object.entries(options)) await store.set(tx, name, php(value));
  });
}

function php(value: Plain): PhpValue {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return PhpArray.list((value as readonly Plain[]).map(php));
  return PhpArray.map(Object.entries(value).map(([key, one]) => [key, php(one)]));
}
