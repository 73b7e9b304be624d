import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../test/support/databases.js';
import { type Database } from '../../database/database.js';
import { countQueries } from '../../database/engine/query-counter.js';
import { ListReader } from '../../database/lists/list-reader.js';
import { TotalsCache } from '../../database/lists/plain/totals-cache.js';
import { TermsStore } from './terms.store.js';

async function plant(db: Database, parents: Readonly<Record<number, number>>, taxonomy = 'category'): Promise<void> {
  await db.transaction(async (tx) => {
    for (const [id, parent] of Object.entries(parents)) {
      await tx.execute(db.sql.insertIgnore(db.tables.terms, ['term_id', 'name', 'slug']), [
        Number(id),
        `Term ${id}`,
        `term-${id}`,
      ]);
      await tx.execute(
        `INSERT INTO ${db.tables.term_taxonomy} (term_id, taxonomy, description, parent) VALUES (?, ?, '', ?)`,
        [Number(id), taxonomy, parent],
      );
    }
  });
}

forEachEngine((_engine, makeDatabase) => {
  test('everything above a term is found, a few levels in one query', async () => {
    const db = await makeDatabase();
    const store = new TermsStore(db, new ListReader(db, new TotalsCache(db)));
    await plant(db, { 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 20: 0, 21: 20 });
    const { result, statements } = await countQueries(() => store.withAncestors([5, 21], 'category'));
    expect([...result.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 20, 21]);
    expect(result.get(3)).toEqual({ id: 3, parent: 2, slug: 'term-3' });
    expect(statements).toHaveLength(1);
    expect([...(await store.withAncestors([8], 'category')).keys()].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('circles, parents that are gone and those of another taxonomy end it', async () => {
    const db = await makeDatabase();
    const store = new TermsStore(db, new ListReader(db, new TotalsCache(db)));
    await plant(db, { 1: 2, 2: 1, 3: 1, 10: 99, 12: 11 });
    await plant(db, { 11: 0 }, 'post_tag');
    expect([...(await store.withAncestors([3], 'category')).keys()].sort()).toEqual([1, 2, 3]);
    expect([...(await store.withAncestors([10, 12, 0], 'category')).keys()].sort()).toEqual([10, 12]);
  });
});
