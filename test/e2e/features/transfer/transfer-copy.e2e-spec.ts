import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { openDatabase } from '../../../../src/database/drivers/open.js';
import { ENTRY_VERSION_RULES } from '../../../../src/modules/entries/model/entry-sources.js';
import { OWN_TABLE_PREFIX } from '../../../../src/database/schema/index.js';
import { copySite } from '../../../../src/features/transfer/copy/copy-site.js';
import { planTables } from '../../../../src/features/transfer/copy/copied-tables.js';
import { createApp } from '../../../../src/start/create-app.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { missing } from '../../../support/missing.js';
import { startTestApp } from '../../../support/app.js';
import { createMysqlDatabase, testMysqlUrl } from '../../../support/databases.js';
import { fillSiteToMove } from '../../../support/transfer/site-to-move.js';

const silent = { progress: () => undefined, note: () => undefined };
const copy = (from: string, to: string, replace = false) => copySite({ from, to, replace, tablePrefix: 'wp_' }, silent);
/** Lists that between them draw on every table. */
const ADDRESSES = [
  'posts?_embed&per_page=50',
  'pages?_embed',
  'media',
  'categories',
  'tags',
  'comments',
  'users',
  'types',
  'taxonomies',
];

describe('from MySQL to a file and back', () => {
  if (!testMysqlUrl) {
    missing('TEST_MYSQL_URL is not set');
    return;
  }

  test('a site is the same everywhere: rows, next ids, answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-copy-'));
    const [origin, back] = [await createMysqlDatabase(), await createMysqlDatabase()];
    const file = join(folder, 'nestpress.sqlite');
    const app = await startTestApp({ DATABASE_URL: origin.url });
    try {
      await fillSiteToMove(app);
      // An id that was given and is free again must not be given again.
      const db = app.app.get(Database);
      await db.transaction(async (tx) => {
        const { insertId } = await tx.execute(
          `INSERT INTO ${db.tables.posts} (post_title, post_content) VALUES ('gone', '')`,
        );
        await tx.execute(`DELETE FROM ${db.tables.posts} WHERE ID = ?`, [insertId]);
      });
      await db.searchIndex.build();
      const expected = await responses(app.server);
      const existing = await db.existingTables();
      expect(planTables(existing, 'wp_').unknown).toEqual([]);
      expect(existing.some((name) => name.startsWith(`wp_${OWN_TABLE_PREFIX}`))).toBe(true);
      // It would go on with its jobs between one copy and the next.
      await app.close();

      const there = await copy(origin.url, file);
      expect(sums(await copy(file, back.url))).toEqual(sums(there));
      await expect(copy(file, back.url)).rejects.toThrow(/is not empty/);
      expect(sums(await copy(origin.url, back.url, true))).toEqual(sums(there));
      await expect(copy(origin.url, origin.url)).rejects.toThrow(/to itself/);
      await expect(copy(join(folder, 'none'), back.url)).rejects.toThrow(/There is no file/);

      const complete = { isThere: true, differences: [] };
      expect(await indexesOf(undefined, file)).toEqual([complete, complete]);
      expect(await indexesOf(back.url, '')).toEqual([complete, complete]);
      const next = await nextPostId(origin.url, '');
      expect(await nextPostId(undefined, file)).toBe(next);
      expect(await nextPostId(back.url, '')).toBe(next);
      expect(await answersOf({ DATA_DIR: folder })).toEqual(expected);
      expect(await answersOf({ DATA_DIR: folder, DATABASE_URL: back.url })).toEqual(expected);
    } finally {
      await app.close();
      await origin.drop();
      await back.drop();
      rmSync(folder, { recursive: true });
    }
  });
});

const sums = (tables: readonly { table: string; rows: number; checksum: string }[]) =>
  Object.fromEntries(tables.map(({ table, ...rest }) => [table, rest]));

async function responses(server: Parameters<typeof request>[0]): Promise<unknown[]> {
  const all = [];
  for (const address of ADDRESSES) all.push((await request(server).get(`/wp-json/wp/v2/${address}`).expect(200)).body);
  return all;
}

async function answersOf(env: Record<string, string>): Promise<unknown[]> {
  const app = await createApp(loadConfig({ SITE_URL: 'http://site.test', LOG_LEVEL: 'silent', ...env }));
  await app.init();
  try {
    return await responses(app.getHttpServer());
  } finally {
    await app.close();
  }
}

/** The list index and the search index. */
async function indexesOf(
  url: string | undefined,
  file: string,
): Promise<{ isThere: boolean; differences: string[] }[]> {
  const db = await openDatabase({ url, file, tablePrefix: 'wp_', versionRules: ENTRY_VERSION_RULES });
  try {
    const states = [db.listIndex, db.searchIndex].map(async (index) => ({
      isThere: await index.poll(),
      differences: await index.differences(),
    }));
    return await Promise.all(states);
  } finally {
    await db.close();
  }
}

async function nextPostId(url: string | undefined, file: string): Promise<number> {
  const db = await openDatabase({ url, file, tablePrefix: 'wp_' });
  try {
    return (
      await db.transaction((tx) =>
        tx.execute(
          `INSERT INTO ${db.tables.posts} (post_title, post_status, post_content) VALUES ('next', 'draft', '')`,
        ),
      )
    ).insertId;
  } finally {
    await db.close();
  }
}
