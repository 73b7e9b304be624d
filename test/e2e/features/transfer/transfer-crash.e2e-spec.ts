import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { type Database } from '../../../../src/database/database.js';
import { openDatabase } from '../../../../src/database/drivers/open.js';
import { ADMIN, eachEngine } from '../../../support/app.js';
import { createMysqlDatabase } from '../../../support/databases.js';

const ROOT = join(import.meta.dirname, '../../../..');
const CLI = join(ROOT, 'dist/src/cli/main.js');
/** Ends the process at the end of a transaction, when everything is written and nothing stands. */
const KILL = new URL('../../../support/kill-at-commit.mjs', import.meta.url).href;
const run = promisify(execFile);

eachEngine((engine) => {
  test('an import killed in its middle leaves whole items, and the same command completes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-import-'));
    const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      DATA_DIR: folder,
      SITE_URL: 'http://site.test',
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      ...(place && { DATABASE_URL: place.url }),
    };
    const cli = (...args: string[]) => run(process.execPath, [CLI, ...args], { env });
    const file = join(folder, 'big.xml');
    try {
      const { stdout: xml } = await run(process.execPath, [join(ROOT, 'tools/generate-wxr.mjs'), '3'], {
        maxBuffer: 50_000_000,
      });
      writeFileSync(file, xml);
      await cli('install');
      const database = await openDatabase({
        url: place?.url,
        file: join(folder, 'nestpress.sqlite'),
        tablePrefix: 'wp_',
      });
      try {
        const killed = await run(process.execPath, ['--import', KILL, CLI, 'import', file], { env }).catch(
          (error: { signal?: string }) => error.signal,
        );
        expect(killed).toBe('SIGKILL');
        expect(await posts(database)).toBeGreaterThan(0);
        expect(await halfWritten(database)).toEqual([]);
        const { stdout } = await cli('import', file, '--json');
        const report = JSON.parse(stdout) as { imported: number; alreadyHere: number; isContinued: boolean };
        expect(report).toMatchObject({ isContinued: true });
        expect(report.imported).toBeGreaterThan(0);
        expect(report.alreadyHere).toBeGreaterThan(0);
        const items = xml.split('<item>').length - 1;
        expect(report.imported + report.alreadyHere).toBe(items);
        expect(await posts(database)).toBe(items);
        expect(await halfWritten(database)).toEqual([]);
        // Each item's picture is the entry a hundred further on; the last ones lead nowhere.
        const [{ pictures } = { pictures: 0 }] = await database.query<{ pictures: number }>(
          `SELECT COUNT(*) AS pictures FROM ${database.tables.postmeta} WHERE meta_key = '_thumbnail_id'`,
        );
        expect(Number(pictures)).toBe(items - 100);
      } finally {
        await database.close();
      }
    } finally {
      await place?.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

async function posts(db: Database): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `SELECT COUNT(*) AS total FROM ${db.tables.posts} WHERE guid LIKE 'http://big.test/%'`,
  );
  return Number(row?.total);
}

/** Everything a batch that was not all or nothing would leave. */
async function halfWritten(db: Database): Promise<unknown[]> {
  const { posts: entries, postmeta, comments, term_taxonomy, term_relationships } = db.tables;
  const query = (sql: string) => db.query(sql);
  return [
    ...(await query(
      `SELECT ID FROM ${entries} p WHERE guid LIKE 'http://big.test/%' AND NOT EXISTS (SELECT 1 FROM ${postmeta} m WHERE m.post_id = p.ID AND m.meta_key = 'rating')`,
    )),
    ...(await query(
      `SELECT ID FROM ${entries} p WHERE guid LIKE 'http://big.test/%' AND 2 <> (SELECT COUNT(*) FROM ${term_relationships} r WHERE r.object_id = p.ID)`,
    )),
    ...(await query(
      `SELECT ID FROM ${entries} p WHERE p.comment_count <> (SELECT COUNT(*) FROM ${comments} c WHERE c.comment_post_ID = p.ID)`,
    )),
    ...(await query(
      `SELECT t.term_taxonomy_id FROM ${term_taxonomy} t WHERE t.count <> (SELECT COUNT(*) FROM ${term_relationships} r JOIN ${entries} p ON p.ID = r.object_id ` +
        "WHERE r.term_taxonomy_id = t.term_taxonomy_id AND p.post_status = 'publish')",
    )),
  ];
}
