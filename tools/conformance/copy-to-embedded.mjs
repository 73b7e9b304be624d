// Copies WordPress's tables from MariaDB into a new embedded database, through the service's own schema, and those of its plugins.
import mysql from 'mysql2/promise';
import '../typescript.mjs';

const { openDatabase } = await import('../../src/database/drivers/open.ts');
const { placeholders } = await import('../../src/database/engine/parameters.ts');
const { WORDPRESS_TABLES } = await import('../../src/database/schema/index.ts');

const PREFIX = 'wp_';

export async function copyToEmbedded(url, file) {
  const source = await mysql.createConnection({ uri: url, dateStrings: true });
  const target = await openDatabase({ file, tablePrefix: PREFIX });
  try {
    await target.createTables(WORDPRESS_TABLES);
    const nextIds = await readNextIds(source);
    await target.transaction(async (tx) => {
      for (const { name, columns } of await pluginTables(source)) {
        await tx.execute(`CREATE TABLE \`${name}\` (${columns.map(declaration).join(', ')})`);
        await copyRows(source, tx, name, columns);
      }
      for (const { name, columns } of WORDPRESS_TABLES) {
        await copyRows(source, tx, PREFIX + name, columns);
        const next = nextIds.get(PREFIX + name);
        if (next === undefined) continue;
        await tx.execute('DELETE FROM sqlite_sequence WHERE name = ?', [PREFIX + name]);
        await tx.execute('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [PREFIX + name, next - 1]);
      }
    });
  } finally {
    await source.end();
    await target.close();
  }
}

async function copyRows(source, tx, table, columns) {
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  const [rows] = await source.query({ sql: `SELECT ${names} FROM \`${table}\``, rowsAsArray: true });
  for (const row of rows)
    await tx.execute(`INSERT INTO \`${table}\` (${names}) VALUES (${placeholders(row.length)})`, row);
}

/** Tables that are not WordPress's own. */
async function pluginTables(source) {
  const [rows] = await source.query(
    'SELECT TABLE_NAME AS tableName, COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS ' +
      'WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION',
  );
  const own = new Set(WORDPRESS_TABLES.map(({ name }) => PREFIX + name));
  const tables = new Map();
  for (const row of rows) tables.set(row.tableName, [...(tables.get(row.tableName) ?? []), row]);
  return [...tables].filter(([name]) => !own.has(name)).map(([name, columns]) => ({ name, columns }));
}

const declaration = ({ name, type }) => `\`${name}\` ${/int$/.test(type) ? 'INTEGER' : 'TEXT'}`;

/** New records get the ids they would get there. */
async function readNextIds(source) {
  const [rows] = await source.query(
    'SELECT TABLE_NAME AS name, AUTO_INCREMENT AS next FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND AUTO_INCREMENT IS NOT NULL',
  );
  return new Map(rows.map(({ name, next }) => [name, Number(next)]));
}
