import { placeholders } from './parameters.js';

/** The network (multisite) that a site belongs to. Its accounts are those of the network, with roles on each site. */
export interface SiteNetwork {
  /** Prefix of the tables that its sites share, such as `wp_`. */
  readonly prefix: string;
  /** ID of the network: a database can have several. */
  readonly id: number;
  /** ID of the site in it. */
  readonly siteId: number;
}

/** Tables that all sites of a network share. */
const SHARED_TABLES: ReadonlySet<string> = new Set(['users', 'usermeta']);

/** Prefix of a table of a site. */
export function prefixOf(table: string, tablePrefix: string, network?: Pick<SiteNetwork, 'prefix'>): string {
  return network && SHARED_TABLES.has(table) ? network.prefix : tablePrefix;
}

type Query = <T>(sql: string, parameters: string[]) => Promise<T[]>;

/** The first site has the tables with the prefix of the network, the others a number after it. */
const MAIN_SITE = 1;

/**
 * The network whose site has tables with this prefix, if there is one: it has the tables of a network and lists the site.
 * Prefixes have letters, digits and underscores only.
 */
export async function findNetwork(
  engine: 'mysql' | 'sqlite',
  tablePrefix: string,
  query: Query,
): Promise<SiteNetwork | undefined> {
  const [, basePrefix, number] = /^(.*_|)([1-9]\d{0,8})_$/.exec(tablePrefix) ?? [];
  const candidates = [
    { prefix: tablePrefix, siteId: MAIN_SITE },
    ...(basePrefix === undefined ? [] : [{ prefix: basePrefix, siteId: Number(number) }]),
  ];
  const names = candidates.flatMap(({ prefix }) => [`${prefix}blogs`, `${prefix}site`, `${prefix}sitemeta`]);
  const found = await query<{ name: string }>(
    engine === 'mysql'
      ? `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name IN (${placeholders(names.length)})`
      : `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN (${placeholders(names.length)})`,
    names,
  );
  const existing = new Set(found.map(({ name }) => name));
  for (const { prefix, siteId } of candidates) {
    if (!['blogs', 'site', 'sitemeta'].every((table) => existing.has(prefix + table))) continue;
    const [site] = await query<{ id: number }>(`SELECT site_id AS id FROM \`${prefix}blogs\` WHERE blog_id = ?`, [
      String(siteId),
    ]);
    if (site) return { prefix, id: Number(site.id), siteId };
  }
  return undefined;
}
