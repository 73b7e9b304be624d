import { type Config } from '../../src/platform/config/config.js';
import { openDatabase } from '../../src/database/drivers/open.js';
import { Option, UserMeta } from '../../src/database/entities/index.js';
import { WORDPRESS_TABLES } from '../../src/database/schema/index.js';
import { PhpArray, toStored } from '../../src/text/php/index.js';

/** A site of a network besides its first one. */
export interface NetworkSite {
  readonly id: number;
  /** Address without a scheme: `net.test/two`. */
  readonly address: string;
  /** Roles by the ID of the account. */
  readonly members: Readonly<Record<number, string>>;
}

const NETWORK_TABLES = ['wp_site', 'wp_sitemeta', 'wp_blogs'];
const FLAGS = ['public', 'archived', 'mature', 'spam', 'deleted', 'lang_id'];

/** Makes the installed site the first one of a network with these others, as WordPress stores it. */
export async function makeNetwork(
  { databaseUrl: url, databaseFile: file }: Config,
  options: Readonly<Record<string, string | readonly string[] | PhpArray>>,
  sites: readonly NetworkSite[],
): Promise<void> {
  const base = await openDatabase({ url, file, tablePrefix: 'wp_' });
  const key = base.engine === 'mysql' ? 'bigint NOT NULL AUTO_INCREMENT PRIMARY KEY' : 'integer PRIMARY KEY';
  const text = base.engine === 'mysql' ? 'longtext' : 'text';
  const addresses = [{ id: 1, address: 'net.test' }, ...sites];
  try {
    await base.transaction(async (tx) => {
      await tx.execute(`CREATE TABLE wp_site (id ${key}, domain varchar(200), path varchar(100))`, [], NETWORK_TABLES);
      await tx.execute(
        `CREATE TABLE wp_sitemeta (meta_id ${key}, site_id bigint, meta_key varchar(255), meta_value ${text})`,
        [],
        NETWORK_TABLES,
      );
      await tx.execute(
        `CREATE TABLE wp_blogs (blog_id ${key}, site_id bigint, domain varchar(200), path varchar(100), ` +
          `${FLAGS.map((flag) => `${flag} int DEFAULT 0`).join(', ')})`,
        [],
        NETWORK_TABLES,
      );
      await tx.execute("INSERT INTO wp_site (id, domain, path) VALUES (1, 'net.test', '/')", [], NETWORK_TABLES);
      for (const [name, value] of Object.entries(options))
        await tx.execute(
          'INSERT INTO wp_sitemeta (site_id, meta_key, meta_value) VALUES (1, ?, ?)',
          [name, toStored(Array.isArray(value) ? PhpArray.list(value) : (value as string | PhpArray))],
          NETWORK_TABLES,
        );
      for (const { id, address } of addresses) {
        const { host, pathname } = new URL(`http://${address}`);
        await tx.execute(
          'INSERT INTO wp_blogs (blog_id, site_id, domain, path, public) VALUES (?, 1, ?, ?, 1)',
          [id, host, pathname.replace(/\/?$/, '/')],
          NETWORK_TABLES,
        );
      }
    });
    const stored = await base.manager.find(Option);
    for (const site of sites) await addSite({ url, file }, site, stored);
  } finally {
    await base.close();
  }
}

async function addSite(
  place: { url?: string; file: string },
  { id, address, members }: NetworkSite,
  stored: readonly Option[],
): Promise<void> {
  const tablePrefix = `wp_${id}_`;
  const database = await openDatabase({ ...place, tablePrefix });
  const changed: Record<string, string> = {
    siteurl: `http://${address}`,
    home: `http://${address}`,
    blogname: `Site ${id}`,
  };
  try {
    await database.createTables(WORDPRESS_TABLES);
    await database.transaction(async (tx) => {
      for (const { name, value, autoload } of stored.filter((option) => !option.name.startsWith('nestpress')))
        await tx.insert(Option, {
          name: name === 'wp_user_roles' ? `${tablePrefix}user_roles` : name,
          value: changed[name] ?? value,
          autoload,
        });
      for (const [owner, role] of Object.entries(members))
        await tx.insert(UserMeta, {
          owner: Number(owner),
          key: `${tablePrefix}capabilities`,
          value: toStored(PhpArray.map([[role, true]])),
        });
    });
  } finally {
    await database.close();
  }
}
