import { type Database, type Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { Option, Post, PostMeta } from '../../database/entities/index.js';

/** What the checks of `nestpress doctor` and of the health page read. */

interface ServerFacts {
  version: string;
  packet: number;
  connections: number;
  readOnly: number | string;
}

export async function serverFacts(database: Database): Promise<ServerFacts> {
  const [server] = await database.query<ServerFacts>(
    'SELECT VERSION() AS version, @@max_allowed_packet AS packet, @@max_connections AS connections, @@global.read_only AS readOnly',
  );
  return server!;
}

export async function databaseVersion(database: Database): Promise<string> {
  const version = database.engine === 'mysql' ? 'VERSION()' : 'sqlite_version()';
  const [row] = await database.query<{ version: string }>(`SELECT ${version} AS version`);
  return row?.version ?? '';
}

/** The first problem of the database file, or `ok`. */
export async function checkSqliteFile(database: Database): Promise<string> {
  const [row] = await database.query<{ result: string }>(
    'SELECT quick_check AS result FROM pragma_quick_check LIMIT 1',
  );
  return row?.result ?? 'ok';
}

/** Reads, writes and deletes an option; `trying` is called before each kind of statement. */
export async function probeRights(tx: Transaction, name: string, trying: (verb: string) => void): Promise<void> {
  trying('SELECT');
  await tx.manager.existsBy(Option, { name });
  trying('INSERT');
  await tx.insert(Option, { name, value: '', autoload: 'no' });
  trying('UPDATE');
  await tx.update(Option, { name }, { value: 'x' });
  // Tables without transactions would keep the row.
  trying('DELETE');
  await tx.delete(Option, { name });
}

export interface AccountGrants {
  /** Name of the database. */
  name: string;
  account: string;
  /** As the server lists them. */
  lines: string[];
  /** Whether the server writes a binary log, and whether it trusts accounts to create triggers nevertheless. */
  logs: boolean;
  trusts: boolean;
}

export async function accountGrants(database: Database): Promise<AccountGrants> {
  const [about] = await database.query<{ name: string; account: string; logs: number; trusts: number }>(
    'SELECT DATABASE() AS name, CURRENT_USER() AS account, @@log_bin AS logs, @@log_bin_trust_function_creators AS trusts',
  );
  const { name, account, logs, trusts } = about!;
  const rows = await database.query<Record<string, string>>('SHOW GRANTS');
  const lines = rows.map((row) => Object.values(row)[0] ?? '');
  return { name, account, lines, logs: Number(logs) !== 0, trusts: Number(trusts) === 1 };
}

/** The server's clock, in UTC. */
export async function serverTime(database: Database): Promise<number> {
  const [row] = await database.query<{ now: string }>('SELECT UTC_TIMESTAMP(3) AS now');
  return Date.parse(`${row!.now.replace(' ', 'T')}Z`);
}

/** Paths of the latest files that the database references. */
export async function latestFiles(database: Database, limit: number): Promise<string[]> {
  const where = { key: '_wp_attached_file' };
  const rows = await database.manager.find(PostMeta, { where, order: { id: 'DESC' }, take: limit });
  return rows.map(({ value }) => value ?? '');
}

/** The `db_version` of the WordPress that wrote the database; 0 if there is none. */
export async function databaseRelease(database: Database): Promise<number> {
  return Number((await database.manager.findOneBy(Option, { name: 'db_version' }))?.value) || 0;
}

/** Whether the newest posts are written in blocks; searching all texts would take long. */
export async function hasBlockPosts(database: Database): Promise<boolean> {
  const rows = await database.manager.find(Post, {
    select: { id: true, content: true },
    where: { type: 'post', status: 'publish' },
    order: { date: 'DESC' },
    take: 20,
  });
  return rows.some(({ content }) => content?.startsWith('<!-- wp:'));
}

export interface TableKind {
  name: string;
  engine: string;
  collation: string;
}

/** Storage engine and collation of tables on MySQL. */
export function tableKinds(database: Database, names: readonly string[]): Promise<TableKind[]> {
  return database.query<TableKind>(
    'SELECT TABLE_NAME AS name, ENGINE AS engine, TABLE_COLLATION AS collation FROM information_schema.TABLES ' +
      `WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (${placeholders(names.length)}) ORDER BY TABLE_NAME`,
    names,
  );
}

/** Whether the server rejects transactions that write to tables with and without transactions (MySQL with GTIDs). */
export async function forbidsMixedTransactions(database: Database): Promise<boolean> {
  const [row] = await database.query<{ Value: string }>("SHOW GLOBAL VARIABLES LIKE 'enforce_gtid_consistency'");
  return row?.Value === 'ON';
}

/** Reads a row of the main tables: a server may respond while a lock of another program blocks every read. */
export async function readMainTables(database: Database): Promise<void> {
  const { options, posts, users, terms, comments } = database.tables;
  const rows = [options, posts, users, terms, comments].map((table) => `(SELECT 1 FROM ${table} LIMIT 1)`);
  await database.query(`SELECT ${rows.join(', ')}`);
}

/** An upper bound of the number of entries, without counting them. */
export async function lastEntryId(database: Database): Promise<number> {
  return (await database.manager.maximum(Post, 'id')) ?? 0;
}

/** A site of a network. */
export interface NetworkSite {
  id: number;
  domain: string;
  path: string;
  archived: number | string;
  spam: number | string;
  deleted: number | string;
}

export async function networkSites(database: Database, prefix: string): Promise<NetworkSite[]> {
  const rows = await database.query<NetworkSite>(
    `SELECT blog_id AS id, domain, path, archived, spam, deleted FROM \`${prefix}blogs\` ORDER BY blog_id`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}
