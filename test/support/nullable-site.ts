import { Database, type SqlParameter, type Transaction } from '../../src/database/database.js';
import { placeholders } from '../../src/database/engine/parameters.js';
import { type TableDefinition, WORDPRESS_TABLES } from '../../src/database/schema/index.js';
import { type TestApp } from './app.js';

/** Options without which a site has no address and no roles. */
const OPTIONS_NEEDED = ['siteurl', 'home', 'wp_user_roles', 'permalink_structure'];

/** Tables whose rows are copied, and the column that says what kind a row is. */
const KINDS = {
  posts: 'post_type',
  postmeta: 'meta_key',
  terms: 'term_group',
  termmeta: 'meta_key',
  users: 'user_status',
  usermeta: 'meta_key',
  comments: 'comment_approved',
  commentmeta: 'meta_key',
  links: 'link_visible',
} as const;

const VISIBLE_BY = ['post_type', 'post_status', 'comment_approved', 'comment_post_ID'];

/** Recreates WordPress's tables without NOT NULL, as old and foreign databases have them. The rows stay. */
export async function dropNotNull({ app }: TestApp): Promise<void> {
  const db = app.get(Database);
  await db.listIndex.remove();
  const nullable = WORDPRESS_TABLES.map(withoutNotNull);
  const run = (sql: string) => db.transaction((tx) => tx.execute(sql));
  for (const { name, columns } of WORDPRESS_TABLES) {
    const table = `\`${db.tablePrefix}${name}\``;
    const names = columns.map((column) => `\`${column.name}\``).join(', ');
    await run(`ALTER TABLE ${table} RENAME TO \`former_${name}\``);
    await db.createTables(nullable.filter((one) => one.name === name));
    await run(`INSERT INTO ${table} (${names}) SELECT ${names} FROM \`former_${name}\``);
    await run(`DROP TABLE \`former_${name}\``);
  }
  // Index names are global in SQLite: these were taken while the former tables existed.
  await db.createTables(nullable);
}

function withoutNotNull(table: TableDefinition): TableDefinition {
  const columns = table.columns.map(({ name, type, ...column }) =>
    table.primaryKey.includes(name) ? { name, type, ...column } : { name, type, nullable: true },
  );
  return { ...table, columns };
}

/** Adds rows to every table so that each of its columns is NULL in some row. */
export async function addRowsWithNull({ app }: TestApp): Promise<void> {
  const db = app.get(Database);
  for (const table of WORDPRESS_TABLES) {
    const kind = KINDS[table.name as keyof typeof KINDS];
    if (kind) await copyRows(db, table, kind);
  }
  await addTermTaxonomies(db);
  const { term_relationships: related, term_taxonomy: taxonomies, posts, options } = db.tables;
  await db.transaction(async (tx) => {
    await tx.execute(
      `INSERT INTO ${related} (object_id, term_taxonomy_id, term_order) ` +
        `SELECT p.ID, t.term_taxonomy_id, NULL FROM ${posts} p JOIN ${taxonomies} t ON p.ID % 5 = t.term_taxonomy_id % 5 ` +
        `WHERE NOT EXISTS (SELECT 1 FROM ${related} r WHERE r.object_id = p.ID AND r.term_taxonomy_id = t.term_taxonomy_id)`,
    );
    await tx.execute(`INSERT INTO ${options} (option_name, option_value, autoload) VALUES (NULL, NULL, NULL)`);
    await tx.execute(`UPDATE ${options} SET autoload = NULL WHERE option_id % 7 = 0`);
  });
}

/** Leaves no value in any option that the site can do without. */
export async function clearOptions({ app }: TestApp): Promise<void> {
  const db = app.get(Database);
  await db.transaction((tx) =>
    tx.execute(
      `UPDATE ${db.tables.options} SET option_value = NULL WHERE option_name NOT IN (${placeholders(OPTIONS_NEEDED.length)})`,
      [...OPTIONS_NEEDED],
    ),
  );
}

/** Copies one row of each kind: NULL in one column after the other, and one in all columns but those that make it visible. */
async function copyRows(db: Database, table: TableDefinition, kind: string): Promise<void> {
  const name = `\`${db.tablePrefix}${table.name}\``;
  const key = table.primaryKey[0]!;
  const columns = table.columns.map((column) => column.name).filter((column) => column !== key);
  const rows = await db.query<Record<string, SqlParameter>>(
    `SELECT * FROM ${name} WHERE ${key} IN (SELECT MAX(${key}) FROM ${name} GROUP BY ${kind})`,
  );
  const copies = rows.flatMap((row) => [
    ...columns.map((column) => ({ ...row, [column]: null })),
    Object.fromEntries(columns.map((column) => [column, VISIBLE_BY.includes(column) ? row[column]! : null])),
  ]) as Record<string, SqlParameter>[];
  await db.transaction(async (tx) => {
    for (const copy of copies) await insertRow(tx, name, columns, copy);
  });
}

async function insertRow(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  row: Record<string, SqlParameter>,
) {
  const names = columns.map((column) => `\`${column}\``).join(', ');
  await tx.execute(
    `INSERT INTO ${table} (${names}) VALUES (${placeholders(columns.length)})`,
    columns.map((column) => row[column] ?? null),
  );
}

/** A taxonomy for every term that has none, each without one of the columns. */
async function addTermTaxonomies(db: Database): Promise<void> {
  const { terms, term_taxonomy: taxonomies } = db.tables;
  const orphans = await db.query<{ id: number }>(
    `SELECT term_id AS id FROM ${terms} WHERE term_id NOT IN (SELECT term_id FROM ${taxonomies})`,
  );
  const [row] = await db.query<{ parent: number }>(`SELECT MIN(term_id) AS parent FROM ${taxonomies}`);
  const columns = ['term_id', 'taxonomy', 'description', 'parent', 'count'];
  await db.transaction(async (tx) => {
    for (const [index, { id }] of orphans.entries()) {
      const taxonomy = index % 2 ? 'category' : 'post_tag';
      const full = { term_id: id, taxonomy, description: 'x', parent: row!.parent, count: 1 };
      await insertRow(tx, taxonomies, columns, { ...full, [columns[1 + (index % 4)]!]: null });
    }
    await insertRow(tx, taxonomies, columns, { taxonomy: 'category' });
  });
}
