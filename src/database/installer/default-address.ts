import type { Database } from '../database.js';
import { OptionsStore } from '../options.store.js';
import { DEFAULT_ADDRESS } from './default-options.js';

/**
 * Gives a site that was installed with the default address the current default one, which has another port after PORT
 * changed. Only on the embedded database: on a server, processes with different ports may share the site.
 */
export async function followPort(db: Database, address: string): Promise<void> {
  if (db.engine !== 'sqlite') return;
  const options = new OptionsStore(db);
  const { home, siteurl, [DEFAULT_ADDRESS]: installed } = await options.getMany(['home', 'siteurl', DEFAULT_ADDRESS]);
  const isUnchanged = installed !== undefined && home === installed && siteurl === installed;
  if (!isUnchanged || installed === address) return;
  await db.transaction(async (tx) => {
    for (const name of ['home', 'siteurl', DEFAULT_ADDRESS]) await options.set(tx, name, address);
  });
}
