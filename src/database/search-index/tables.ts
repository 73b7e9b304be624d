import { randomUUID } from 'node:crypto';
import { type Database } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { OWN_TABLE_PREFIX, type TableDefinition } from '../schema/index.js';

export const SEARCH_WORDS = 'search_words';
export const LISTS = 'search_lists';
export const PENDING = 'search_pending';

/** Revisions are never searched. */
export const UNSEARCHED_TYPE = 'revision';

/** Longer words are not indexed; see words.ts. */
export const LONGEST_WORD = 191;

/** Every distinct word of all texts, spelled as it occurs. */
const words: TableDefinition = {
  name: OWN_TABLE_PREFIX + SEARCH_WORDS,
  columns: [{ name: 'word', type: `varchar(${LONGEST_WORD}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`, default: '' }],
  primaryKey: ['word'],
  indexes: [],
};

/** The entries that contain a word; see id-lists.ts. */
const lists: TableDefinition = {
  name: OWN_TABLE_PREFIX + LISTS,
  columns: [
    // A hash of the word. Two words may share one, which only adds candidates. 0 is reserved: see marker.ts.
    { name: 'token', type: 'bigint(20) unsigned', default: 0 },
    { name: 'block', type: 'bigint(20) unsigned', default: 0 },
    { name: 'ids', type: 'text CHARACTER SET ascii COLLATE ascii_bin' },
  ],
  primaryKey: ['token', 'block'],
  indexes: [],
};

/** Entries written since the last update of the index; one row per write, so that writers never wait for each other here. */
const pending: TableDefinition = {
  name: OWN_TABLE_PREFIX + PENDING,
  columns: [
    { name: 'seq', type: 'bigint(20) unsigned', autoIncrement: true },
    { name: 'post_id', type: 'bigint(20) unsigned', default: 0 },
  ],
  primaryKey: ['seq'],
  indexes: [],
};

export const SEARCH_INDEX_TABLES: readonly TableDefinition[] = [words, lists, pending];

/** An index of another version counts as missing. */
const VERSION = 1;
/** Reserved: no word has this hash. */
export const MARKER_TOKEN = 0;

/**
 * A row among the lists marks the index as complete and changes with every build: a reader that reads words first and lists
 * later can check that both belong to the same build.
 */
export async function readMarker(db: Pick<Database, 'query' | 'tables'>, locking = ''): Promise<string | undefined> {
  const [row] = await db.query<{ ids: string }>(
    `${ON_PRIMARY}SELECT ids FROM ${db.tables.own(LISTS)} WHERE token = ${MARKER_TOKEN} AND block = 0${locking}`,
  );
  return isMarker(row?.ids) ? row.ids : undefined;
}

export function isMarker(text: string | undefined): text is string {
  return text?.startsWith(`${VERSION} `) === true;
}

export async function setMarker(db: Database): Promise<void> {
  const lists = db.tables.own(LISTS);
  const sql = db.sql.upsert(lists, ['token', 'block', 'ids'], ['token', 'block'], ['ids']);
  await db.transaction((tx) => tx.execute(sql, [MARKER_TOKEN, 0, `${VERSION} ${randomUUID()}`], lists));
}

export async function deleteMarker(db: Database): Promise<void> {
  const lists = db.tables.own(LISTS);
  await db.transaction((tx) => tx.execute(`DELETE FROM ${lists} WHERE token = ${MARKER_TOKEN}`, [], lists));
}
