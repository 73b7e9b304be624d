import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../../test/support/databases.js';
import { type Database } from '../../database.js';
import { type ListFamily } from '../../list-index.types.js';
import { presentIndexes, presentTriggers } from './build.js';
import { TriggeredListIndex } from './list-index.js';
import { BY_TERM, COMMENT_COUNTS, HIDDEN_PARENTS, TERM_CHANGES, VERSIONS } from './tables.js';

const TEXTS = "'', '', '', '', '', ''";
const CHOICES: ListFamily[][] = [['comments'], ['terms'], ['versions'], ['comments', 'terms', 'versions']];

async function write(db: Database, id: number): Promise<void> {
  const { posts, term_relationships: relations, comments } = db.tables;
  await db.transaction(async (tx) => {
    await tx.execute(
      `INSERT INTO ${posts} (ID, post_status, post_content, post_title, post_excerpt, to_ping, pinged, post_content_filtered) VALUES (?, 'draft', ${TEXTS})`,
      [id],
    );
    await tx.execute(`INSERT INTO ${relations} (object_id, term_taxonomy_id) VALUES (?, 1), (?, 2)`, [id, id]);
    await tx.execute(
      `INSERT INTO ${comments} (comment_post_ID, comment_author, comment_content) VALUES (?, '', ''), (?, '', '')`,
      [id, id],
    );
    await tx.execute(`UPDATE ${posts} SET post_status = 'publish' WHERE ID = ?`, [id]);
    await tx.execute(`UPDATE ${comments} SET comment_approved = 'spam' WHERE comment_post_ID = ?`, [id]);
    await tx.execute(`DELETE FROM ${relations} WHERE object_id = ? AND term_taxonomy_id = 2`, [id]);
  });
}

async function rowsIn(db: Database, ...tables: string[]): Promise<number> {
  const counts = tables.map((table) => `(SELECT COUNT(*) FROM ${db.tables.own(table)})`);
  const [row] = await db.query<{ total: number }>(`SELECT ${counts.join(' + ')} AS total`);
  return Number(row!.total);
}

forEachEngine((_engine, makeDatabase) => {
  test.each(CHOICES.map((without) => [without]))('without %p', async (without) => {
    const db = await makeDatabase();
    const index = db.listIndex;
    await write(db, 1);
    await index.build(undefined, { without });
    await write(db, 2);
    expect([index.isUsable, index.leftOut]).toEqual([true, without]);
    expect(await index.differences()).toEqual([]);
    while (await index.merge());
    expect(await index.differences()).toEqual([]);
    for (const [family, tables] of [
      ['comments', [COMMENT_COUNTS, HIDDEN_PARENTS]],
      ['terms', [BY_TERM, TERM_CHANGES]],
    ] as const) {
      expect(index.has(family)).toBe(!without.includes(family));
      if (without.includes(family)) expect(await rowsIn(db, ...tables)).toBe(0);
    }
    expect(index.hasVersions).toBe(!without.includes('versions'));
    const [ofEntries] = await db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM ${db.tables.own(VERSIONS)} WHERE subject IN (1, 2)`,
    );
    expect(Number(ofEntries!.total) === 0).toBe(without.includes('versions'));
    const onComments = (await presentIndexes(db)).filter(({ table }) => table === 'comments');
    expect(onComments).toHaveLength(without.includes('comments') ? 0 : 3);
    // A rebuild keeps the choice, another process finds it, and it can be taken back.
    await index.build();
    const elsewhere = new TriggeredListIndex(db);
    expect([await elsewhere.poll(), elsewhere.leftOut]).toEqual([true, without]);
    await index.build(undefined, { without: [] });
    expect([index.leftOut, index.has('comments'), index.has('terms')]).toEqual([[], true, true]);
    expect(await index.differences()).toEqual([]);
    expect(await rowsIn(db, BY_TERM)).toBe(2);
  });

  test('a family is taken out when no process uses it any more; until then it is exact', async () => {
    const db = await makeDatabase();
    await db.listIndex.build();
    await write(db, 1);
    const elsewhere = new TriggeredListIndex(db);
    expect(await elsewhere.poll()).toBe(true);
    const steps: string[] = [];
    const building = db.listIndex.build((_done, _total, step) => steps.push(step), {
      without: ['terms'],
      settleMs: 3000,
    });
    for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt;) if (!(await elsewhere.poll())) break;
    expect(elsewhere.has('terms')).toBe(false);
    await write(db, 2);
    expect(steps).toEqual(['waiting for running processes']);
    expect(await elsewhere.differences()).toEqual([]);
    await building;
    expect([await elsewhere.poll(), elsewhere.has('terms'), elsewhere.has('comments')]).toEqual([true, false, true]);
    expect((await presentTriggers(db)).some((name) => name.includes(`list_${BY_TERM}`))).toBe(false);
  });
});
