import { Logger } from '@nestjs/common';
import { type FindOperator, In, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual, Not, Raw } from 'typeorm';
import { describe, expect, test } from '@jest/globals';
import { forEachEngine } from '../../test/support/databases.js';
import type { Database, SqlParameter, Transaction } from './database.js';
import { Post, ZERO_DATE } from './entities/index.js';
import { escapeLike, like, orderByList } from './engine/dialect.js';
import { isDuplicate } from './engine/errors.js';
import { openDatabase } from './drivers/open.js';
import { placeholders } from './engine/parameters.js';
import { countQueries } from './engine/query-counter.js';

const addPost = (db: Database, tx: Transaction, title: string) =>
  tx.execute(`INSERT INTO ${db.tables.posts} (post_title, post_content, post_excerpt) VALUES (?, '', '')`, [title]);
const titles = async (db: Database) =>
  (await db.query<{ post_title: string }>(`SELECT post_title FROM ${db.tables.posts} ORDER BY ID`)).map(
    (row) => row.post_title,
  );

forEachEngine((engine, makeDatabase) => {
  describe('statements', () => {
    test('values go in and come out as they are', async () => {
      const db = await makeDatabase();
      const text = `O'Hara \\ "x" %_ é 日本 😀 -- ; DROP`;
      const { insertId, affected } = await db.transaction((tx) => addPost(db, tx, text));
      expect({ insertId, affected }).toEqual({ insertId: 1, affected: 1 });
      const [row] = await db.query<Post>(
        `SELECT ID, post_title, post_date, comment_count FROM ${db.tables.posts} WHERE post_title = ?`,
        [text],
      );
      expect({ ...row }).toEqual({ ID: 1, post_title: text, post_date: ZERO_DATE, comment_count: 0 });
    });

    test('a NUL never cuts a text short', async () => {
      const db = await makeDatabase();
      await db.transaction((tx) => addPost(db, tx, 'admin\0x'));
      expect((await titles(db))[0]).toHaveLength(7);
      expect(await db.query(`SELECT ID FROM ${db.tables.posts} WHERE post_title = ?`, ['admin'])).toEqual([]);
    });

    test('deferred statements run before later ones, and with the commit or not at all', async () => {
      const db = await makeDatabase();
      const { posts } = db.tables;
      const deferred = (tx: Transaction, title: string) =>
        tx.deferInsert(Post, { title, content: '', excerpt: '', toPing: '', pinged: '', contentFiltered: '' });
      await db.transaction(async (tx) => {
        await deferred(tx, 'one');
        expect(await tx.query(`SELECT post_title FROM ${posts}`)).toHaveLength(1);
        await deferred(tx, 'two');
      });
      expect(await titles(db)).toEqual(['one', 'two']);
      const failing = db.transaction(async (tx) => {
        await deferred(tx, 'three');
        await tx.defer(`UPDATE ${posts} SET missing = 1`, [], posts);
        await deferred(tx, 'four');
      });
      await expect(failing).rejects.toThrow('missing');
      expect(await titles(db)).toEqual(['one', 'two']);
    });

    test('rows of entities are found, updated and deleted by their members, and never without a condition', async () => {
      const db = await makeDatabase();
      await db.transaction(async (tx) => {
        for (const title of ['one', 'two', 'three']) await addPost(db, tx, title);
        expect(await tx.update(Post, { id: [1, 2] }, { title: 'new', parent: 7 })).toMatchObject({ affected: 2 });
        expect(await tx.update(Post, { id: 2, title: 'old' }, { parent: 8 })).toMatchObject({ affected: 0 });
        const rows = await tx.find(Post, ['id', 'title', 'parent'], { parent: 7, id: [2, 3] });
        expect(rows.map((row) => ({ ...row }))).toEqual([{ id: 2, title: 'new', parent: 7 }]);
        expect(await tx.delete(Post, { id: [] })).toMatchObject({ affected: 0 });
        await tx.deferDelete(Post, { title: 'new', id: 1 });
        for (const filter of [{}, { id: undefined }, { missing: 1 }])
          expect(() => tx.delete(Post, filter as { id?: number })).toThrow(TypeError);
      });
      expect(await titles(db)).toEqual(['new', 'three']);
    });

    test('rows are also selected by comparisons, as TypeORM names them; others are refused', async () => {
      const db = await makeDatabase();
      await db.transaction(async (tx) => {
        for (const title of ['one', 'two', 'three', 'four']) await addPost(db, tx, title);
        const ids = async (id: FindOperator<number>) =>
          (await tx.find(Post, ['id'], { id })).map((row) => row.id).sort();
        expect(await ids(LessThan(2))).toEqual([1]);
        expect(await ids(LessThanOrEqual(2))).toEqual([1, 2]);
        expect(await ids(MoreThan(3))).toEqual([4]);
        expect(await ids(MoreThanOrEqual(3))).toEqual([3, 4]);
        expect(await ids(In([1, 4]))).toEqual([1, 4]);
        expect(await ids(Not(4))).toEqual([1, 2, 3]);
        expect(await ids(Not(In([1, 4])))).toEqual([2, 3]);
        expect(await ids(Not(MoreThan(1)))).toEqual([1]);
        expect(await tx.update(Post, { id: LessThan(3), title: Not('one') }, { title: 'new' })).toMatchObject({
          affected: 1,
        });
        expect(await tx.delete(Post, { id: MoreThan(2) })).toMatchObject({ affected: 2 });
        expect(() => tx.delete(Post, { title: Raw(() => '1 = 1') })).toThrow('raw is not supported');
      });
      expect(await titles(db)).toEqual(['one', 'new']);
    });

    test('only plain values are bound', async () => {
      const db = await makeDatabase({ tables: false });
      for (const value of [[1, 2], { toString: () => '1' }, undefined, NaN, new Date()]) {
        await expect(async () => db.query('SELECT ? AS x', [value as unknown as SqlParameter])).rejects.toThrow(
          TypeError,
        );
      }
      const [row] = await db.query<object>('SELECT ? AS x, ? AS y', [true, null]);
      expect({ ...row }).toEqual({ x: 1, y: null });
    });

    test('the entity manager reads committed rows and refuses writes', async () => {
      const db = await makeDatabase();
      await db.transaction(async (tx) => {
        await addPost(db, tx, 'one');
        expect(await db.manager.existsBy(Post, { title: 'one' })).toBe(false);
      });
      const { statements } = await countQueries(async () => {
        expect(await db.manager.findOneBy(Post, { title: 'one' })).toMatchObject({ id: 1, date: ZERO_DATE });
      });
      expect(statements).toHaveLength(1);
      await expect(db.manager.delete(Post, { id: 1 })).rejects.toThrow('Writes need a transaction.');
    });

    test('an update counts the rows it matched, changed or not', async () => {
      const db = await makeDatabase();
      const affected = await db.transaction(async (tx) => {
        await addPost(db, tx, 'same');
        return (await tx.execute(`UPDATE ${db.tables.posts} SET post_title = 'same'`)).affected;
      });
      expect(affected).toBe(1);
    });

    test('comparisons ignore case; sums and counts are numbers', async () => {
      const db = await makeDatabase();
      await db.transaction((tx) => addPost(db, tx, 'Quiet'));
      const [row] = await db.query<object>(
        `SELECT COUNT(*) AS n, SUM(ID) AS s FROM ${db.tables.posts} WHERE post_title = 'qUIET'`,
      );
      expect({ ...row }).toEqual({ n: 1, s: 1 });
    });

    test('errors name the statement, not the values', async () => {
      const db = await makeDatabase();
      const insert = `INSERT INTO ${db.tables.options} (option_name, option_value) VALUES (?, ?)`;
      const failure = await db
        .transaction(async (tx) => {
          await tx.execute(insert, ['one', 'secret-value']);
          await tx.execute(insert, ['one', 'secret-value']);
        })
        .catch((error: unknown) => error);
      expect(isDuplicate(failure)).toBe(true);
      expect(JSON.stringify(failure)).not.toContain('secret-value');
      expect(failure).toMatchObject({ sql: insert });
    });

    test('ping', async () => {
      const db = await makeDatabase({ tables: false });
      await expect(db.ping()).resolves.toBeUndefined();
    });
  });

  describe('transactions', () => {
    test('nothing remains of one that fails, and its afterCommit work is not run', async () => {
      const db = await makeDatabase();
      const done: string[] = [];
      const failing = db.transaction(async (tx) => {
        await addPost(db, tx, 'lost');
        tx.afterCommit(() => void done.push('lost'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await db.transaction(async (tx) => {
        await addPost(db, tx, 'kept');
        tx.afterCommit(() => void done.push('kept'));
        expect(done).toEqual([]);
      });
      expect(await titles(db)).toEqual(['kept']);
      expect(done).toEqual(['kept']);
    });

    test('other readers see nothing before the commit and do not wait', async () => {
      const db = await makeDatabase();
      await db.transaction(async (tx) => {
        await addPost(db, tx, 'new');
        expect(await titles(db)).toEqual([]);
        expect(await tx.query(`SELECT ID FROM ${db.tables.posts}`)).toHaveLength(1);
      });
      expect(await titles(db)).toEqual(['new']);
    });

    test('many at once do not mix', async () => {
      const db = await makeDatabase();
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          db.transaction(async (tx) => {
            await addPost(db, tx, `a${i}`);
            await addPost(db, tx, `b${i}`);
            if (i % 2) throw new Error('no');
          }),
        ),
      );
      expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(10);
      expect(await titles(db)).toHaveLength(20);
    });

    test('a deadlock runs the work again', async () => {
      const db = await makeDatabase();
      let runs = 0;
      const conflict = engine === 'mysql' ? { errno: 1213 } : { code: 'ERR_SQLITE_ERROR', errcode: 517 };
      await db.transaction(async (tx) => {
        await addPost(db, tx, `run ${++runs}`);
        if (runs < 3) throw Object.assign(new Error('deadlock'), conflict);
      });
      expect(await titles(db)).toEqual(['run 3']);
      const hopeless = db.transaction(async () => {
        runs++;
        throw Object.assign(new Error('deadlock'), conflict);
      });
      await expect(hopeless).rejects.toThrow('deadlock');
      expect(runs).toBe(3 + (engine === 'mysql' ? 13 : 4));
    });

    test('work after a commit may start its own', async () => {
      const db = await makeDatabase();
      const later = await db.transaction(async (tx) => {
        tx.afterCommit(() => db.transaction(async (inner) => void (await addPost(db, inner, 'after'))));
        return 'ok';
      });
      expect(later).toBe('ok');
      expect(await titles(db)).toEqual(['after']);
    });

    test('failing afterCommit work does not undo or hide the commit', async () => {
      const db = await makeDatabase();
      Logger.overrideLogger(false);
      const result = await db.transaction(async (tx) => {
        tx.afterCommit(() => Promise.reject(new Error('cache is down')));
        await addPost(db, tx, 'kept');
        return 'done';
      });
      expect(result).toBe('done');
      expect(await titles(db)).toEqual(['kept']);
    });

    test('entities are written and read through the manager; ids are numbers, zero dates texts', async () => {
      const db = await makeDatabase({ tablePrefix: 'site2_' });
      const { insertId } = await db.transaction((tx) => tx.insert(Post, { title: 'x', date: '2018-03-01 12:30:00' }));
      expect(insertId).toBe(1);
      const found = await db.transaction((tx) => tx.manager.findOneByOrFail(Post, { id: 1 }));
      expect(found).toMatchObject({
        id: 1,
        author: 0,
        date: '2018-03-01 12:30:00',
        dateGmt: ZERO_DATE,
        content: '',
      });
      expect(await db.existingTables()).toContain('site2_posts');
    });
  });

  describe('dialect', () => {
    test('insertIgnore and upsert', async () => {
      const db = await makeDatabase();
      const columns = ['option_name', 'option_value'];
      await db.transaction(async (tx) => {
        await tx.execute(db.sql.insertIgnore(db.tables.options, columns, 2), ['a', '1', 'b', '1']);
        await tx.execute(db.sql.insertIgnore(db.tables.options, columns), ['a', '2']);
        await tx.execute(db.sql.upsert(db.tables.options, columns, ['option_name'], ['option_value']), ['b', '3']);
      });
      const rows = await db.query<object>(
        `SELECT option_name AS n, option_value AS v FROM ${db.tables.options} ORDER BY option_name`,
      );
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { n: 'a', v: '1' },
        { n: 'b', v: '3' },
      ]);
    });

    test('order by list, IN, LIKE, lengths, joined texts, numbers in texts', async () => {
      const db = await makeDatabase();
      await db.transaction(async (tx) => {
        for (const title of ['50% off', '50 euro', 'é!', '12 apples']) await addPost(db, tx, title);
      });
      const order = orderByList('ID', [3, 1, 2]);
      const ids = await db.query<{ ID: number }>(
        `SELECT ID FROM ${db.tables.posts} WHERE ID IN (${placeholders(3)}) ORDER BY ${order.sql}`,
        [1, 2, 3, ...order.parameters],
      );
      expect(ids.map((row) => row.ID)).toEqual([3, 1, 2]);
      expect(await db.query(`SELECT ID FROM ${db.tables.posts} WHERE ID IN (${placeholders(0)})`)).toEqual([]);
      const search = `SELECT ID FROM ${db.tables.posts} WHERE ${like('post_title')}`;
      const found = async (text: string) =>
        (await db.query<{ ID: number }>(search, [`%${escapeLike(text)}%`])).map((r) => r.ID);
      expect([await found('0% O'), await found('!'), await found('_')]).toEqual([[1], [3], []]);
      const [row] = await db.query<object>(
        `SELECT ${db.sql.byteLength('post_title')} AS bytes, ${db.sql.concat('post_title', "'?'")} AS text,
           ${db.sql.integer("'12 apples'")} AS n
         FROM ${db.tables.posts} WHERE ID = 3${db.sql.forUpdate()}`,
      );
      expect({ ...row }).toEqual({ bytes: 3, text: 'é!?', n: 12 });
    });
  });

  test('statements are counted where they belong', async () => {
    const db = await makeDatabase();
    const counted = countQueries(async () => {
      await db.query('SELECT 1');
      await db.transaction((tx) => tx.query('SELECT 2'));
    });
    const everything = countQueries(() => counted, { everywhere: true });
    await db.query('SELECT 3');
    const { statements } = await counted;
    expect(statements.filter((sql) => sql.startsWith('SELECT'))).toEqual(['SELECT 1', 'SELECT 2']);
    expect((await everything).statements).toContain('SELECT 3');
  });
});

test('a table prefix that could change the SQL is refused', async () => {
  await expect(openDatabase({ file: ':memory:', tablePrefix: 'a`; --' })).rejects.toThrow('prefix');
});
