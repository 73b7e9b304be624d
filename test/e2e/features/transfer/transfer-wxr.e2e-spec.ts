import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { maybeUnserialize, phpToJs } from '../../../../src/text/php/index.js';
import { TransferModule } from '../../../../src/features/transfer/transfer.module.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { AWKWARD_IN_XML, fillSiteToMove } from '../../../support/transfer/site-to-move.js';
import { contentOf, emptySite, exportOf, importInto, wrongCounts } from '../../../support/transfer/transfer.js';
import { pictureOf } from '../../../support/transfer/wxr-picture.js';

eachEngine((engine) => {
  let origin: TestApp;
  let site: { post: number; media: number };
  let xml: string;

  const start = () => startTestApp({}, engine, { modules: [TransferModule] });

  beforeAll(async () => {
    origin = await start();
    site = await fillSiteToMove(origin);
    xml = await exportOf(origin);
  });
  afterAll(() => origin?.close());

  test('a site is the same after export and import, even after a broken first file; repeating the import changes nothing', async () => {
    const target = await start();
    try {
      await emptySite(target);
      const cut = xml.lastIndexOf('<item>') + 40;
      const line = xml.slice(0, cut).split('\n').length;
      await expect(importInto(target, xml.slice(0, cut))).rejects.toThrow(
        new RegExp(`^Line ${line}: this is not well-formed XML`),
      );
      expect(await wrongCounts(target)).toEqual([]);
      expect(await importInto(target, xml)).toMatchObject({ from: 'http://site.test', refused: 0, isContinued: true });
      expect(await pictureOf(await exportOf(target))).toEqual(await pictureOf(xml));
      expect(await wrongCounts(target)).toEqual([]);
      await expectAsItWas(target.app.get(Database));
      const before = await contentOf(target);
      expect(await importInto(target, xml)).toMatchObject({
        imported: 0,
        terms: 0,
        comments: 0,
        authors: 0,
        isContinued: false,
      });
      expect(await contentOf(target)).toEqual(before);
    } finally {
      await target.close();
    }
  });

  /** Not by way of another export, which could be wrong in the same way. */
  async function expectAsItWas(db: Database): Promise<void> {
    const [post] = await db.query<object>(
      `SELECT post_content AS content, post_excerpt AS excerpt FROM ${db.tables.posts} WHERE ID = ?`,
      [site.post],
    );
    expect(post).toMatchObject({ content: `${AWKWARD_IN_XML} [gallery]`, excerpt: AWKWARD_IN_XML });
    const [meta] = await db.query<{ value: string }>(
      `SELECT meta_value AS value FROM ${db.tables.postmeta} WHERE post_id = ? AND meta_key = 'array'`,
      [site.post],
    );
    expect(phpToJs(maybeUnserialize(meta!.value))).toMatchObject({ text: AWKWARD_IN_XML, nested: { ключ: '😀' } });
    const states = await db.query<{ status: string; slug: string }>(
      `SELECT post_status AS status, post_name AS slug FROM ${db.tables.posts} WHERE post_title LIKE 'State %' ORDER BY post_status`,
    );
    expect(states.map(({ status, slug }) => `${status} ${slug}`)).toEqual([
      'draft ',
      'future state-future',
      'pending state-pending',
      'private state-private',
      'trash state-trash',
    ]);
  }

  test('a trashed post has its stored comment count after export and import', async () => {
    const [source, target] = [await start(), await start()];
    try {
      const admin = clientOf(() => source, 'admin');
      const create = async (path: string, values: object) =>
        ((await admin.post(path, values).expect(201)).body as { id: number }).id;
      const id = await create('/posts', { title: 'Trashed with comments', status: 'publish' });
      for (const content of ['One', 'Two']) await create('/comments', { post: id, content });
      const held = await create('/comments', { post: id, content: 'Held' });
      await admin.post(`/comments/${held}`, { status: 'hold' }).expect(200);
      await admin.delete(`/posts/${id}`).expect(200);
      await emptySite(target);
      await importInto(target, await exportOf(source));
      const count = ({ app }: TestApp) => {
        const db = app.get(Database);
        return db.query(`SELECT comment_count AS comments FROM ${db.tables.posts} WHERE ID = ?`, [id]);
      };
      expect(await count(source)).toEqual([{ comments: 2 }]);
      expect(await count(target)).toEqual(await count(source));
    } finally {
      await source.close();
      await target.close();
    }
  });

  test('in a site with other content ids, slugs and references give way, and nothing there is touched', async () => {
    const target = await start();
    try {
      const db = target.app.get(Database);
      const { posts, postmeta, term_taxonomy } = db.tables;
      // Everything has other guids than in the file, which calls the same ids and slugs its own.
      await db.transaction((tx) =>
        tx.execute(
          `UPDATE ${posts} SET guid = 'http://other.test/', post_title = 'Ours', post_date = '2001-01-01 00:00:00'`,
        ),
      );
      const before = await db.query<{ ID: number }>(`SELECT * FROM ${posts} ORDER BY ID`);
      await expect(importInto(target, xml, { defaultAuthor: 'nobody' })).rejects.toThrow(
        'There is no user nobody here.',
      );
      expect(
        await importInto(target, xml, { authorMap: new Map([['writer', 'admin']]), defaultAuthor: 'admin' }),
      ).toMatchObject({ authors: 0 });
      expect(await db.query(`SELECT DISTINCT post_author FROM ${posts} WHERE post_author NOT IN (0, 1)`)).toEqual([]);
      expect(await db.query(`SELECT * FROM ${posts} WHERE ID <= ? ORDER BY ID`, [before.at(-1)!.ID])).toEqual(before);
      const [rich] = await db.query<{ id: number; thumbnail: string }>(
        `SELECT p.ID AS id, m.meta_value AS thumbnail FROM ${posts} p JOIN ${postmeta} m ON m.post_id = p.ID AND m.meta_key = '_thumbnail_id' WHERE p.post_title LIKE 'T %'`,
      );
      const [image] = await db.query<{ type: string; parent: number }>(
        `SELECT post_type AS type, post_parent AS parent FROM ${posts} WHERE ID = ?`,
        [Number(rich!.thumbnail)],
      );
      expect(image).toEqual({ type: 'attachment', parent: rich!.id });
      const [below] = await db.query<{ slug: string }>(
        `SELECT a.post_name AS slug FROM ${posts} p JOIN ${posts} a ON a.ID = p.post_parent WHERE p.post_title = 'Below'`,
      );
      expect(below?.slug).toBe('above');
      const [menu] = await db.query<{ taxonomy: string }>(
        `SELECT tt.taxonomy AS taxonomy FROM ${postmeta} m JOIN ${term_taxonomy} tt ON tt.term_id = ${db.sql.integer('m.meta_value')} WHERE m.meta_key = '_menu_item_object_id'`,
      );
      expect(menu?.taxonomy).toBe('category');
      const doubles = await db.query(
        `SELECT post_name FROM ${posts} WHERE post_type IN ('post', 'page') AND post_status = 'publish' GROUP BY post_type, post_parent, post_name HAVING COUNT(*) > 1`,
      );
      expect(doubles).toEqual([]);
      expect(await wrongCounts(target)).toEqual([]);
    } finally {
      await target.close();
    }
  });

  test('filters restrict what is exported', async () => {
    const pages = (await pictureOf(await exportOf(origin, { types: ['page'], statuses: ['publish'] }))) as {
      items: { type: string; status: string }[];
      terms: unknown[];
    };
    expect(pages.items.length).toBeGreaterThan(1);
    expect(pages.items.every(({ type, status }) => type === 'page' && status === 'publish')).toBe(true);
    expect(pages.terms).toEqual([]);
    const lower = (await pictureOf(await exportOf(origin, { category: 'lower' }))) as {
      items: { id: number }[];
      terms: { slug: string }[];
    };
    expect(lower.items.map(({ id }) => id)).toEqual([site.post]);
    expect(lower.terms.map(({ slug }) => slug).sort()).toEqual(['lower', 'marked', 'upper']);
    const old = (await pictureOf(await exportOf(origin, { start: '2019-01', end: '2019-01-01', author: 'admin' }))) as {
      items: { date: string }[];
    };
    expect(old.items.map(({ date }) => date.slice(0, 10))).toEqual(Array(4).fill('2019-01-01'));
  });
});
