import { randomUUID } from 'node:crypto';
import { type Database, type Transaction } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { OWN_TABLE_PREFIX, type TableDefinition } from '../schema/index.js';

export const SEARCH_WORDS = 'search_words';
export const LISTS = 'search_lists';
export const ENTRIES = 'search_entries';
export const PENDING = 'search_pending';

/** Revisions are never searched. */
export const UNSEARCHED_TYPE = 'revision';

/** Longer words are not indexed; see words.ts. */
export const MAX_WORD_LENGTH = 191;

/** Every distinct word of all texts, spelled as it occurs, by its token. */
const words: TableDefinition = {
  name: OWN_TABLE_PREFIX + SEARCH_WORDS,
  columns: [
    { name: 'token', type: 'bigint(20) unsigned', default: 0 },
    { name: 'word', type: `varchar(${MAX_WORD_LENGTH}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`, default: '' },
  ],
  primaryKey: ['token'],
  indexes: [],
};

/** The entries that contain a word or have a property; see ../id-sets.ts and words.ts. */
const lists: TableDefinition = {
  name: OWN_TABLE_PREFIX + LISTS,
  columns: [
    // 0 is reserved for the marker.
    { name: 'token', type: 'bigint(20) unsigned', default: 0 },
    { name: 'block', type: 'bigint(20) unsigned', default: 0 },
    { name: 'ids', type: 'text CHARACTER SET ascii COLLATE ascii_bin' },
  ],
  primaryKey: ['token', 'block'],
  indexes: [],
};

/** The tokens under which an entry is listed, so that it can be deleted from the lists of words that it loses. */
const entries: TableDefinition = {
  name: OWN_TABLE_PREFIX + ENTRIES,
  columns: [
    { name: 'post_id', type: 'bigint(20) unsigned', default: 0 },
    { name: 'tokens', type: 'longtext CHARACTER SET ascii COLLATE ascii_bin' },
  ],
  primaryKey: ['post_id'],
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

/** Tables that a build creates again. Triggers write the other one at any time. */
export const BUILT_TABLES: readonly TableDefinition[] = [words, lists, entries];

export const SEARCH_INDEX_TABLES: readonly TableDefinition[] = [...BUILT_TABLES, pending];

/** An index of another version counts as missing. */
const VERSION = 2;
/** Reserved: no word has this token. */
export const MARKER_TOKEN = 0;

/**
 * A row among the lists marks the index as complete and changes with every build and with every new word: a reader that reads
 * words first and lists later can check that both belong together.
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

export async function setMarker({ sql, tables }: Database, tx: Transaction): Promise<void> {
  const lists = tables.own(LISTS);
  const statement = sql.upsert(lists, ['token', 'block', 'ids'], ['token', 'block'], ['ids']);
  await tx.execute(statement, [MARKER_TOKEN, 0, `${VERSION} ${randomUUID()}`], lists);
}
