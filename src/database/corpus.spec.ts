import { describe, expect, test } from '@jest/globals';
import { missingOptional } from '../../test/support/missing.js';
import { loadDumpIntoMysql, loadDumpIntoTables, readDump, type Corpus } from '../../test/support/corpus-db.js';
import { createMysqlDatabase, forEachEngine, onMysql } from '../../test/support/databases.js';
import type { Database } from './database.js';
import { Comment, Option, Post, PostMeta, Term, TermRelationship, User, ZERO_DATE } from './entities/index.js';
import { openDatabase } from './drivers/open.js';
import { install } from './installer/install.js';
import { maybeUnserialize, PhpArray, toIdList } from '../text/php/index.js';

const corpora: Corpus[] = ['a', 'b'];

async function expectRealSite(db: Database): Promise<void> {
  await db.transaction(async ({ manager }) => {
    const posts = await manager.find(Post);
    expect(posts.length).toBeGreaterThan(80);
    for (const post of posts) {
      expect(Object.values(post).every((value) => typeof value === 'number' || typeof value === 'string')).toBe(true);
      expect(Number.isInteger(post.id)).toBe(true);
    }
    expect(posts.some((post) => post.dateGmt === ZERO_DATE)).toBe(true);
    expect(posts.find((post) => post.id === 111)?.content).toContain('ñ ü 漢字 עברית 😀');
    expect(await manager.findOneByOrFail(User, { id: 6 })).toMatchObject({
      login: 'jane',
      displayName: 'Jané Dœ',
    });
    expect(await manager.findOneByOrFail(Comment, { id: 2 })).toMatchObject({ parent: 1, author: 5 });
    expect(await manager.findOneByOrFail(Term, { id: 1 })).toMatchObject({ slug: 'uncategorized' });
    expect(await manager.countBy(TermRelationship, { object: 101 })).toBeGreaterThan(0);
    const sticky = await manager.findOneByOrFail(Option, { name: 'sticky_posts' });
    expect(toIdList(maybeUnserialize(sticky.value))).toEqual([110, 111]);
    const metadata = await manager.findBy(PostMeta, { key: '_wp_attachment_metadata' });
    expect(metadata.every((meta) => maybeUnserialize(meta.value ?? '') instanceof PhpArray)).toBe(true);
  });
}

async function expectNextIds(db: Database): Promise<void> {
  const next = (table: string, column: string) =>
    db.transaction(async (tx) => (await tx.execute(`INSERT INTO ${table} (${column}) VALUES ('x')`)).insertId);
  expect(await next(db.tables.posts, 'post_title')).toBe(10001);
  expect(await next(db.tables.users, 'user_login')).toBe(20001);
  expect(await next(db.tables.terms, 'name')).toBe(30001);
  expect(await next(db.tables.comments, 'comment_agent')).toBe(40001);
}

for (const corpus of corpora) {
  const dump = readDump(corpus);
  if (!dump) {
    missingOptional(`the recorded database ${corpus} (../shared/corpus) is missing`);
    continue;
  }

  forEachEngine((_engine, makeDatabase) => {
    test(`rows of recorded database ${corpus} in our tables`, async () => {
      const db = await makeDatabase();
      await loadDumpIntoTables(db, dump);
      await expectRealSite(db);
      await expectNextIds(db);
    });
  });

  onMysql(() => {
    describe(`recorded database ${corpus} as it is`, () => {
      test('is read with the entities, left alone by the installer, and nothing alters its tables', async () => {
        const { url, drop } = await createMysqlDatabase();
        await loadDumpIntoMysql(url, dump);
        const db = await openDatabase({ url, file: '', tablePrefix: 'wp_' });
        try {
          const structure = () => tableStatements(db);
          const before = await structure();
          expect(await install(db, { siteUrl: 'http://other.example', title: 'Other', sample: true })).toEqual({
            installed: false,
          });
          await expectRealSite(db);
          await expectNextIds(db);
          expect(await structure()).toEqual(before);
        } finally {
          await db.close();
          await drop();
        }
      });
    });
  });
}

/** How the server describes each table, without its id counter. */
async function tableStatements(db: Database): Promise<string[]> {
  const statements: string[] = [];
  for (const name of (await db.existingTables()).sort()) {
    const [row] = await db.query<Record<string, string>>(`SHOW CREATE TABLE \`${name}\``);
    statements.push((row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  return statements;
}
