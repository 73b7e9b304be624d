import { describe, expect, test } from '@jest/globals';
import { forEachEngine, onMysql } from '../../../test/support/databases.js';
import { type Database, type SqlParameter } from '../database.js';
import { WordSearchIndex } from './search-index.js';
import { LISTS, PENDING, SEARCH_WORDS } from './tables.js';
import { searchIndexTriggers } from './triggers.js';
import { BlockIds } from '../id-sets.js';
import { tokenOf } from './words.js';

async function insert(db: Database, ids: readonly number[], content: (id: number) => string): Promise<void> {
  const columns = ['ID', 'post_title', 'post_content', 'post_excerpt', 'to_ping', 'pinged', 'post_content_filtered'];
  await db.transaction((tx) =>
    tx.execute(
      db.sql.insertIgnore(db.tables.posts, columns, ids.length),
      ids.flatMap((id) => [id, `Title ${id}`, content(id), '', '', '', '']),
    ),
  );
}

const setContent = (db: Database, id: number, content: string) =>
  db.transaction((tx) => tx.execute(`UPDATE ${db.tables.posts} SET post_content = ? WHERE ID = ?`, [content, id]));

async function pendingIds(db: Database): Promise<number[]> {
  return (await db.query<{ id: number }>(`SELECT post_id AS id FROM ${db.tables.own(PENDING)} ORDER BY seq`)).map(
    ({ id }) => id,
  );
}

async function takeAllIn(db: Database): Promise<void> {
  while ((await db.searchIndex.indexPending()) > 0);
}

const candidates = async (db: Database, ...terms: string[]) => {
  const found = await db.searchIndex.find(terms);
  return found && [...found.candidates].sort((a, b) => a - b);
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

forEachEngine((_engine, makeDatabase) => {
  test.each(['search index', 'list index'] as const)('only one build of the %s runs at a time', async (name) => {
    const db = await makeDatabase();
    const index = name === 'search index' ? db.searchIndex : db.listIndex;
    await insert(db, upTo(300), () => 'quokka');
    const builds = await Promise.allSettled([index.build(), index.build()]);
    const refused = builds.flatMap((build) => (build.status === 'rejected' ? [String(build.reason)] : []));
    expect(refused).toEqual([expect.stringContaining(`Another ${name} build is running`)]);
    expect(await index.differences()).toEqual([]);
    await index.build();
    expect(await index.differences()).toEqual([]);
  });

  test('is built from what is there, again and again, and can be taken away', async () => {
    const db = await makeDatabase();
    const index = db.searchIndex;
    expect(await index.poll()).toBe(false);
    await insert(db, upTo(300), (id) => (id % 6 === 0 ? 'dolorem' : 'other'));
    expect(await candidates(db, 'lorem')).toBeUndefined();
    const seen: [number, number][] = [];
    await index.build((done, total) => void seen.push([done, total]));
    await index.build();
    expect(seen.at(-1)).toEqual([300, 300]);
    expect(index.isUsable).toBe(true);
    expect(await candidates(db, 'lorem')).toHaveLength(50);
    expect(await candidates(db, 'lorem', '299')).toEqual([]);
    expect(await candidates(db, 'lorem', '300')).toEqual([300]);
    expect(await candidates(db, 'other')).toHaveLength(250);
    expect(await candidates(db, '%')).toBeUndefined();
    expect(await index.differences()).toEqual([]);
    await index.remove();
    expect(await index.poll()).toBe(false);
    await setContent(db, 1, 'written all the same');
  });

  test('what is written is a candidate at once, and once it is taken in only where it belongs', async () => {
    const db = await makeDatabase();
    const index = db.searchIndex;
    await insert(db, [1, 2, 90], () => 'straße');
    await index.build();
    // The same for some collation, but other words.
    await setContent(db, 1, 'strasse');
    await setContent(db, 2, 'STRASSE');
    expect(await pendingIds(db)).toEqual([1, 2]);
    await insert(db, [3], () => 'elsewhere');
    expect(await candidates(db, 'nothing')).toEqual([1, 2, 3]);
    await takeAllIn(db);
    expect(await pendingIds(db)).toEqual([]);
    expect(await candidates(db, 'strass')).toEqual([1, 2]);
    expect(await candidates(db, 'sewhe')).toEqual([3]);
    expect(await candidates(db, 'nothing')).toEqual([]);
    await setContent(db, 3, 'elsewhere');
    expect(await pendingIds(db)).toEqual([]);
  });

  test('an entry leaves the lists of words that it loses, and all lists when it is deleted', async () => {
    const db = await makeDatabase();
    await insert(db, upTo(900), () => 'frequent');
    await db.searchIndex.build();
    expect(await candidates(db, 'frequent')).toHaveLength(900);
    await setContent(db, 5, 'seldom');
    await db.transaction((tx) => tx.execute(`DELETE FROM ${db.tables.posts} WHERE ID = 6`));
    await takeAllIn(db);
    expect(await candidates(db, 'frequent')).toHaveLength(898);
    expect(await candidates(db, 'seldom')).toEqual([5]);
    expect(await db.searchIndex.differences()).toEqual([]);
    const lists = db.tables.own(LISTS);
    await db.transaction((tx) =>
      tx.execute(`UPDATE ${lists} SET ids = ? WHERE token = ?`, [BlockIds.of([5, 9]).text, tokenOf('seldom')], lists),
    );
    expect(await db.searchIndex.differences()).toEqual(['Entry 9: it is in 1 lists that it does not belong to.']);
  });

  test('counts the entries of a type and status, apart from those whose texts have to be read', async () => {
    const db = await makeDatabase();
    await insert(db, upTo(500), (id) => (id % 2 === 0 ? 'even' : 'odd'));
    const set = (assignment: string, ids: string) =>
      db.transaction((tx) => tx.execute(`UPDATE ${db.tables.posts} SET ${assignment} WHERE ID IN (${ids})`));
    await set(`post_status = 'draft'`, '2, 4, 5');
    await set(`post_password = 'secret'`, '6, 7');
    await db.searchIndex.build();
    await set(`post_status = 'draft'`, '8');
    const find = async (includesProtected: boolean) => {
      const lists = [{ type: 'post', status: 'publish' }];
      const { exact } = (await db.searchIndex.find(['EVEN'], {
        lists,
        includesProtected,
        includesFileNames: false,
        ranksTitles: true,
      }))!;
      return { certain: exact!.lists[0]!.certain.size, uncertain: [...exact!.uncertain].sort() };
    };
    expect(await find(false)).toEqual({ certain: 246, uncertain: [6, 8] });
    expect(await find(true)).toEqual({ certain: 247, uncertain: [8] });
    await takeAllIn(db);
    expect(await find(true)).toEqual({ certain: 247, uncertain: [] });
    expect((await db.searchIndex.find(['even-odd']))!.exact).toBeUndefined();
  });

  test('a word whose token another word has makes its entries uncertain', async () => {
    const db = await makeDatabase();
    await insert(db, [1], () => 'one');
    await db.searchIndex.build();
    const words = db.tables.own(SEARCH_WORDS);
    await db.transaction((tx) =>
      tx.execute(`INSERT INTO ${words} (token, word) VALUES (?, ?)`, [tokenOf('taken'), 'other'], words),
    );
    await insert(db, [2], () => 'taken');
    await takeAllIn(db);
    expect(await candidates(db, 'take')).toEqual([2]);
    expect(await candidates(db, 'one')).toEqual([1, 2]);
    expect(await db.searchIndex.differences()).toEqual([]);
  });

  test('a lost trigger is noticed, and words that are missing', async () => {
    const db = await makeDatabase();
    const index = db.searchIndex;
    await index.build();
    await db.listIndex.build();
    expect(await index.poll()).toBe(true);
    await db.transaction((tx) => tx.execute(`DROP TRIGGER \`${searchIndexTriggers(db)[0]!.name}\``));
    await insert(db, [7], () => 'unnoticed');
    expect(await index.poll()).toBe(false);
    expect(await index.differences()).toEqual(['Entry 7: it is missing from 6 lists.']);
    await index.build();
    expect(await index.differences()).toEqual([]);
  });

  test('an index that is rebuilt between two queries is not used', async () => {
    const db = await makeDatabase();
    await insert(db, upTo(40), (id) => (id === 40 ? 'needle' : 'hay'));
    await db.searchIndex.build();
    const between: string[] = [];
    const words = db.tables.own(SEARCH_WORDS);
    const query = db.query;
    db.query = async function <T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]> {
      // As far as a build has come when the words are asked for, and when it has ended.
      if (sql.includes(`FROM ${words}`))
        await db.transaction((tx) => tx.execute(`DELETE FROM ${words}`, [], words)).then(() => between.push('begun'));
      if (sql.includes('token IN')) await new WordSearchIndex(db).build().then(() => between.push('ended'));
      return query.call(db, sql, parameters) as Promise<T[]>;
    };
    try {
      expect(await candidates(db, 'needle')).toBeUndefined();
    } finally {
      db.query = query;
    }
    // It is tried again a few times.
    expect(between.slice(0, 2)).toEqual(['begun', 'ended']);
    expect(await candidates(db, 'needle')).toEqual([40]);
  });

  test('what others write during a build is found', async () => {
    const db = await makeDatabase();
    await insert(db, upTo(400), () => 'hay');
    let written: Promise<void> | undefined;
    await db.searchIndex.build(
      () =>
        void (written ??= Promise.all([setContent(db, 3, 'needle'), insert(db, [500], () => 'needle')]).then(
          () => undefined,
        )),
    );
    await written;
    expect(await candidates(db, 'needle')).toEqual(expect.arrayContaining([3, 500]));
    await takeAllIn(db);
    expect(await candidates(db, 'needle')).toEqual([3, 500]);
  });

  test('several processes take in at the same time', async () => {
    const db = await makeDatabase();
    await db.searchIndex.build();
    await insert(db, upTo(120), (id) => `${id % 5 === 0 ? 'shared' : 'own'} word${id}`);
    await Promise.all([takeAllIn(db), takeAllIn(db), takeAllIn(db)]);
    expect(await pendingIds(db)).toEqual([]);
    expect(await db.searchIndex.differences()).toEqual([]);
    expect(await candidates(db, 'share')).toHaveLength(24);
  });
});

onMysql((makeDatabase) => {
  describe('texts compared in another way', () => {
    test('than the index can are not indexed, and that is said', async () => {
      const db = await makeDatabase();
      await db.transaction((tx) =>
        tx.execute(`ALTER TABLE ${db.tables.posts} MODIFY post_content LONGTEXT CHARACTER SET latin1 NOT NULL`),
      );
      await expect(db.searchIndex.build()).rejects.toThrow(
        /share one of the collations .*they have .*latin1_swedish_ci/,
      );
    });

    test('than when it was built are compared as they are now', async () => {
      const db = await makeDatabase();
      await insert(db, [1], () => 'élan');
      await insert(db, [9], () => 'other');
      await db.searchIndex.build();
      expect(await candidates(db, 'elan')).toEqual([1]);
      for (const table of [db.tables.posts, db.tables.postmeta])
        await db.transaction((tx) =>
          tx.execute(`ALTER TABLE ${table} CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`),
        );
      expect(await db.searchIndex.poll()).toBe(true);
      expect(await candidates(db, 'elan')).toEqual([]);
      expect(await candidates(db, 'élan')).toEqual([1]);
    });
  });
});
