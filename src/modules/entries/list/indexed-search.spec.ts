import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachEngine } from '../../../../test/support/databases.js';
import { type Database, type Transaction } from '../../../database/database.js';
import { WordSearchIndex } from '../../../database/search-index/search-index.js';
import { ListReader } from '../../../database/list-index/list-reader.js';
import { TotalsCache } from '../../../database/totals-cache.js';
import { EntriesStore } from '../entries.store.js';
import { DueEntriesStore } from './due-entries.store.js';
import { EntriesListStore } from './entries-list.store.js';
import { ANONYMOUS } from '../../../access/principal.js';
import { type EntryQuery } from './entry-query.js';
import { ReadableScope } from './readable-scope.store.js';
import { CORE_MODEL } from '../../../site/model/content-model.js';
import { NO_SCOPES } from '../../../../test/support/no-hooks.js';

/** Letters that some collation takes for the same, what stands between words, and what LIKE, HTML and searches read otherwise. */
const PARTS = [
  ...[
    'lorem',
    'dolorem',
    'Lor',
    'rem',
    'a',
    'B',
    'é',
    'É',
    'e\u0301',
    'E',
    'ß',
    'ss',
    'ø',
    'O',
    'œ',
    'ï',
    'ж',
    'Ж',
    'σ',
    'ς',
    '日本',
    '本',
    'ﬁ',
    'Ⓐ',
    '①',
    '1',
    '42',
    '𝐀',
    '🙂',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    '\n',
    '\u00a0',
    '-',
    '–',
    "'",
    '’',
    '"',
    '“',
    '%',
    '_',
    '\\',
    '!',
    '*',
    ',',
    '.',
    '/',
    '&amp;',
    '<p class="x">',
    '</p>',
    '[gallery ids="1"]',
  ],
  ...[
    '\u0001',
    '\u0301',
    '\u200d',
    'long'.repeat(25),
    `${'z\u0301'.repeat(70)}end`,
    `${'q'.repeat(40)}\u0301${'w'.repeat(40)}`,
    `x${'\u0301'.repeat(300)}y`,
  ],
];
const part = fc.constantFrom(...PARTS);
const text = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
const search = fc
  .array(fc.oneof(part, fc.constantFrom('lore', 'or', 'em', 'zend', 'ngl', ' -', '"', 'qqw')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

interface Write {
  kind: 'insert' | 'insert' | 'title' | 'content' | 'excerpt' | 'file' | 'type' | 'delete' | 'take in';
  id: number;
  text: string;
  other: string;
}

const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom(
    'insert',
    'insert',
    'insert',
    'title',
    'content',
    'excerpt',
    'file',
    'type',
    'delete',
    'take in',
  ),
  // Two blocks of ids.
  id: fc.integer({ min: 9990, max: 10_015 }),
  text,
  other: text,
});

const query = fc.record({
  type: fc.constantFrom('post', 'post', 'page', 'attachment'),
  text: search,
  orderby: fc.constantFrom('relevance', 'relevance', 'date', 'title'),
  onlyUnprotected: fc.boolean(),
  perPage: fc.integer({ min: 1, max: 12 }),
});

const TYPES = ['post', 'post', 'page', 'attachment', 'revision'];
const dateOf = (id: number) => `2024-01-${String(1 + (id % 9)).padStart(2, '0')} 10:00:00`;

async function run(db: Database, tx: Transaction, { kind, id, text: one, other }: Write): Promise<void> {
  const { posts, postmeta } = db.tables;
  const column = { title: 'post_title', content: 'post_content', excerpt: 'post_excerpt' }[kind as 'title'];
  if (column) await tx.execute(`UPDATE ${posts} SET ${column} = ? WHERE ID = ?`, [one, id]);
  if (kind === 'delete') await tx.execute(`DELETE FROM ${posts} WHERE ID = ?`, [id]);
  if (kind === 'type') await tx.execute(`UPDATE ${posts} SET post_type = ? WHERE ID = ?`, [TYPES[one.length % 5]!, id]);
  if (kind === 'file') {
    await tx.execute(`UPDATE ${postmeta} SET meta_value = ? WHERE post_id = ? AND meta_key = '_wp_attached_file'`, [
      one,
      id,
    ]);
    await tx.execute(`INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, '_wp_attached_file', ?)`, [
      id,
      other,
    ]);
  }
  if (kind === 'insert') {
    const columns = [
      'ID',
      'post_date',
      'post_type',
      'post_password',
      'post_title',
      'post_content',
      'post_excerpt',
      'to_ping',
      'pinged',
      'post_content_filtered',
    ];
    await tx.execute(db.sql.insertIgnore(posts, columns), [
      id,
      dateOf(id),
      TYPES[id % 5]!,
      id % 7 === 0 ? 'secret' : '',
      one.slice(0, 40),
      other,
      one,
      '',
      '',
      '',
    ]);
  }
}

function listsOf(db: Database) {
  const lists = new EntriesListStore(
    db,
    new EntriesStore(db, NO_SCOPES),
    new DueEntriesStore(db, CORE_MODEL),
    new ListReader(db, new TotalsCache(db)),
    NO_SCOPES,
  );
  return async (asked: EntryQuery) => {
    const { items, total } = await lists.find(asked, { content: false });
    return { ids: items.map(({ id }) => id), total };
  };
}

forEachEngine((_engine, makeDatabase) => {
  test('searches find the same in the same order with and without the search index', async () => {
    const db = await makeDatabase();
    await db.searchIndex.build();
    // An index that was not inspected is not used.
    const indexed = listsOf(db);
    const plain = listsOf(Object.create(db, { searchIndex: { value: new WordSearchIndex(db) } }) as Database);
    let narrowed = 0;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 25 }),
        fc.array(query, { minLength: 5, maxLength: 15 }),
        async (writes, questions) => {
          for (const one of writes) {
            if (one.kind === 'take in') await db.searchIndex.indexPending();
            else await db.transaction((tx) => run(db, tx, one));
          }
          for (const { text: words, onlyUnprotected, ...rest } of questions) {
            const inFileNames = rest.type === 'attachment';
            const asked: EntryQuery = {
              ...rest,
              statuses: ['publish'],
              order: 'desc',
              offset: 0,
              search: words,
              searchesFileNames: inFileNames,
              ...(onlyUnprotected && { scope: new ReadableScope(ANONYMOUS, 0) }),
            };
            const expected = await plain(asked);
            expect({ words, ...(await indexed(asked)) }).toEqual({ words, ...expected });
            if (expected.total > 0) found++;
            if (((await db.searchIndex.candidates([words])) ?? Array(26)).length < 10) narrowed++;
          }
          expect(await db.searchIndex.differences()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(30);
    expect(narrowed).toBeGreaterThan(30);
  }, 60_000);
});
