import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import mysql from 'mysql2/promise';
import type { Database, SqlParameter } from '../../src/database/database.js';
import { placeholders } from '../../src/database/engine/parameters.js';
import { WORDPRESS_TABLES } from '../../src/database/schema/index.js';

/** Recorded databases are not part of the repository. */
const CORPUS = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/corpus');

export type Corpus = 'a' | 'b';

/** The SQL text of a recorded WordPress database; undefined when it is missing. */
export function readDump(corpus: Corpus): string | undefined {
  const file = join(CORPUS, `${corpus}.sql.gz`);
  return existsSync(file) ? gunzipSync(readFileSync(file)).toString('utf8') : undefined;
}

/** Loads a recorded database into an empty MySQL or MariaDB database, tables and all. */
export async function loadDumpIntoMysql(url: string, dump: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true, charset: 'utf8mb4' });
  try {
    await connection.query(dump);
  } finally {
    await connection.end();
  }
}

/**
 * Fills a database that has our tables, on either engine, with the rows of a recorded one, and makes new ids start
 * where the recorded one's would. Tables that are no part of WordPress itself are left out.
 */
export async function loadDumpIntoTables(db: Database, dump: string): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name } of WORDPRESS_TABLES) {
      for (const row of dumpedRows(dump, `wp_${name}`)) {
        await tx.execute(`INSERT INTO \`${db.tablePrefix}${name}\` VALUES (${placeholders(row.length)})`, row);
      }
    }
  });
  for (const [name, next] of autoIncrements(dump)) await setNextId(db, name.replace(/^wp_/, db.tablePrefix), next);
}

async function setNextId(db: Database, table: string, next: number): Promise<void> {
  if (!(await db.existingTables()).includes(table)) return;
  if (db.engine === 'mysql') {
    await db.query(`ALTER TABLE \`${table}\` AUTO_INCREMENT = ${next}`);
    return;
  }
  await db.transaction(async (tx) => {
    await tx.execute('DELETE FROM sqlite_sequence WHERE name = ?', [table]);
    await tx.execute('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, next - 1]);
  });
}

function autoIncrements(dump: string): Map<string, number> {
  const found = dump.matchAll(/CREATE TABLE `(\w+)` \([^;]*?AUTO_INCREMENT=(\d+)[^;]*;/g);
  return new Map([...found].map((match) => [match[1]!, Number(match[2])]));
}

/** The rows of a table's INSERT statements, as mariadb-dump writes them: one row a line. */
function dumpedRows(dump: string, table: string): SqlParameter[][] {
  const rows: SqlParameter[][] = [];
  const head = `INSERT INTO \`${table}\` VALUES\n`;
  for (let at = dump.indexOf(head); at >= 0; at = dump.indexOf(head, at)) {
    at += head.length;
    for (;;) {
      const end = dump.indexOf('\n', at);
      const line = dump.slice(at, end);
      rows.push(parseRow(line));
      at = end + 1;
      if (line.endsWith(';')) break;
    }
  }
  return rows;
}

const VALUE = /'((?:[^'\\]|\\.|'')*)'|NULL|-?[0-9.]+/gs;
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', Z: '\x1a' };

function parseRow(line: string): SqlParameter[] {
  return [...line.matchAll(VALUE)].map(([token, text]) => {
    if (text !== undefined)
      return text.replace(/\\(.)|''/gs, (_pair, escaped?: string) => (escaped ? (ESCAPES[escaped] ?? escaped) : "'"));
    return token === 'NULL' ? null : Number(token);
  });
}
