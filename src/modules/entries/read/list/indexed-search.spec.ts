import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { forEachEngine } from '../../../../../test/support/databases.js';
import { type Database, type Transaction } from '../../../../database/database.js';
import { WordSearchIndex } from '../../../../database/search-index/search-index.js';
import { ListReader } from '../../../../database/lists/list-reader.js';
import { TotalsCache } from '../../../../database/lists/plain/totals-cache.js';
import { EntriesStore } from '../entries.store.js';
import { DueEntriesStore } from './due-entries.store.js';
import { EntriesListStore } from './entries-list.store.js';
import { ANONYMOUS } from '../../../../access/principal.js';
import { type EntryQuery } from './entry-query.js';
import { ReadableScope } from './readable-scope.store.js';
import { CORE_MODEL } from '../../../../content-model/content-model.js';
import { NO_SCOPES } from '../../../../../test/support/no-hooks.js';

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

const KINDS = [
  ...(['insert', 'insert', 'insert', 'title', 'content', 'excerpt', 'file', 'no file'] as const),
  ...(['type', 'status', 'password', 'delete', 'move', 'take in', 'take in'] as const),
];

interface Write {
  kind: (typeof KINDS)[number];
  id: number;
  text: string;
  other: string;
}

const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom(...KINDS),
  // Two blocks of ids.
  id: fc.integer({ min: 4085, max: 4110 }),
  text,
  other: text,
});

const query = fc.record({
  type: fc.constantFrom('post', 'post', 'page', 'attachment'),
  text: search,
  orderby: fc.constantFrom('relevance', 'relevance', 'date', 'title'),
  onlyUnprotected: fc.boolean(),
  perPage: fc.integer({ min: 1, max: 12 }),
  offset: fc.constantFrom(0, 0, 3),
  types: fc.constantFrom(undefined, undefined, ['post', 'page']),
  statuses: fc.constantFrom(['publish'], ['publish'], ['draft', 'publish'], ['any'], ['Publish', 'publish']),
});

const TYPES = ['post', 'post', 'page', 'attachment', 'revision'];
const STATUSES = ['publish', 'draft', 'PUBLISH', 'públish', 'trash', 'inherit'];
const dateOf = (id: number) => `2024-01-${String(1 + (id % 9)).padStart(2, '0')} 10:00:00`;

async function run(db: Database, tx: Transaction, { kind, id, text: one, other }: Write): Promise<void> {
  const { posts, postmeta } = db.tables;
  const column = { title: 'post_title', content: 'post_content', excerpt: 'post_excerpt' }[kind as 'title'];
  if (column) await tx.execute(`UPDATE ${posts} SET ${column} = ? WHERE ID = ?`, [one, id]);
  if (kind === 'delete') await tx.execute(`DELETE FROM ${posts} WHERE ID = ?`, [id]);
  if (kind === 'type') await tx.execute(`UPDATE ${posts} SET post_type = ? WHERE ID = ?`, [TYPES[one.length % 5]!, id]);
  if (kind === 'status')
    await tx.execute(`UPDATE ${posts} SET post_status = ? WHERE ID = ?`, [STATUSES[one.length % 6]!, id]);
  if (kind === 'password')
    await tx.execute(`UPDATE ${posts} SET post_password = ? WHERE ID = ?`, [['', ' ', 'secret'][one.length % 3]!, id]);
  if (kind === 'no file') await tx.execute(`DELETE FROM ${postmeta} WHERE post_id = ?`, [id]);
  if (kind === 'move')
    await tx.execute(
      `UPDATE ${posts} SET ID = ? WHERE ID = ? AND NOT EXISTS (SELECT 1 FROM (SELECT ID FROM ${posts}) others WHERE others.ID = ?)`,
      [id + 1, id, id + 1],
    );
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

/** Entries with words that all, every other, third and tenth of them have, in the title of some. */
async function insertMany(db: Database, count: number): Promise<void> {
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
  const rows = Array.from({ length: count }, (_, id) => {
    const has = (every: number, word: string) => ((id * 7) % every === 0 ? `${word} ` : '');
    const early = id < count / 2 ? 'early ' : '';
    const words = `all ${has(2, 'half')}${has(3, 'third')}${has(10, 'tenth')}${has(150, 'rare')}${early}`;
    const isTitle = id % 4 === 0;
    return [
      id + 1,
      dateOf(id),
      id % 5 === 0 ? 'page' : 'post',
      id % 50 === 0 ? 'secret' : '',
      isTitle ? words : `T${id % 30}`,
      isTitle ? '' : words,
      '',
      '',
      '',
      '',
    ];
  });
  for (let from = 0; from < count; from += 300) {
    const part = rows.slice(from, from + 300);
    await db.transaction((tx) => tx.execute(db.sql.insertIgnore(db.tables.posts, columns, part.length), part.flat()));
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
              order: 'desc',
              search: words,
              searchesFileNames: inFileNames,
              ...(onlyUnprotected && { scope: new ReadableScope(ANONYMOUS, 0) }),
            };
            const expected = await plain(asked);
            expect({ words, ...(await indexed(asked)) }).toEqual({ words, ...expected });
            if (expected.total > 0) found++;
            if (((await db.searchIndex.find([words]))?.candidates.size ?? 26) < 10) narrowed++;
          }
          expect(await db.searchIndex.differences()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(30);
    expect(narrowed).toBeGreaterThan(30);
  }, 60_000);

  test('pages and totals of frequent words are the same with and without the search index', async () => {
    const db = await makeDatabase();
    await insertMany(db, 900);
    await db.searchIndex.build();
    const indexed = listsOf(db);
    const plain = listsOf(Object.create(db, { searchIndex: { value: new WordSearchIndex(db) } }) as Database);
    const columns = [
      'ID',
      'post_date',
      'post_title',
      'post_content',
      'post_excerpt',
      'to_ping',
      'pinged',
      'post_content_filtered',
    ];
    await db.transaction((tx) =>
      tx.execute(db.sql.insertIgnore(db.tables.posts, columns), [5000, dateOf(4), 'all', 'half', '', '', '', '']),
    );
    for (const words of [
      'all',
      'half',
      'third',
      'tenth',
      'early',
      'all half',
      'half third',
      'third tenth',
      'tenth rare',
      '"all half"',
      'lf',
    ]) {
      for (const orderby of ['date', 'relevance', 'title']) {
        for (const [offset, perPage] of [
          [0, 10],
          [40, 10],
          [250, 20],
          [890, 20],
        ] as const) {
          for (const order of ['asc', 'desc'] as const) {
            const types = offset === 40 ? ['post', 'page'] : undefined;
            const asked: EntryQuery = {
              type: 'post',
              types,
              statuses: ['publish'],
              orderby,
              order,
              offset,
              perPage,
              search: words,
              scope: new ReadableScope(ANONYMOUS, 0),
            };
            expect({ words, orderby, offset, order, ...(await indexed(asked)) }).toEqual({
              words,
              orderby,
              offset,
              order,
              ...(await plain(asked)),
            });
          }
        }
      }
    }
  }, 60_000);
});
