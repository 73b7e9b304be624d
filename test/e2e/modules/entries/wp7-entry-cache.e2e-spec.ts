import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database, type SqlParameter } from '../../../../src/database/database.js';
import { ItemJsonCache } from '../../../../src/modules/item-cache/item-json-cache.service.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, PASSWORD } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { enrichSite, type RichSite } from '../../../support/rich-site.js';

/** Requests with a password cookie bypass the entry cache; this one unlocks nothing. */
const BYPASS = { Cookie: 'wp-postpass_other=1' };
const BLOCKS = '<!-- wp:paragraph --><p>In blocks</p><!-- /wp:paragraph -->';
const PLAYER = '[audio src="http://files.test/a.mp3"]';

interface Listed {
  content: { rendered: string };
}

eachEngine((engine) => {
  let service: TestApp;
  let site: RichSite;
  const admin = clientOf(() => service, 'admin');
  const read = async (path: string, headers = {}) => {
    const { body } = await request(service.server)
      .get(API + path)
      .set(headers)
      .expect(200);
    return body as unknown;
  };

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C', CACHE_MB: '0' }, engine);
    site = await enrichSite(service);
  });
  afterAll(() => service.close());

  test('an entry after one in blocks is cached apart from the same entry elsewhere', async () => {
    const create = async (title: string, content: string) =>
      (await admin.post('/posts', { title, content, status: 'publish' }).expect(201)).body.id as number;
    const ids = [await create('a', 'Text'), await create('b', BLOCKS), await create('c', PLAYER)];
    const orders = [ids, [ids[1], ids[2]], [ids[2], ids[1], ids[0]], [ids[2]]];
    const compare = async () => {
      for (const order of orders) {
        const path = `/posts?orderby=include&include=${order.join()}`;
        expect(await read(path)).toEqual(await read(path, BYPASS));
      }
    };
    const [, , player] = (await read(`/posts?orderby=include&include=${ids.join()}`)) as Listed[];
    expect(player!.content.rendered).toMatch(/^<p><audio/);
    await compare();
    await compare();
    // Only the first entry is rendered again, then only the first and the last one.
    await admin.post(`/posts/${ids[0]}`, { content: 'Other text' }).expect(200);
    await compare();
    await admin.post(`/posts/${ids[0]}`, { content: 'New text' }).expect(200);
    await admin.post(`/posts/${ids[2]}`, { content: `${PLAYER}\n\nText` }).expect(200);
    await compare();
    await admin.post(`/posts/${ids[1]}`, { content: 'Text' }).expect(200);
    await compare();
  });

  test('signed-in requesters get what they may do, also after their role or the author has changed', async () => {
    const db = service.app.get(Database);
    const list = (login: string, path: string, headers = {}) => {
      const password = login === 'admin' ? ADMIN.password : PASSWORD;
      return request(service.server)
        .get(API + path)
        .auth(login, password)
        .set(headers);
    };
    const compare = async () => {
      for (const path of ['/posts', '/posts?context=edit'])
        for (const login of ['admin', 'writer', 'reader', 'chief', 'writer', 'admin']) {
          const { status, body } = await list(login, path, BYPASS);
          expect(status).toBe(login === 'reader' && path !== '/posts' ? 403 : 200);
          expect({ [`${login} ${path}`]: (await list(login, path)).body }).toEqual({ [`${login} ${path}`]: body });
        }
    };
    await compare();
    await compare();
    await db.transaction((tx) => tx.execute(`UPDATE ${db.tables.posts} SET post_author = 1 WHERE ID = ?`, [site.post]));
    await compare();
    await admin.post(`/users/${site.author}`, { roles: ['editor'] }).expect(200);
    await compare();
    await admin.post(`/users/${site.author}`, { roles: ['author'] }).expect(200);
    await admin.post(`/posts/${site.post}`, { author: site.author }).expect(200);
    await compare();
  });

  test('a list in the edit context also looks up the slugs that it suggests', async () => {
    const cache = service.app.get(ItemJsonCache, { strict: false });
    const list = async (headers = {}) =>
      (await request(service.server).get(`${API}/pages?context=edit`).auth('admin', ADMIN.password).set(headers))
        .body as {
        id: number;
        generated_slug: string;
      }[];
    const { body: page } = await admin.post('/pages', { title: 'Suggested', slug: 'chosen', status: 'publish' });
    await list();
    const { misses } = cache.counts;
    const suggested = async () => {
      const shown = await list();
      expect(shown).toEqual(await list(BYPASS));
      return shown.find(({ id }) => id === page.id)!.generated_slug;
    };
    const found = [await suggested()];
    expect(cache.counts.misses).toBe(misses);
    // Authentication, versions and slugs.
    expect(await fewestStatements(list)).toBe(4);
    const { body: other } = await admin.post('/pages', { title: 'Other', slug: 'suggested', status: 'draft' });
    found.push(await suggested());
    await admin.delete(`/pages/${other.id}`, { force: true });
    found.push(await suggested(), await suggested());
    expect(found).toEqual(['suggested', 'suggested-2', 'suggested', 'suggested']);
    await admin.delete(`/pages/${page.id}`, { force: true });
  });

  test('lists of comments, media, users and terms are never stale', async () => {
    const db = service.app.get(Database);
    const { comments, commentmeta, posts, users, terms } = db.tables;
    const paths = ['/comments', '/media', `/media/${site.media}`, '/users', '/categories', '/media?_embed'];
    const compare = async () => {
      for (const path of paths) expect({ [path]: await read(path) }).toEqual({ [path]: await read(path, BYPASS) });
    };
    const cache = service.app.get(ItemJsonCache, { strict: false });
    await compare();
    const { hits } = cache.counts;
    await compare();
    expect(cache.counts.hits).toBeGreaterThan(hits + paths.length);
    const writes: [sql: string, ...parameters: SqlParameter[]][] = [
      [
        `INSERT INTO ${commentmeta} (comment_id, meta_key, meta_value) VALUES (?, '_wp_note_status', 'resolved')`,
        site.comment,
      ],
      [`UPDATE ${commentmeta} SET meta_value = 'reopen' WHERE comment_id = ?`, site.comment],
      [`DELETE FROM ${commentmeta} WHERE comment_id = ?`, site.comment],
      [`UPDATE ${users} SET user_email = 'new@site.test'`],
      // An author without an account, who gets one later.
      [`UPDATE ${comments} SET user_id = 4711 WHERE comment_ID = ?`, site.comment],
      [
        `INSERT INTO ${users} (ID, user_login, user_nicename, user_email, display_name, user_pass) VALUES (4711, 'late', 'late', 'late@site.test', 'Late', '')`,
      ],
      [`UPDATE ${posts} SET post_type = 'page' WHERE ID = ?`, site.post],
      [`UPDATE ${terms} SET slug = 'changed' WHERE term_id = ?`, site.category],
    ];
    for (const [sql, ...parameters] of writes) {
      await compare();
      await db.transaction((tx) => tx.execute(sql, parameters));
      await compare();
    }
    await db.transaction((tx) => tx.execute(`UPDATE ${posts} SET post_type = 'post' WHERE ID = ?`, [site.post]));
  });

  test('shortcodes of posts that blocks list run with what they show', async () => {
    const gallery = `[gallery ids="${site.media}"]`;
    const create = async (path: string, values: object) =>
      (await admin.post(path, { status: 'publish', ...values }).expect(201)).body.id as number;
    const listed = await create('/posts', {
      title: `Listed ${gallery}`,
      content: gallery,
      date: '2001-01-01T00:00:00',
    });
    const content =
      '<!-- wp:latest-posts {"postsToShow":1,"order":"asc"} /-->' +
      `<!-- wp:query {"query":{"perPage":1,"postType":"post","order":"asc"}} --><div><!-- wp:post-template -->` +
      '<!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->';
    const page = await create('/pages', { title: 'Lists', content });
    const { content: shown } = (await read(`/pages/${page}`)) as Listed;
    expect(shown.rendered).toMatch(
      new RegExp(`Listed <div id='gallery-\\d' class='gallery galleryid-${page} .*<img `, 's'),
    );
    expect(shown.rendered).toMatch(new RegExp(`<div id='gallery-\\d' class='gallery galleryid-${listed} .*<img `, 's'));
  });

  test('featured images are linked for requesters who may read them', async () => {
    const relation = 'wp:featuredmedia';
    const path = `/posts/${site.post}?_embed`;
    const linked = async () => {
      const fresh = (await read(path, BYPASS)) as { _links: object };
      expect(await read(path)).toEqual(fresh);
      return relation in fresh._links;
    };
    expect(await linked()).toBe(true);
    const { body: draft } = await admin.post('/posts', { title: 'Draft' }).expect(201);
    await admin.post(`/media/${site.media}`, { post: draft.id }).expect(200);
    expect(await linked()).toBe(false);
    expect((await admin.get(path).expect(200)).body._links).toHaveProperty([relation]);
    expect((await admin.get(path).expect(200)).body.featured_media).toBe(site.media);
    await admin.post(`/posts/${draft.id}`, { status: 'publish' }).expect(200);
    expect(await linked()).toBe(true);
    await admin.post(`/posts/${draft.id}`, { status: 'private' }).expect(200);
    expect(await linked()).toBe(false);
    await admin.delete(`/posts/${draft.id}`).expect(200);
    expect(await linked()).toBe(false);
    await admin.post(`/posts/${draft.id}`, { status: 'publish' }).expect(200);
    await admin.delete(`/posts/${draft.id}`).expect(200);
    expect(await linked()).toBe(true);
    await admin.delete(`/media/${site.media}?force=true`).expect(200);
    expect(await linked()).toBe(false);
  });
});
