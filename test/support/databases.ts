import { randomBytes } from 'node:crypto';
import { afterAll, describe } from '@jest/globals';
import mysql from 'mysql2/promise';
import { ENTRY_VERSION_RULES } from '../../src/modules/entries/model/entry-sources.js';
import type { Database, Engine } from '../../src/database/database.js';
import { openDatabase } from '../../src/database/drivers/open.js';
import { tableOf } from '../../src/database/entities/index.js';
import { LockRow } from '../../src/database/named-locks.js';
import type { VersionRule } from '../../src/database/version-rule.js';
import { WORDPRESS_TABLES } from '../../src/database/schema/index.js';
import { missing } from './missing.js';
import { assertReportedTables } from './reported-tables.js';

assertReportedTables();

export interface MakeOptions {
  tablePrefix?: string;
  /** Create the tables; the default is true. */
  tables?: boolean;
  /** Instead of those of entries; null for none. */
  versionRules?: readonly VersionRule[] | null;
}

/** Opens a fresh, empty database, which is closed and removed after the last test of the file. */
export type MakeDatabase = (options?: MakeOptions) => Promise<Database>;

/** A server on which tests may create databases: `mysql://root@127.0.0.1:PORT/`. */
export const testMysqlUrl: string | undefined = process.env.TEST_MYSQL_URL;

/** The suite `mysql` leaves SQLite out, which all others test. */
export const testsSqlite = process.env.TEST_ENGINE !== 'mysql';

/** Runs a suite on each engine: SQLite, and MySQL when TEST_MYSQL_URL names a server, which CI requires. */
export function forEachEngine(suite: (engine: Engine, makeDatabase: MakeDatabase) => void): void {
  if (testsSqlite)
    describe('sqlite', () =>
      suite(
        'sqlite',
        databaseMaker(async () => ({ file: ':memory:', drop: async () => undefined })),
      ));
  onMysql((makeDatabase) => suite('mysql', makeDatabase));
}

/** The part of a suite that is specific to MySQL and MariaDB. */
export function onMysql(suite: (makeDatabase: MakeDatabase) => void): void {
  describe('mysql', () => {
    if (testMysqlUrl) suite(databaseMaker(createMysqlDatabase));
    else missing('TEST_MYSQL_URL is not set');
  });
}

type TestDatabase = { file: string; url?: string; drop: () => Promise<void> };

function databaseMaker(createDatabase: () => Promise<TestDatabase>): MakeDatabase {
  const cleanUps: Array<() => Promise<void>> = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return async ({ tablePrefix = 'wp_', tables = true, versionRules = ENTRY_VERSION_RULES } = {}) => {
    const { drop, ...location } = await createDatabase();
    const database = await openDatabase({
      ...location,
      tablePrefix,
      poolSize: 4,
      versionRules: versionRules ?? undefined,
    });
    cleanUps.push(async () => {
      await database.close();
      await drop();
    });
    if (tables) await database.createTables([...WORDPRESS_TABLES, tableOf(LockRow)]);
    return database;
  };
}

/** Creates a database on the test server. Many servers grant every account all rights on databases named test_…. */
export async function createMysqlDatabase(kind = 'test'): Promise<TestDatabase & { url: string }> {
  const name = `${kind}_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(testMysqlUrl ?? '');
  url.pathname = name;
  return { file: '', url: url.href, drop: async () => void (await onServer(`DROP DATABASE ${name}`)) };
}

/** Runs a statement as the administrator of the test server; the rows. */
export async function onServer(sql: string): Promise<unknown[]> {
  const connection = await mysql.createConnection(testMysqlUrl ?? '');
  try {
    return (await connection.query(sql))[0] as unknown[];
  } finally {
    await connection.end();
  }
}
