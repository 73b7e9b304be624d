import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type request from 'supertest';
import { Database } from '../../src/database/database.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { type EngineName, startTestApp, type TestApp } from './app.js';
import { API, clientOf, PASSWORD } from './clients.js';

export const COMMENTS = `${API}/comments`;
const LONG_AGO = '2019-05-05 05:05:05';

interface Made {
  author?: number;
  status?: string;
  password?: string;
  commentStatus?: string;
  type?: string;
  parent?: number;
}
export const outcome = ({ status, body }: request.Response) => [status, body.code ?? body.status];
export const idsOf = (body: { id: number }[]) => body.map((comment) => comment.id);

/** A site with users of some roles for all tests of a suite; each test begins with an open post of the writer. */
export function withCommentsSite(engine: EngineName) {
  const site = {} as { service: TestApp; db: Database; post: number };
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    site.service = await startTestApp({}, engine);
    site.db = site.service.app.get(Database);
    for (const [login, role] of [
      ['writer', 'author'],
      ['helper', 'contributor'],
      ['reader', 'subscriber'],
      ['chief', 'editor'],
    ] as const) {
      const values = { username: login, email: `${login}@people.test`, password: PASSWORD, roles: [role] };
      ids[login] = (await admin.post(`${API}/users`, values).expect(201)).body.id;
    }
  });
  afterAll(() => site.service.close());
  beforeEach(async () => {
    await option({
      comment_whitelist: '0',
      comment_moderation: '0',
      moderation_keys: '',
      blacklist_keys: '',
      page_comments: '0',
    });
    site.post = await entry({ author: ids.writer });
  });

  const as = (login?: string) => clientOf(() => site.service, login, '');
  const admin = as('admin');

  let slugs = 0;
  function entry({
    author = 1,
    status = 'publish',
    password = '',
    commentStatus = 'open',
    type = 'post',
    parent = 0,
  }: Made = {}): Promise<number> {
    return site.db.transaction(async (tx) => {
      const { insertId } = await tx.execute(
        `INSERT INTO ${site.db.tables.posts} (post_author, post_status, post_type, post_password, comment_status, post_parent, post_title, post_content, post_excerpt, ` +
          `post_name, to_ping, pinged, post_content_filtered, post_date, post_date_gmt, post_modified, post_modified_gmt) ` +
          `VALUES (?, ?, ?, ?, ?, ?, 'T', '', '', ?, '', '', '', ?, ?, ?, ?)`,
        [author, status, type, password, commentStatus, parent, `made-${++slugs}`, ...Array<string>(4).fill(LONG_AGO)],
      );
      return insertId;
    });
  }

  function stored(
    values: {
      post?: number;
      author?: number;
      approved?: string;
      content?: string;
      parent?: number;
      email?: string;
    } = {},
  ): Promise<number> {
    const { author = 0, approved = '1', content = `said ${++slugs}`, parent = 0, email = 'v@visitors.test' } = values;
    return site.db.transaction(async (tx) => {
      const { insertId } = await tx.execute(
        `INSERT INTO ${site.db.tables.comments} (comment_post_ID, user_id, comment_author, comment_author_email, comment_content, comment_approved, comment_parent, ` +
          `comment_date, comment_date_gmt) VALUES (?, ?, 'Visitor', ?, ?, ?, ?, ?, ?)`,
        [values.post ?? site.post, author, email, content, approved, parent, LONG_AGO, LONG_AGO],
      );
      return insertId;
    });
  }

  async function option(values: Record<string, string>): Promise<void> {
    const options = site.service.app.get(OptionsStore);
    await site.db.transaction(async (tx) => {
      for (const [name, value] of Object.entries(values)) await options.set(tx, name, value);
    });
  }

  async function countOf(id: number): Promise<number> {
    const [row] = await site.db.query<{ count: number }>(
      `SELECT comment_count AS count FROM ${site.db.tables.posts} WHERE ID = ?`,
      [id],
    );
    return Number(row?.count);
  }

  return { site, ids, as, guest: as(), admin, entry, stored, option, countOf };
}
