import type { Database } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { placeholders } from '../engine/parameters.js';
import { Post, selectColumns } from '../entities/index.js';
import { countRows } from '../reader.js';
import { rowReader } from '../row-reader.js';
import { UNSEARCHED_TYPE } from './tables.js';
import { ATTACHED_FILE } from './triggers.js';
import { FILE_TOKEN, listToken, OTHER_LIST_TOKEN, PROTECTED_TOKEN, wordsOf } from './words.js';

export interface EntryWords {
  id: number;
  words: Set<string>;
  /** The words of the title among them. */
  titleWords: Set<string>;
  /** Tokens of what an entry is besides its words. */
  properties: readonly number[];
}

/** The searched columns, by their name in statements. */
export const SEARCHED_COLUMNS = [
  ['posts', 'post_title'],
  ['posts', 'post_excerpt'],
  ['posts', 'post_content'],
  ['postmeta', 'meta_value'],
] as const;

const MEMBERS = ['id', 'title', 'excerpt', 'content', 'type', 'status', 'password'] as const;
type TextRow = Pick<Post, (typeof MEMBERS)[number]>;

const COLUMNS = selectColumns(Post, MEMBERS);
const readText = rowReader<TextRow>(Post);

type Reader = Pick<Database, 'query'>;

export async function wordsOfEntries(db: Database, ids: readonly number[], reader: Reader = db): Promise<EntryWords[]> {
  return withFiles(db, await textRows(db, `ID IN (${placeholders(ids.length)})`, ids, reader), reader);
}

export function entryCount(db: Database): Promise<number> {
  return countRows(db, `${db.tables.posts} WHERE post_type <> '${UNSEARCHED_TYPE}'`);
}

/** All entries by ID, in batches. */
export async function* allWords(db: Database, atOnce: number): AsyncGenerator<EntryWords[]> {
  for (let last = 0; ;) {
    const rows = await textRows(db, `ID > ?`, [last], db, ` ORDER BY ID LIMIT ${atOnce}`);
    if (rows.length === 0) return;
    yield await withFiles(db, rows, db);
    last = rows.at(-1)!.id;
  }
}

function textRows(
  { tables }: Database,
  condition: string,
  parameters: readonly number[],
  reader: Reader,
  page = '',
): Promise<TextRow[]> {
  return reader.query<TextRow>(
    `${ON_PRIMARY}SELECT ${COLUMNS} FROM ${tables.posts} WHERE ${condition} AND post_type <> '${UNSEARCHED_TYPE}'${page}`,
    parameters,
  );
}

async function withFiles(db: Database, rows: readonly TextRow[], reader: Reader): Promise<EntryWords[]> {
  const files = await reader.query<{ id: number; file: string | null }>(
    `${ON_PRIMARY}SELECT post_id AS id, meta_value AS file FROM ${db.tables.postmeta} WHERE post_id IN (${placeholders(rows.length)}) AND ${ATTACHED_FILE}`,
    rows.map(({ id }) => id),
  );
  return rows.map(readText).map(({ id, title, excerpt, content, ...row }) => {
    const own = files.flatMap((file) => (file.id === id && file.file !== null ? [file.file] : []));
    const properties = [listToken(row.type, row.status) ?? OTHER_LIST_TOKEN];
    if (row.password !== '') properties.push(PROTECTED_TOKEN);
    if (own.length > 0) properties.push(FILE_TOKEN);
    return { id, words: wordsOf([title, excerpt, content, ...own]), titleWords: wordsOf([title]), properties };
  });
}
