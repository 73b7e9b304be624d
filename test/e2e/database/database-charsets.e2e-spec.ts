import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { checkTables } from '../../../src/platform/diagnostics/schema-check.js';
import { Database } from '../../../src/database/database.js';
import { WORDPRESS_TABLES } from '../../../src/database/schema/index.js';
import { ADMIN, startTestApp, type TestApp } from '../../support/app.js';
import { onMysql } from '../../support/databases.js';

const API = '/wp-json/wp/v2';
const FACE = '😀';

/** Tables as sites have them that are older than WordPress 4.2, or were moved from server to server. */
const TABLES = {
  latin1: 'CONVERT TO CHARACTER SET latin1 COLLATE latin1_swedish_ci',
  'utf8 of three bytes': 'CONVERT TO CHARACTER SET utf8 COLLATE utf8_general_ci',
  MyISAM: 'ENGINE=MyISAM',
};

onMysql(() => {
  describe.each(Object.entries(TABLES))('%s', (name, change) => {
    let service: TestApp;
    /** Servers that enforce GTID consistency reject transactions with MyISAM and InnoDB tables, see docs/databases.md. */
    let rejectsMixedWrites = false;
    const send = (path: string, body: object) =>
      request(service.server).post(`${API}${path}`).auth(ADMIN.user, ADMIN.password).send(body);
    const get = (path: string) => request(service.server).get(`${API}${path}`).auth(ADMIN.user, ADMIN.password);

    beforeAll(async () => {
      service = await startTestApp({}, 'mysql');
      const db = service.app.get(Database);
      await db.listIndex.remove();
      for (const table of WORDPRESS_TABLES) await db.query(`ALTER TABLE \`${db.tablePrefix}${table.name}\` ${change}`);
      const [enforced] = await db.query<{ Value: string }>("SHOW VARIABLES LIKE 'enforce_gtid_consistency'");
      rejectsMixedWrites = name === 'MyISAM' && enforced?.Value === 'ON';
    });
    afterAll(() => service.close());

    test('doctor warns about tables with an old engine or character set', async () => {
      const findings = await checkTables({ database: service.app.get(Database) });
      expect(findings).toHaveLength(1);
      expect(findings[0]).toMatchObject({
        state: rejectsMixedWrites ? 'fail' : 'warn',
        message: expect.stringContaining(name === 'MyISAM' ? 'without transactions' : 'utf8mb4') as unknown,
      });
    });

    test('text with characters outside of a table’s character set is stored as well as possible', async () => {
      const post = { title: `Faces ${FACE} é`, content: `Before ${FACE} after`, status: 'publish', slug: FACE };
      const { body } = await send('/posts', post).expect(rejectsMixedWrites ? 503 : 201);
      if (rejectsMixedWrites) return;
      const { body: read } = await get(`/posts/${(body as { id: number }).id}?context=edit`).expect(200);
      const { title, content } = read as { title: { raw: string }; content: { raw: string } };
      expect(title.raw).toMatch(name === 'MyISAM' ? `Faces ${FACE} é` : /^Faces \?+ é$/);
      expect(content.raw).toMatch(name === 'MyISAM' ? `Before ${FACE} after` : /^Before \?+ after$/);
      await send('/tags', { name: `Tag ${FACE}` }).expect(201);
      await send('/users', {
        username: 'face',
        email: 'face@site.test',
        password: 'a long enough one',
        name: `Face ${FACE}`,
      }).expect(201);
      await send('/comments', { post: (body as { id: number }).id, content: `Well ${FACE}` }).expect(201);
      await send('/settings', { title: `Site ${FACE}` }).expect(200);
    });

    test('looking for such characters finds nothing rather than failing', async () => {
      for (const list of ['posts', 'tags', 'users', 'comments', 'media'])
        await get(`/${list}?search=${encodeURIComponent(FACE)}`).expect(200);
      for (const list of ['posts', 'tags', 'users', 'pages'])
        await get(`/${list}?slug=${encodeURIComponent(FACE)}`).expect(200);
      await get(`/posts?search=${encodeURIComponent('Жук')}&orderby=relevance`).expect(200);
      await request(service.server).get(`${API}/posts`).auth(FACE, FACE).expect(401);
    });
  });
});
