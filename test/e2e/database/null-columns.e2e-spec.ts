import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { RouteRegistry } from '../../../src/rest/route/route-registry.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { addRowsWithNull, clearOptions, dropNotNull } from '../../support/nullable-site.js';
import { enrichSite } from '../../support/rich-site.js';

eachEngine((engine) => {
  describe('NULL in columns declared NOT NULL', () => {
    let service: TestApp;
    let paths: string[];
    beforeAll(async () => {
      service = await startTestApp({ CACHE_MB: '0' }, engine);
      await enrichSite(service);
      await dropNotNull(service);
      await addRowsWithNull(service);
      paths = await readPaths(service);
    });
    afterAll(() => service.close());

    test('every read route answers', async () => {
      expect(paths.length).toBeGreaterThan(200);
      expect(await failures(service, paths)).toEqual([]);
    });

    test('NULL is read as an empty value, not as the default: an entry without a status is not public', async () => {
      const db = service.app.get(Database);
      const { insertId } = await db.transaction((tx) =>
        tx.execute(`INSERT INTO ${db.tables.posts} (post_type, post_title) VALUES ('post', 'No status')`),
      );
      await request(service.server).get(`/wp-json/wp/v2/posts/${insertId}`).expect(401);
      const { body } = await request(service.server)
        .get(`/wp-json/wp/v2/posts/${insertId}?context=edit`)
        .auth(ADMIN.user, ADMIN.password)
        .expect(200);
      expect(body).toMatchObject({ status: '', author: 0, slug: '', content: { raw: '' }, comment_status: '' });
    });

    test('every read route answers when options have no value', async () => {
      await clearOptions(service);
      expect(
        await failures(
          service,
          paths.filter((path) => !/\/\d+/.test(path)),
        ),
      ).toEqual([]);
    });

    test('the list index names the columns that allow NULL instead of failing later', async () => {
      const building = service.app.get(Database).listIndex.build();
      await expect(building).rejects.toThrow(/allow NULL: .*posts\.post_author/);
    });
  });
});

/** Which rows the ids in the paths of a resource name. */
const RESOURCES = {
  posts: { table: 'posts', key: 'ID', where: "COALESCE(post_type, 'post') = 'post'" },
  pages: { table: 'posts', key: 'ID', where: "COALESCE(post_type, 'page') = 'page'" },
  media: { table: 'posts', key: 'ID', where: "COALESCE(post_type, 'attachment') = 'attachment'" },
  categories: { table: 'term_taxonomy', key: 'term_id', where: "taxonomy = 'category'" },
  tags: { table: 'term_taxonomy', key: 'term_id', where: "taxonomy = 'post_tag'" },
  users: { table: 'users', key: 'ID', where: '1 = 1' },
  comments: { table: 'comments', key: 'comment_ID', where: '1 = 1' },
} as const;

/** The paths of all declared reads: lists in every order and context, and objects by their ids. */
async function readPaths({ app }: TestApp): Promise<string[]> {
  const db = app.get(Database);
  const paths: string[] = [];
  for (const { pattern, endpoints } of app.get(RouteRegistry).routes) {
    const read = endpoints.find(({ methods }) => methods.includes('GET'));
    if (!read) continue;
    if (!pattern.includes('(?P<')) {
      const orders = (read.args.args.find(({ name }) => name === 'orderby')?.enum ?? []) as string[];
      paths.push(pattern, `${pattern}?context=edit&per_page=100&_embed=1`);
      for (const order of orders) paths.push(`${pattern}?per_page=100&orderby=${order}&search=o&slug=hello-world`);
      for (const order of orders) paths.push(`${pattern}?per_page=100&order=asc&orderby=${order}`);
      continue;
    }
    const resource = RESOURCES[pattern.split('/')[3] as keyof typeof RESOURCES];
    const groups = pattern.match(/\(\?P<\w+>[^)]*\)/g)!;
    if (!resource || groups.length > 1) continue;
    const { table, key, where } = resource;
    const rows = await db.query<{ id: number | null }>(`SELECT ${key} AS id FROM ${db.tables[table]} WHERE ${where}`);
    for (const { id } of rows) paths.push(`${pattern.replace(groups[0]!, String(id ?? 0))}?context=edit&_embed=1`);
  }
  return paths;
}

/** Requests that were answered with a server error, as an administrator and as an anonymous visitor. */
async function failures({ server }: TestApp, paths: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const path of paths) {
    for (const isAdmin of path.includes('context=edit') ? [true] : [true, false]) {
      const sent = request(server).get(`/wp-json${path}`);
      const response = await (isAdmin ? sent.auth(ADMIN.user, ADMIN.password) : sent);
      if (response.status >= 500) failed.push(`${isAdmin ? 'admin' : 'anonymous'} ${response.status} ${path}`);
    }
  }
  return failed;
}
