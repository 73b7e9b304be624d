import { describe, expect, test } from '@jest/globals';
import { forEachEngine, type MakeDatabase } from '../../../test/support/databases.js';
import type { Database } from '../../database/database.js';
import { ListReader } from '../../database/lists/list-reader.js';
import { TotalsCache } from '../../database/lists/plain/totals-cache.js';
import { OptionsStore } from '../../database/options.store.js';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { NO_EVENTS, NO_HOOKS } from '../../../test/support/no-hooks.js';
import { PROFILES } from '../../variant/profiles.js';
import { MetaStore } from '../meta/meta.store.js';
import { recountTerms } from './term-counts.store.js';
import { TermsStore } from './terms.store.js';
import { TermsWriter, type TermTexts } from './terms.writer.js';

const CATEGORY = CORE_MODEL.taxonomies.get('category')!;
const TAG = CORE_MODEL.taxonomies.get('post_tag')!;
const SLUGS = { slashBecomesDash: true };

async function setUp(makeDatabase: MakeDatabase) {
  const db = await makeDatabase();
  const options = new OptionsStore(db);
  const store = new TermsStore(db, new ListReader(db, new TotalsCache(db)));
  const writer = new TermsWriter(db, options, store, CORE_MODEL, new MetaStore(db), NO_HOOKS, NO_EVENTS, PROFILES.A);
  const create = (taxonomy: typeof TAG, name: string, rest: TermTexts = {}) =>
    writer.create(taxonomy, { name, ...rest }, SLUGS);
  const make = async (taxonomy: typeof TAG, name: string, rest: TermTexts = {}) => {
    const outcome = await create(taxonomy, name, rest);
    if ('refused' in outcome) throw new Error(outcome.refused);
    return (await store.byId(outcome.id, taxonomy.name))!;
  };
  return { db, options, store, writer, create, make };
}

async function addPost(db: Database, status: string, terms: readonly number[], type = 'post'): Promise<number> {
  return db.transaction(async (tx) => {
    const { insertId } = await tx.execute(
      `INSERT INTO ${db.tables.posts} (post_status, post_type, post_title, post_content, post_excerpt) VALUES (?, ?, '', '', '')`,
      [status, type],
    );
    for (const id of terms)
      await tx.execute(`INSERT INTO ${db.tables.term_relationships} (object_id, term_taxonomy_id) VALUES (?, ?)`, [
        insertId,
        id,
      ]);
    await recountTerms(tx, db, CORE_MODEL, terms);
    return insertId;
  });
}

forEachEngine((_engine, makeDatabase) => {
  describe('creating', () => {
    test('makes slugs unique: by ancestors in a tree, by numbers otherwise, against all taxonomies', async () => {
      const { make } = await setUp(makeDatabase);
      const top = await make(CATEGORY, 'One');
      expect(top).toMatchObject({ name: 'One', slug: 'one', parent: 0, count: 0, description: '' });
      const other = await make(CATEGORY, 'Other', { slug: 'one' });
      expect(other.slug).toBe('one-2');
      const child = await make(CATEGORY, 'One', { parent: top.id });
      expect(child.slug).toBe('one-one');
      const grandchild = await make(CATEGORY, 'Two', { parent: child.id, slug: 'one' });
      expect(grandchild.slug).toBe('one-one-one');
      expect((await make(CATEGORY, 'Three', { parent: child.id, slug: 'one' })).slug).toBe('one-one-one-one');
      // PHP takes it for none.
      expect((await make(CATEGORY, 'Four', { slug: '0' })).slug).toBe('four');
      expect((await make(CATEGORY, 'Four', { parent: child.id, slug: 'one' })).slug).toBe('one-one-one-one-2');
      expect((await make(TAG, 'One')).slug).toBe('one');
      expect((await make(TAG, 'Tag', { slug: 'one' })).slug).toBe('one-3');
    });

    test('never exceeds the column, and names without letters get their number', async () => {
      const { make } = await setUp(makeDatabase);
      const long = await make(TAG, 'n'.repeat(200));
      expect((await make(TAG, 'Other', { slug: long.slug })).slug).toBe(`${'n'.repeat(198)}-2`);
      const marks = await make(TAG, '!!!');
      expect(marks.slug).toBe(String(marks.id));
    });

    test('refuses a name that is taken', async () => {
      const { create, make } = await setUp(makeDatabase);
      const tag = await make(TAG, 'Same', { slug: 'renamed' });
      expect(await create(TAG, 'same')).toEqual({ refused: 'exists', id: tag.id });
      expect(await create(TAG, 'SAME', { slug: 'renamed' })).toEqual({ refused: 'exists', id: tag.id });
      expect(await create(TAG, 'SAME', { slug: 'fresh' })).toHaveProperty('id');
      const category = await make(CATEGORY, 'Same');
      expect(await create(CATEGORY, 'Same')).toEqual({ refused: 'exists', id: category.id });
      expect(await create(CATEGORY, 'SAME')).toEqual({ refused: 'exists', id: category.id });
      expect(await create(CATEGORY, 'Same', { parent: category.id })).toHaveProperty('id');
      expect(await create(CATEGORY, 'Same', { slug: 'fresh' })).toHaveProperty('id');
    });

    test('refuses what cannot be stored', async () => {
      const { create } = await setUp(makeDatabase);
      expect(await create(CATEGORY, '<b></b>')).toEqual({ refused: 'empty_name' });
      await expect(create(CATEGORY, 'n'.repeat(201))).rejects.toThrow('The name is too long.');
      expect(await create(CATEGORY, 'x', { parent: 99 })).toEqual({ refused: 'unknown_parent' });
    });

    test('lets one of several at the same time win', async () => {
      const { create } = await setUp(makeDatabase);
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => create(TAG, 'Race')));
      const won = outcomes.filter((outcome) => 'id' in outcome && !('refused' in outcome));
      expect(won).toHaveLength(1);
      const lost = outcomes.filter((outcome) => 'refused' in outcome);
      expect(lost).toEqual(Array(5).fill({ refused: 'exists', id: (won[0] as { id: number }).id }));
      const slugs = await Promise.all(
        Array.from({ length: 4 }, (_, index) => create(TAG, `Name ${index}`, { slug: 'shared' })),
      );
      expect(slugs.every((outcome) => !('refused' in outcome))).toBe(true);
    });
  });

  describe('updating', () => {
    test('keeps the slug unless one is sent, and fails if that one is taken', async () => {
      const { make, writer, store } = await setUp(makeDatabase);
      const taken = await make(CATEGORY, 'Taken');
      const { id } = await make(CATEGORY, 'Mine');
      const update = async (changes: TermTexts) => {
        const outcome = await writer.update(CATEGORY, id, changes, SLUGS);
        return 'refused' in outcome ? outcome : (await store.byId(id, 'category'))!;
      };
      expect(await update({ name: 'Taken' })).toMatchObject({ name: 'Taken', slug: 'mine' });
      expect(await update({ slug: 'taken' })).toEqual({ refused: 'slug_taken', slug: 'taken' });
      expect(await update({ slug: '' })).toMatchObject({ slug: 'taken-2' });
      expect(await update({ slug: 'taken', parent: taken.id })).toMatchObject({
        slug: 'taken-taken',
        parent: taken.id,
      });
      expect(await update({ description: 'a <i>b</i>' })).toMatchObject({
        description: 'a <i>b</i>',
        slug: 'taken-taken',
      });
      expect(await update({ name: ' ' })).toEqual({ refused: 'empty_name' });
      expect(await update({ parent: 99 })).toEqual({ refused: 'unknown_parent' });
      expect(await writer.update(CATEGORY, 99, { name: 'x' }, SLUGS)).toEqual({ refused: 'gone' });
    });

    test('breaks circles and drops the map of the tree', async () => {
      const { db, make, writer, store, options } = await setUp(makeDatabase);
      const a = await make(CATEGORY, 'A');
      const b = await make(CATEGORY, 'B', { parent: a.id });
      const c = await make(CATEGORY, 'C', { parent: b.id });
      await db.transaction((tx) => options.set(tx, 'category_children', { [a.id]: [b.id] }));
      await writer.update(CATEGORY, a.id, { parent: c.id }, SLUGS);
      expect((await store.byId(a.id, 'category'))!.parent).toBe(0);
      await writer.update(CATEGORY, c.id, { parent: c.id }, SLUGS);
      expect((await store.byId(c.id, 'category'))!.parent).toBe(0);
      expect(await options.get('category_children')).toBeUndefined();
    });
  });

  test('removing moves children up and gives posts the default category', async () => {
    const { db, make, writer, store } = await setUp(makeDatabase);
    const fallback = await make(CATEGORY, 'Uncategorized');
    const top = await make(CATEGORY, 'Top');
    const gone = await make(CATEGORY, 'Gone', { parent: top.id });
    const child = await make(CATEGORY, 'Child', { parent: gone.id });
    const tag = await make(TAG, 'Tag');
    const only = await addPost(db, 'publish', [gone.termTaxonomyId, tag.termTaxonomyId]);
    const draft = await addPost(db, 'draft', [gone.termTaxonomyId]);
    const both = await addPost(db, 'publish', [gone.termTaxonomyId, top.termTaxonomyId]);
    expect((await store.byId(gone.id, 'category'))!.count).toBe(2);

    expect(await writer.delete(CATEGORY, gone.id, fallback.id)).toEqual({ id: gone.id });

    expect(await store.byId(gone.id, 'category')).toBeUndefined();
    expect((await store.byId(child.id, 'category'))!.parent).toBe(top.id);
    const categories = await store.ofObjects([only, draft, both], ['category']);
    expect([only, draft, both].map((id) => categories.get(id)!.map((term) => term.id))).toEqual([
      [fallback.id],
      [fallback.id],
      [top.id],
    ]);
    expect((await store.byId(fallback.id, 'category'))!.count).toBe(1);
    expect((await store.byId(tag.id, 'post_tag'))!.count).toBe(1);
    expect(await db.query(`SELECT term_id FROM ${db.tables.terms} WHERE term_id = ?`, [gone.id])).toEqual([]);
    expect(await writer.delete(CATEGORY, gone.id, fallback.id)).toEqual({ refused: 'gone' });
  });

  describe('counting', () => {
    test('counts published posts of the taxonomy’s types only', async () => {
      const { db, make, store } = await setUp(makeDatabase);
      const tag = await make(TAG, 'Tag');
      for (const status of ['publish', 'publish', 'draft', 'private', 'trash'])
        await addPost(db, status, [tag.termTaxonomyId]);
      await addPost(db, 'publish', [tag.termTaxonomyId], 'page');
      expect((await store.byId(tag.id, 'post_tag'))!.count).toBe(2);
      await db.transaction((tx) => recountTerms(tx, db, CORE_MODEL, []));
    });

    test('is right after many transactions at once', async () => {
      const { db, make, store } = await setUp(makeDatabase);
      const tag = await make(TAG, 'Busy');
      await Promise.all(Array.from({ length: 12 }, () => addPost(db, 'publish', [tag.termTaxonomyId])));
      expect((await store.byId(tag.id, 'post_tag'))!.count).toBe(12);
    });
  });

  test('lists hide empty terms but not those above full ones', async () => {
    const { db, make, store } = await setUp(makeDatabase);
    const top = await make(CATEGORY, 'Top');
    const full = await make(CATEGORY, 'Under', { parent: top.id });
    await make(CATEGORY, 'Void', { parent: top.id });
    await addPost(db, 'publish', [full.termTaxonomyId]);
    const page = await store.list(
      { taxonomy: 'category', hideEmpty: true, orderby: 'name', order: 'asc', perPage: 10, offset: 0 },
      true,
    );
    expect(page.items.map(({ id }) => id)).toEqual([top.id, full.id]);
    expect(page.total).toBe(1);
    const byCount = await store.list(
      { taxonomy: 'category', orderby: 'count', order: 'desc', perPage: 2, offset: 1 },
      true,
    );
    expect(byCount.total).toBe(3);
    expect(byCount.items.map(({ id }) => id)).toEqual([top.id, full.id + 1]);
  });

  test('names and slugs are searched as they are, wildcards included', async () => {
    const { make, store } = await setUp(makeDatabase);
    const percent = await make(TAG, '100% wool');
    await make(TAG, '100 grams');
    const found = await store.list(
      { taxonomy: 'post_tag', search: '0% ', orderby: 'id', order: 'asc', perPage: 10, offset: 0 },
      false,
    );
    expect(found.items.map(({ id }) => id)).toEqual([percent.id]);
    expect(found.total).toBe(1);
  });
});
