import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database, type SqlParameter } from '../../../src/database/database.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../support/app.js';

const API = '/wp-json/wp/v2';
const PASSWORD = 'a password';
const ROLES = ['anonymous', 'subscriber', 'contributor', 'author'] as const;
const TOKEN = 'zebrafinch';
const OTHER = 'kingfisher';

/** Every list route with filters that look for the token, and without. */
const LISTS: readonly string[] = [
  ...['posts', 'pages', 'media'].flatMap((route) => [
    `${route}?per_page=100`,
    `${route}?search=${TOKEN}`,
    `${route}?search=-${TOKEN}`,
    `${route}?slug=${TOKEN}-private,${TOKEN}-draft,${TOKEN}-file`,
    `${route}?orderby=title&order=asc&per_page=100`,
    `${route}?orderby=relevance&search=a&per_page=100`,
    `${route}?status=private,draft,publish&search=${TOKEN}`,
    `${route}?status=private,draft,inherit&per_page=1`,
    `${route}?status=draft&slug=${TOKEN}-draft`,
    `${route}?status=any&search=${TOKEN}`,
    `${route}?context=edit&status=private`,
  ]),
  ...[
    'comments?per_page=100',
    `comments?search=${TOKEN}`,
    'comments?search=203.0.113.9',
    `comments?author_email=${TOKEN}@people.test`,
    `comments?status=hold&search=${TOKEN}`,
    'comments?status=all&per_page=100',
    'comments?status=any&type=all&orderby=id',
    `comments?type=all&search=${TOKEN}`,
    'comments?orderby=post&order=asc',
    `users?search=${TOKEN}`,
    'users?per_page=100',
    'users?orderby=url',
    `categories?search=${TOKEN}`,
    `tags?search=${TOKEN}`,
  ],
];

anyEngine((engine) => {
  let service: TestApp;
  let db: Database;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    db = service.app.get(Database);
    for (const role of ROLES.slice(1)) {
      const values = { username: role, email: `${role}@people.test`, password: PASSWORD, roles: [role] };
      await create('users', values);
    }
    ids.public = await create('posts', { title: 'A bird', content: 'About a bird', status: 'publish' });
    ids.protected = await create('posts', { title: 'Closed', content: 'x', status: 'publish', password: 'sesame' });
    ids.private = await create('posts', { title: 'x', content: 'x', status: 'private' });
    ids.draft = await create('pages', { title: 'x', content: 'x', status: 'draft' });
    ids.file = await insert('posts', {
      post_type: 'attachment',
      post_status: 'inherit',
      post_parent: ids.private,
      post_author: 1,
      post_mime_type: 'image/png',
      ...dates('post'),
      ...texts(),
    });
    for (const [name, post, approved] of [
      ['open', ids.public, '1'],
      ['held', ids.public, '0'],
      ['hidden', ids.private, '1'],
      ['closed', ids.protected, '1'],
    ] as const)
      ids[name] = await insert('comments', {
        comment_post_ID: post,
        comment_approved: approved,
        // A reply that waits for approval: the `children` link must not reveal it.
        comment_parent: name === 'held' ? ids.open! : 0,
        comment_type: 'comment',
        comment_author: 'Somebody',
        comment_content: 'Said openly',
        ...dates('comment'),
      });
    await write(TOKEN, '203.0.113.9');
  });
  afterAll(() => service.close());

  const create = async (route: string, values: object): Promise<number> => {
    const { body } = await request(service.server)
      .post(`${API}/${route}`)
      .auth(ADMIN.user, ADMIN.password)
      .send(values)
      .expect(201);
    return (body as { id: number }).id;
  };

  const texts = () => ({ post_content: '', post_excerpt: '', to_ping: '', pinged: '', post_content_filtered: '' });
  const dates = (of: string) => ({ [`${of}_date`]: '2020-01-01 00:00:00', [`${of}_date_gmt`]: '2020-01-01 00:00:00' });

  async function insert(table: 'posts' | 'comments', row: Record<string, SqlParameter>): Promise<number> {
    const columns = Object.keys(row);
    return db.transaction(async (tx) => {
      const sql = `INSERT INTO ${db.tables[table]} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
      return (await tx.execute(sql, Object.values(row))).insertId;
    });
  }

  /** Puts a word into everything that the roles may not read. */
  async function write(word: string, address: string): Promise<void> {
    const { posts, comments, users } = db.tables;
    await db.transaction(async (tx) => {
      for (const name of ['private', 'draft', 'file'] as const)
        await tx.execute(
          `UPDATE ${posts} SET post_title = ?, post_content = ?, post_excerpt = ?, post_name = ? WHERE ID = ?`,
          [word, word, word, `${word}-${name}`, ids[name]!],
        );
      await tx.execute(`UPDATE ${posts} SET post_content = ?, post_excerpt = ? WHERE ID = ?`, [
        word,
        word,
        ids.protected!,
      ]);
      await tx.execute(`UPDATE ${comments} SET comment_author_email = ?, comment_author_IP = ? WHERE comment_ID = ?`, [
        `${word}@people.test`,
        address,
        ids.open!,
      ]);
      for (const name of ['held', 'hidden', 'closed'] as const)
        await tx.execute(`UPDATE ${comments} SET comment_content = ?, comment_author = ? WHERE comment_ID = ?`, [
          word,
          word,
          ids[name]!,
        ]);
      await tx.execute(`UPDATE ${users} SET user_login = ?, user_email = ? WHERE ID = 1`, [word, `${word}@site.test`]);
    });
  }

  async function responses(): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const role of ROLES)
      for (const path of LISTS) {
        const sent = request(service.server).get(`${API}/${path}`);
        const { status, body, headers } = await (role === 'anonymous' ? sent : sent.auth(role, PASSWORD));
        // Of the address of a commenter a digest is shown, as an avatar.
        const text = JSON.stringify(body).replace(/http[^"]*?gravatar[^"]*/g, 'avatar');
        const { 'x-wp-total': total, 'x-wp-totalpages': pages, link } = headers as Record<string, string>;
        found.set(`${role} ${path}`, { status, text, total, pages, link });
      }
    return found;
  }

  test('no list changes with a value that its requester may not read, nor with its absence', async () => {
    const before = await responses();
    expect([...before.values()].some((response) => (response as { status: number }).status >= 500)).toBe(false);
    await write(OTHER, '198.51.100.7');
    const after = await responses();
    const changed = [...before.keys()].filter(
      (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
    );
    expect(changed).toEqual([]);

    const { posts, comments } = db.tables;
    await db.transaction(async (tx) => {
      await tx.execute(`DELETE FROM ${comments} WHERE comment_ID IN (?, ?, ?)`, [ids.held!, ids.hidden!, ids.closed!]);
      await tx.execute(`DELETE FROM ${posts} WHERE ID IN (?, ?, ?)`, [ids.file!, ids.private!, ids.draft!]);
    });
    const without = await responses();
    expect(
      [...before.keys()].filter((key) => JSON.stringify(before.get(key)) !== JSON.stringify(without.get(key))),
    ).toEqual([]);
  }, 120_000);
});
