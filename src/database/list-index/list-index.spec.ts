import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../test/support/databases.js';
import { type Database, type Transaction } from '../database.js';
import { BY_TERM } from './tables.js';
import { listIndexTriggers } from './triggers.js';

const DATES = ['2024-02-29 23:59:59', '2024-03-01 00:00:00', '2025-11-15 10:00:00', '0000-00-00 00:00:00'];

interface Step {
  kind: 'insert' | 'update' | 'delete' | 'relate' | 'unrelate' | 'move';
  id: number;
  author: number;
  status: string;
  type: string;
  date: string;
  term: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'update', 'update', 'delete', 'relate', 'relate', 'unrelate', 'move'),
  id: fc.integer({ min: 1, max: 12 }),
  author: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom('publish', 'draft', 'future', 'trash'),
  type: fc.constantFrom('post', 'page', 'revision'),
  date: fc.constantFrom(...DATES),
  term: fc.integer({ min: 1, max: 4 }),
});

async function run(db: Database, tx: Transaction, { kind, id, author, status, type, date, term }: Step): Promise<void> {
  const { posts, term_relationships: relations } = db.tables;
  switch (kind) {
    case 'insert': {
      const sql = db.sql.insertIgnore(posts, ['ID', 'post_author', 'post_status', 'post_type', 'post_date', 'post_content', 'post_title', 'post_excerpt', 'to_ping', 'pinged', 'post_content_filtered']);
      await tx.execute(sql, [id, author, status, type, date, '', '', '', '', '', '']);
      return;
    }
    case 'update':
      await tx.execute(`UPDATE ${posts} SET post_author = ?, post_status = ?, post_type = ?, post_date = ? WHERE ID = ?`, [author, status, type, date, id]);
      return;
    case 'delete':
      await tx.execute(`DELETE FROM ${posts} WHERE ID = ?`, [id]);
      return;
    case 'relate':
      await tx.execute(db.sql.insertIgnore(relations, ['object_id', 'term_taxonomy_id']), [id, term]);
      return;
    case 'unrelate':
      await tx.execute(`DELETE FROM ${relations} WHERE object_id = ? AND term_taxonomy_id = ?`, [id, term]);
      return;
    case 'move':
      await tx.execute(`UPDATE ${relations} SET term_taxonomy_id = term_taxonomy_id + 10 WHERE object_id = ? AND term_taxonomy_id = ?`, [id, term]);
  }
}

/** What the table by terms should hold, from the rows themselves. */
async function byTerm(db: Database): Promise<{ kept: unknown[]; actual: unknown[] }> {
  const columns = 'term_taxonomy_id, post_type, post_status, post_date';
  const kept = await db.query(`SELECT ${columns}, post_id AS id FROM ${db.tables.own(BY_TERM)} ORDER BY 1, 5`);
  const actual = await db.query(`SELECT ${columns}, ID AS id FROM ${db.tables.term_relationships} JOIN ${db.tables.posts} ON ID = object_id ORDER BY 1, 5`);
  return { kept, actual };
}

forEachEngine((_engine, makeDatabase) => {
  test('whatever is written, the numbers are those of the rows', async () => {
    const db = await makeDatabase();
    const index = db.listIndex;
    await index.build();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await db.transaction(async (tx) => {
          for (const one of steps) await run(db, tx, one);
        });
        expect(await index.differences()).toEqual([]);
        const { kept, actual } = await byTerm(db);
        expect(kept).toEqual(actual);
      }),
      { numRuns: 25 },
    );
  });

  test('is built from what is there, again and again, and can be taken away', async () => {
    const db = await makeDatabase();
    const index = db.listIndex;
    expect(await index.look()).toBe(false);
    await db.transaction(async (tx) => {
      for (let id = 1; id <= 20; id++) {
        await run(db, tx, { kind: 'insert', id, author: id % 3, status: 'publish', type: 'post', date: DATES[id % 4]!, term: 0 });
        await run(db, tx, { kind: 'relate', id, author: 0, status: '', type: '', date: '', term: id % 2 });
      }
    });
    await index.build();
    await index.build();
    expect(index.isUsable).toBe(true);
    expect(await index.differences()).toEqual([]);
    await index.remove();
    expect(await index.look()).toBe(false);
    await db.transaction((tx) => run(db, tx, { kind: 'delete', id: 1, author: 0, status: '', type: '', date: '', term: 0 }));
  });

  test('a lost trigger is noticed, and a wrong number', async () => {
    const db = await makeDatabase();
    const index = db.listIndex;
    await index.build();
    await db.transaction(async (tx) => {
      for (const { name } of listIndexTriggers(db).onWordPress) if (name.includes('_posts_insert_')) await tx.execute(`DROP TRIGGER \`${name}\``);
    });
    await db.transaction((tx) => run(db, tx, { kind: 'insert', id: 1, author: 1, status: 'publish', type: 'post', date: DATES[0]!, term: 0 }));
    expect(await index.look()).toBe(false);
    expect(await index.differences()).toContain('post publish all 0: 0 kept, 1 there');
  });
});
