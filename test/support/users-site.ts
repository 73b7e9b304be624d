import { afterAll, beforeAll } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { type EngineName, startTestApp, type TestApp } from './app.js';
import { API, clientOf, PASSWORD } from './clients.js';

export const USERS = `${API}/users`;

/** A site with users for all tests of a suite; only `writer` has published something. */
export function withUsersSite(engine: EngineName, env: Record<string, string> = {}) {
  const site = {} as { service: TestApp; db: Database };
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    site.service = await startTestApp(env, engine);
    site.db = site.service.app.get(Database);
    for (const [login, role] of [
      ['writer', 'author'],
      ['quiet', 'author'],
      ['reader', 'subscriber'],
      ['chief', 'editor'],
    ] as const) {
      ids[login] = await create({ username: login, email: `mail.of.${login}@secret-${login}.test`, roles: [role] });
    }
    await post(ids.writer!, 'publish');
    await post(ids.quiet!, 'draft');
  });
  afterAll(() => site.service.close());

  const as = (login?: string) => clientOf(() => site.service, login, '');
  const admin = as('admin');

  async function create(values: { username: string } & Record<string, unknown>): Promise<number> {
    const { body } = await admin
      .post(USERS, { email: `${values.username}@x.test`, password: PASSWORD, ...values })
      .expect(201);
    return body.id;
  }

  function post(author: number, status: string, type = 'post'): Promise<number> {
    return site.db.transaction(async (tx) => {
      const { insertId } = await tx.execute(
        `INSERT INTO ${site.db.tables.posts} (post_author, post_status, post_type, post_title, post_content, post_excerpt, post_name, to_ping, pinged, post_content_filtered, ` +
          `post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES (?, ?, ?, 'T', '', '', ?, '', '', '', ?, ?, ?, ?)`,
        [author, status, type, `t-${author}-${status}`, ...Array<string>(4).fill('2020-01-01 00:00:00')],
      );
      return insertId;
    });
  }

  return { site, ids, as, guest: as(), admin, create, post };
}
