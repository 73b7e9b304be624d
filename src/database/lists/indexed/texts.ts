import { type TextColumn } from '../list-query.js';
import { type Database } from '../../database.js';
import { type SqlFragment } from '../../engine/sql-fragment.js';
import { isListed } from './count-clauses.js';
import { isPublic } from './parents.js';
import { BY_TEXT, MAX_TITLE_LENGTH } from './tables.js';
import { changed, type TableClauses, TRIGGER_DIALECTS } from './trigger-dialect.js';

/*
 * Titles and slugs in an order that an index has. MySQL compares them by the collations of WordPress's own columns. SQLite
 * cannot: the order there is that of sort keys, which only the service computes. Its triggers store NULL, so other programs
 * can write, and the first list that needs the texts computes their keys. Revisions are never listed by text.
 *
 * Triggers change a row by its primary key, while the writer has locked the entry, so they never wait for another writer.
 */

type Index = Pick<Database, 'engine' | 'tables'>;

/** Columns of the table and the columns of WordPress that they are copied from. */
const COPIED = { title: 'post_title', slug: 'post_name' } as const satisfies Record<TextColumn, string>;

/** What is stored for the texts of `row`: a table, or NEW. */
function storedTexts(row: string, { engine }: Index): string[] {
  if (engine === 'sqlite') return ['NULL', 'NULL'];
  const title = `${row}.${COPIED.title}`;
  return [`IF(CHAR_LENGTH(${title}) > ${MAX_TITLE_LENGTH}, NULL, ${title})`, `${row}.${COPIED.slug}`];
}

export function textClauses(db: Index): TableClauses {
  const dialect = TRIGGER_DIALECTS[db.engine];
  const table = db.tables.own(BY_TEXT);
  const [title, slug] = storedTexts('NEW', db);
  const columns = 'post_id, post_type, post_status, title, slug, is_public';
  const add = `INSERT INTO ${table} (${columns}) VALUES (NEW.ID, NEW.post_type, NEW.post_status, ${title}, ${slug}, ${isPublic('NEW')})`;
  const update = `UPDATE ${table} SET post_id = NEW.ID, post_type = NEW.post_type, post_status = NEW.post_status, title = ${title}, slug = ${slug}, is_public = ${isPublic('NEW')} WHERE post_id = OLD.ID`;
  const remove = `DELETE FROM ${table} WHERE post_id = OLD.ID`;
  return {
    posts: {
      INSERT: [{ when: isListed('NEW'), statements: [add] }],
      UPDATE: [
        {
          when: `${isListed('OLD')} AND ${isListed('NEW')} AND (${changed(dialect, 'ID', 'post_type', 'post_status', 'post_password', COPIED.title, COPIED.slug)})`,
          statements: [update],
        },
        { when: `${isListed('OLD')} AND NOT ${isListed('NEW')}`, statements: [remove] },
        { when: `${isListed('NEW')} AND NOT ${isListed('OLD')}`, statements: [add] },
      ],
      DELETE: [{ when: isListed('OLD'), statements: [remove] }],
    },
  };
}

/** The statement that fills the table. */
export function textFill(db: Index & Pick<Database, 'sql'>): string {
  const { posts } = db.tables;
  const texts =
    db.engine === 'sqlite' ? Object.values(COPIED).map((column) => db.sql.textOrder(column)) : storedTexts(posts, db);
  return `INSERT INTO ${db.tables.own(BY_TEXT)} (post_id, post_type, post_status, title, slug, is_public) SELECT ID, post_type, post_status, ${texts.join(', ')}, ${isPublic(posts)} FROM ${posts} WHERE post_type <> 'revision' ORDER BY ID`;
}

interface Collation {
  charset: string;
  collation: string;
}

/** The collations of WordPress's columns and of the copies: title, then slug. MySQL only. */
async function collations(db: Database): Promise<Record<'actual' | 'stored', Collation[]>> {
  const read = (table: string, columns: readonly string[]) =>
    db.query<Collation>(
      'SELECT CHARACTER_SET_NAME AS charset, COLLATION_NAME AS collation FROM information_schema.COLUMNS ' +
        'WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND COLUMN_NAME IN (?, ?) ORDER BY COLUMN_NAME = ?',
      [table, ...columns, columns[1]!],
    );
  const [actual, stored] = await Promise.all([
    read(`${db.tablePrefix}posts`, Object.values(COPIED)),
    read(`${db.tablePrefix}nestpress_${BY_TEXT}`, Object.keys(COPIED)),
  ]);
  return { actual, stored };
}

/** Whether the copies are in the order of WordPress's columns. */
export async function hasCollations(db: Database): Promise<boolean> {
  if (db.engine === 'sqlite') return true;
  const { actual, stored } = await collations(db);
  return stored.length === 2 && stored.every(({ collation }, index) => collation === actual[index]?.collation);
}

export async function setCollations(db: Database): Promise<void> {
  if (await hasCollations(db)) return;
  const { actual } = await collations(db);
  const [title, slug] = actual.map(({ charset, collation }) => `CHARACTER SET ${charset} COLLATE ${collation} NULL`);
  await db.transaction((tx) =>
    tx.execute(
      `ALTER TABLE ${db.tables.own(BY_TEXT)} MODIFY title varchar(${MAX_TITLE_LENGTH}) ${title}, MODIFY slug varchar(200) ${slug}`,
      [],
      [],
    ),
  );
}

/** Whether the index knows the texts of all rows of a list. Computes missing sort keys first. */
export async function knowsTexts(db: Database, column: TextColumn, { sql, parameters }: SqlFragment): Promise<boolean> {
  const table = db.tables.own(BY_TEXT);
  const unknown = `${sql} AND ${column} IS NULL`;
  const rows = await db.query(`SELECT post_id FROM ${table} WHERE ${unknown} LIMIT 1`, parameters);
  if (rows.length === 0) return true;
  if (db.engine === 'mysql') return false;
  const keys = Object.entries(COPIED).map(
    ([copy, original]) =>
      `${copy} = (SELECT ${db.sql.textOrder(original)} FROM ${db.tables.posts} WHERE ID = ${table}.post_id)`,
  );
  await db.transaction((tx) =>
    tx.execute(`UPDATE ${table} SET ${keys.join(', ')} WHERE ${unknown}`, parameters, table),
  );
  return true;
}

/** Describes entries whose row is wrong or missing. */
export async function textDifferences(db: Database): Promise<string[]> {
  const { posts } = db.tables;
  const { differs } = TRIGGER_DIALECTS[db.engine];
  const table = db.tables.own(BY_TEXT);
  const texts =
    db.engine === 'sqlite' ? Object.values(COPIED).map((column) => db.sql.textOrder(column)) : storedTexts(posts, db);
  // The two tables may have different collations.
  const isOther = ['post_type', 'post_status'].map((column) => `HEX(texts.${column}) <> HEX(${posts}.${column})`);
  const isWrong = ['title', 'slug'].map(
    (column, index) => `(texts.${column} IS NOT NULL AND ${differs(`texts.${column}`, texts[index]!)})`,
  );
  const wrong = await db.query<{ id: number; problem: string }>(
    `SELECT ID AS id, 'has other texts' AS problem FROM ${posts} JOIN ${table} texts ON texts.post_id = ID WHERE ${[...isOther, ...isWrong, `is_public <> ${isPublic(posts)}`].join(' OR ')} ` +
      `UNION SELECT ID, 'is not listed by text' FROM ${posts} WHERE post_type <> 'revision' AND NOT EXISTS (SELECT 1 FROM ${table} WHERE post_id = ID) ` +
      `UNION SELECT post_id, 'is listed by text' FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM ${posts} WHERE ID = post_id AND post_type <> 'revision')`,
  );
  return wrong.map(({ id, problem }) => `entry ${id} ${problem}`);
}
