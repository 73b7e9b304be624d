import type { Database, Engine, Transaction } from '../database.js';
import { deleteByKeys } from '../delete-by-keys.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { placeholders, type SqlParameter } from '../engine/parameters.js';
import { BlockIds, blockOf, type ListRow } from '../id-sets.js';
import { ENTRIES, LISTS, PENDING, readMarker, SEARCH_WORDS, setMarker } from './tables.js';
import { type EntryWords, wordsOfEntries } from './texts.js';
import { ANY_WORD, ANY_WORD_TOKEN, titleToken, tokenOf, tokensAsText, tokensOfText } from './words.js';

/** Maximum length of a statement, accepted by every server. */
const ROWS_AT_ONCE = 1000;
const CHARACTERS_AT_ONCE = 400_000;

/** Writes the words of entries to the index. Only one process does so at a time. */
export class WordWriter {
  /** Whether words were added that no entry had before. */
  hasNewWords = false;

  constructor(
    private readonly db: Database,
    private readonly tx: Pick<Transaction, 'query' | 'execute'>,
  ) {}

  /** The tokens of each entry, after their words have been stored. */
  async tokensOf(entries: readonly EntryWords[]): Promise<Map<number, Set<number>>> {
    const tokens = new Map<string, number>([[ANY_WORD, ANY_WORD_TOKEN]]);
    for (const { words } of entries) for (const word of words) if (!tokens.has(word)) tokens.set(word, tokenOf(word));
    tokens.delete(ANY_WORD);
    await this.store(tokens);
    tokens.set(ANY_WORD, ANY_WORD_TOKEN);
    return new Map(
      entries.map(({ id, words, titleWords, properties }) => {
        const all = new Set(properties);
        for (const word of words) all.add(tokens.get(word)!);
        for (const word of titleWords) {
          const token = tokens.get(word)!;
          if (token !== ANY_WORD_TOKEN) all.add(titleToken(token));
        }
        return [id, all];
      }),
    );
  }

  /** Adds words that are not there yet. One whose token another word has gets the token of words that are not indexed. */
  private async store(tokens: Map<string, number>): Promise<void> {
    const table = this.db.tables.own(SEARCH_WORDS);
    const all = [...tokens].sort(([, a], [, b]) => a - b);
    for (const part of inBatches(all, ([word]) => word.length + 10)) {
      const stored = new Map(
        (
          await this.tx.query<{ token: number; word: string }>(
            `SELECT token, word FROM ${table} WHERE token IN (${placeholders(part.length)})`,
            part.map(([, token]) => token),
          )
        ).map((row) => [row.token, row.word]),
      );
      const added: SqlParameter[] = [];
      for (const [word, token] of part) {
        const present = stored.get(token);
        if (present === undefined) {
          stored.set(token, word);
          added.push(token, word);
        } else if (present !== word) tokens.set(word, ANY_WORD_TOKEN);
      }
      if (added.length === 0) continue;
      this.hasNewWords = true;
      await this.tx.execute(`INSERT INTO ${table} (token, word) VALUES ${rowsOf(2, added.length / 2)}`, added, table);
    }
  }

  /** Stores lists of one block, by token, in key order, which is faster. */
  async writeLists(block: number, lists: Iterable<readonly [token: number, ids: string]>): Promise<void> {
    const table = this.db.tables.own(LISTS);
    const rows = [...lists].sort(([a], [b]) => a - b);
    for (const part of inBatches(rows, ([, ids]) => ids.length + 20)) {
      await this.tx.execute(
        `INSERT INTO ${table} (token, block, ids) VALUES ${rowsOf(3, part.length)} ${this.overwriting('ids', 'token, block')}`,
        part.flatMap(([token, ids]) => [token, block, ids]),
        table,
      );
    }
  }

  async writeEntries(entries: ReadonlyMap<number, ReadonlySet<number>>): Promise<void> {
    const table = this.db.tables.own(ENTRIES);
    for (const part of inBatches([...entries], ([, tokens]) => tokens.size * 8)) {
      await this.tx.execute(
        `INSERT INTO ${table} (post_id, tokens) VALUES ${rowsOf(2, part.length)} ${this.overwriting('tokens', 'post_id')}`,
        part.flatMap(([id, tokens]) => [id, tokensAsText([...tokens])]),
        table,
      );
    }
  }

  private overwriting(column: string, key: string): string {
    return this.db.engine === 'mysql'
      ? `ON DUPLICATE KEY UPDATE ${column} = VALUES(${column})`
      : `ON CONFLICT (${key}) DO UPDATE SET ${column} = excluded.${column}`;
  }
}

const rowsOf = (columns: number, rows: number) =>
  Array(rows)
    .fill(`(${placeholders(columns)})`)
    .join(', ');

function* inBatches<T>(all: readonly T[], lengthOf: (item: T) => number): Generator<T[]> {
  let part: T[] = [];
  let length = 0;
  for (const item of all) {
    part.push(item);
    length += lengthOf(item);
    if (part.length < ROWS_AT_ONCE && length < CHARACTERS_AT_ONCE) continue;
    yield part;
    part = [];
    length = 0;
  }
  if (part.length > 0) yield part;
}

/** On SQLite, writers wait for each other. */
const ENTRIES_AT_ONCE: Readonly<Record<Engine, number>> = { mysql: 25, sqlite: 5 };

/** Locks the marker: only one process updates the index at a time, and not during a rebuild. */
export async function indexPendingTexts(db: Database): Promise<number> {
  const pending = db.tables.own(PENDING);
  if ((await db.query(`${ON_PRIMARY}SELECT 1 FROM ${pending} LIMIT 1`)).length === 0) return 0;
  return db.transaction(async (tx) => {
    const reader = { query: tx.query.bind(tx), tables: db.tables };
    if ((await readMarker(reader, db.sql.forUpdate())) === undefined) return 0;
    const rows = await tx.query<{ seq: number; id: number }>(
      `SELECT seq, post_id AS id FROM ${pending} ORDER BY seq LIMIT ${ENTRIES_AT_ONCE[db.engine]}`,
    );
    if (rows.length === 0) return 0;
    await indexEntries(db, tx, [...new Set(rows.map(({ id }) => id))]);
    const keys = rows.map(({ seq }) => seq);
    await deleteByKeys(tx, db.engine, { table: pending, index: 'PRIMARY', column: 'seq', keys });
    return rows.length;
  });
}

async function indexEntries(db: Database, tx: Transaction, ids: readonly number[]): Promise<void> {
  const entries = db.tables.own(ENTRIES);
  const writer = new WordWriter(db, tx);
  const tokens = await writer.tokensOf(await wordsOfEntries(db, ids, { query: tx.query.bind(tx) }));
  const before = new Map(
    (
      await tx.query<{ id: number; tokens: string }>(
        `SELECT post_id AS id, tokens FROM ${entries} WHERE post_id IN (${placeholders(ids.length)})`,
        ids,
      )
    ).map((row) => [row.id, new Set(tokensOfText(row.tokens))]),
  );
  const none: ReadonlySet<number> = new Set();
  for (const block of new Set(ids.map(blockOf))) {
    const changes = new Map<number, [id: number, isAdded: boolean][]>();
    const note = (token: number, id: number, isAdded: boolean) =>
      changes.set(token, [...(changes.get(token) ?? []), [id, isAdded]]);
    for (const id of ids) {
      if (blockOf(id) !== block) continue;
      const [old, now] = [before.get(id) ?? none, tokens.get(id) ?? none];
      for (const token of now) if (!old.has(token)) note(token, id, true);
      for (const token of old) if (!now.has(token)) note(token, id, false);
    }
    const lists = await readLists(db, tx, block, [...changes.keys()]);
    for (const [token, ofToken] of changes) {
      const list = lists.get(token) ?? new BlockIds();
      for (const [id, isAdded] of ofToken)
        if (isAdded) list.add(id);
        else list.delete(id);
      lists.set(token, list);
    }
    await writer.writeLists(
      block,
      [...lists].map(([token, list]) => [token, list.text] as const),
    );
  }
  await writer.writeEntries(tokens);
  const gone = [...before.keys()].filter((id) => !tokens.has(id));
  if (gone.length > 0)
    await tx.execute(`DELETE FROM ${entries} WHERE post_id IN (${placeholders(gone.length)})`, gone, entries);
  if (writer.hasNewWords) await setMarker(db, tx);
}

async function readLists(
  db: Database,
  tx: Transaction,
  block: number,
  tokens: readonly number[],
): Promise<Map<number, BlockIds>> {
  const found = new Map<number, BlockIds>();
  for (const part of inBatches(tokens, () => 20)) {
    const rows = await tx.query<ListRow>(
      `SELECT token, block, ids FROM ${db.tables.own(LISTS)} WHERE block = ? AND token IN (${placeholders(part.length)})`,
      [block, ...part],
    );
    for (const { token, ids } of rows) found.set(token, BlockIds.read(ids));
  }
  return found;
}
