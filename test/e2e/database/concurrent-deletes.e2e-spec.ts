import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, clientOf } from '../../support/clients.js';
import { picture } from '../../support/files.js';
import { until } from '../../support/until.js';

const AT_ONCE = 16;
const ROUNDS = 2;

/** Requests that refer to a row run at the same time as the one that deletes it: afterwards nothing may refer to it. */
eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let image: Buffer;
  let post: number;
  let number = 0;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ DATABASE_POOL: String(AT_ONCE + 1) }, engine);
    db = service.app.get(Database);
    image = await picture(2, 2);
    post = await created('/posts', { title: 'Post', status: 'publish' });
  });
  afterAll(() => service.close());

  const created = async (path: string, body: object): Promise<number> =>
    (await admin.post(path, body).expect(201)).body.id;
  const upload = (query: object = {}) =>
    request(service.server)
      .post(`${API}/media`)
      .auth(ADMIN.user, ADMIN.password)
      .query(query)
      .set('Content-Disposition', `attachment; filename="image-${number++}.png"`)
      .type('image/png')
      .send(image);
  const count = async (table: string, where: string, value: number | string): Promise<number> => {
    const rows = await db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${table} WHERE ${where}`, [value]);
    return Number(rows[0]!.total);
  };

  interface Kind {
    parent(): Promise<number>;
    child(parent: number): request.Test;
    remove(parent: number): request.Test;
    left(parent: number): Promise<number>;
    /** The interface takes a parent that is not there: a request that begins after the delete may name it. */
    takesMissing?: boolean;
  }
  const title = () => `Title ${number++}`;
  const force = { force: true };
  const kinds: Record<string, Kind> = {
    'posts of a user': {
      parent: () =>
        created('/users', {
          username: `user${++number}`,
          email: `user${number}@site.test`,
          password: 'a password',
          roles: ['author'],
        }),
      child: (author) => admin.post('/posts', { title: title(), author, status: 'publish' }),
      remove: (id) => admin.delete(`/users/${id}`, { ...force, reassign: 1 }),
      left: (id) => count(db.tables.posts, 'post_author = ?', id),
    },
    'pages below a page': {
      parent: () => created('/pages', { title: title(), status: 'publish' }),
      child: (parent) => admin.post('/pages', { title: title(), parent }),
      remove: (id) => admin.delete(`/pages/${id}`, force),
      left: (id) => count(db.tables.posts, 'post_parent = ?', id),
    },
    'files and revisions of a post': {
      takesMissing: true,
      parent: () => created('/posts', { title: title(), status: 'publish' }),
      child: (id) => (number % 2 ? upload({ post: id }) : admin.post(`/posts/${id}`, { content: title() })),
      remove: (id) => admin.delete(`/posts/${id}`, force),
      left: (id) => count(db.tables.posts, 'post_parent = ?', id),
    },
    'comments on a post': {
      parent: () => created('/posts', { title: title(), status: 'publish' }),
      child: (id) => admin.post('/comments', { post: id, content: title() }),
      remove: (id) => admin.delete(`/posts/${id}`, force),
      left: (id) => count(db.tables.comments, 'comment_post_ID = ?', id),
    },
    'replies to a comment': {
      takesMissing: true,
      parent: () => created('/comments', { post, content: title() }),
      child: (parent) => admin.post('/comments', { post, parent, content: title() }),
      remove: (id) => admin.delete(`/comments/${id}`, force),
      left: (id) => count(db.tables.comments, 'comment_parent = ?', id),
    },
    'posts in a category and categories below it': {
      parent: () => created('/categories', { name: title() }),
      child: (id) =>
        number % 3
          ? admin.post('/posts', { title: title(), categories: [id], status: number % 2 ? 'publish' : 'draft' })
          : admin.post('/categories', { name: title(), parent: id }),
      remove: (id) => admin.delete(`/categories/${id}`, force),
      left: async (id) =>
        (await count(db.tables.term_taxonomy, 'parent = ?', id)) +
        // The sample site gives a term and its taxonomy row the same number.
        (await count(db.tables.term_relationships, 'term_taxonomy_id = ?', id)),
    },
    'posts that feature an image': {
      parent: async () => (await upload().expect(201)).body.id,
      child: (id) => admin.post('/posts', { title: title(), featured_media: id }),
      remove: (id) => admin.delete(`/media/${id}`, force),
      left: (id) => count(db.tables.postmeta, "meta_key = '_thumbnail_id' AND meta_value = ?", String(id)),
    },
  };

  /** Holds back transactions, until others may pass and these are released. */
  function holdTransactions(): { waiting(): number; pass(): void; release(): void } {
    const original = db.transaction.bind(db);
    const held: Array<() => void> = [];
    let isHolding = true;
    const spy = jest.spyOn(db, 'transaction').mockImplementation(async (work) => {
      if (isHolding) await new Promise<void>((go) => held.push(go));
      return original(work);
    });
    return {
      waiting: () => held.length,
      pass: () => void (isHolding = false),
      release: () => {
        spy.mockRestore();
        for (const go of held) go();
      },
    };
  }

  test.each(Object.entries(kinds))('no %s stay behind when it is deleted after it was found', async (_name, kind) => {
    const parent = await kind.parent();
    const hold = holdTransactions();
    try {
      const children = Array.from({ length: AT_ONCE }, async () => (await kind.child(parent)).status);
      await until(() => hold.waiting() >= AT_ONCE, 'all requests have found the row');
      hold.pass();
      await kind.remove(parent).expect(200);
      hold.release();
      expect((await Promise.all(children)).filter((status) => status >= 500)).toEqual([]);
      expect(await kind.left(parent)).toBe(0);
    } finally {
      hold.release();
    }
  });

  test.each(Object.entries(kinds))('no %s stay behind when it is deleted meanwhile', async (_name, kind) => {
    for (let round = 0; round < ROUNDS; round++) {
      const parent = await kind.parent();
      const children = Array.from({ length: AT_ONCE }, () => kind.child(parent));
      const requests = [...children.slice(0, AT_ONCE / 2), kind.remove(parent), ...children.slice(AT_ONCE / 2)];
      const responses = await Promise.all(requests.map(async (one) => (await one).status));
      expect(responses.filter((status) => status >= 500)).toEqual([]);
      expect(responses[AT_ONCE / 2]).toBe(200);
      if (!kind.takesMissing) expect(await kind.left(parent)).toBe(0);
    }
  });
});
