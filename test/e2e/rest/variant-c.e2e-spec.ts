import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../src/database/database.js';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { clientOf, createUsers } from '../../support/clients.js';
import { until } from '../../support/until.js';

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const author = clientOf(() => service, 'writer');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    await createUsers(admin);
  });
  afterAll(() => service.close());

  test('saving keeps the attributes that 7.1 allows, and removes scripts also from the attributes of blocks', async () => {
    const content = '<p data-x="1" style="display:flex;color:rgb(1,2,3)" onclick="x">a</p>';
    expect((await author.post('/posts', { title: 't', content }).expect(201)).body.content.raw).toBe(
      '<p data-x="1" style="display:flex">a</p>',
    );
    const block = '<!-- wp:x {"c":"\\u003cscript\\u003ex\\u003c/script\\u003e"} -->t<!-- /wp:x -->';
    expect((await author.post('/posts', { title: 't', content: block }).expect(201)).body.content.raw).toBe(
      '<!-- wp:x {"c":"x"} -->t<!-- /wp:x -->',
    );
  });

  test('synced patterns are shown where they are referred to, never inside themselves, and follow their changes', async () => {
    const db = service.app.get(Database);
    const pattern = (await admin.post('/posts', { title: 'p', content: 'x', status: 'publish' }).expect(201)).body.id;
    const store = (text: string) =>
      db.transaction((tx) =>
        tx.execute(`UPDATE ${db.tables.posts} SET post_type = 'wp_block', post_content = ? WHERE ID = ?`, [
          text,
          pattern,
        ]),
      );
    const shown = async (id: number) => (await admin.get(`/posts/${id}`).expect(200)).body.content.rendered as string;
    await store(`${paragraph('Shared')}<!-- wp:block {"ref":${pattern}} /-->`);
    const content = `<!-- wp:block {"ref":${pattern}} /-->`;
    const { id } = (await admin.post('/posts', { title: 't', content, status: 'publish' }).expect(201)).body;
    expect(await shown(id)).toBe('\n<p class="wp-block-paragraph">Shared</p>\n');
    await store(paragraph('Changed'));
    expect(await shown(id)).toBe('\n<p class="wp-block-paragraph">Changed</p>\n');
  });

  test('dynamic blocks show what the database holds now', async () => {
    const parent = (await admin.post('/categories', { name: 'Harbour' }).expect(201)).body.id;
    const child = (await admin.post('/categories', { name: 'Tide', parent }).expect(201)).body.id;
    const create = async (title: string, values: object = {}) =>
      (await admin.post('/posts', { title, status: 'publish', ...values }).expect(201)).body;
    const first = await create('Listed', { content: paragraph('Text'), categories: [child], tags: [] });
    await admin.post('/comments', { post: first.id, content: 'Remark' }).expect(201);
    const query = `{"query":{"perPage":5,"postType":"post","taxQuery":{"category":[${child}]},"sticky":""}}`;
    const content = [
      `<!-- wp:latest-posts {"categories":[{"id":${child}}],"displayPostDate":true} /-->`,
      '<!-- wp:latest-comments {"displayAvatar":false} /-->',
      '<!-- wp:categories {"showHierarchy":true,"showPostCounts":true} /-->',
      '<!-- wp:archives {"showPostCounts":true} /--><!-- wp:calendar /--><!-- wp:page-list /--><!-- wp:tag-cloud /-->',
      `<!-- wp:query ${query} --><!-- wp:post-template --><!-- wp:post-title /--><!-- wp:post-excerpt /--><!-- /wp:post-template --><!-- /wp:query -->`,
      '<!-- wp:post-author-name /--><!-- wp:post-terms {"term":"category"} /--><!-- wp:navigation {"overlayMenu":"never"} /-->',
    ].join('');
    const { id } = await create('Shows', { content });
    const shown = async () => (await admin.get(`/posts/${id}`).expect(200)).body.content.rendered as string;
    const html = await shown();
    expect(html).toContain(`<a class="wp-block-latest-posts__post-title" href="${first.link}">Listed</a>`);
    expect(html).toContain('<div class="wp-block-latest-comments__comment-excerpt"><p>Remark</p>');
    expect(html).toMatch(/>Harbour<\/a> \(1\)\n<ul class='children'>/);
    expect(html).toContain('<table id="wp-calendar"');
    expect(html).toContain(`<li class="wp-block-post post-${first.id} `);
    expect(html).toContain('<h2 class="wp-block-post-title">Listed</h2>');
    await admin.put(`/posts/${first.id}`, { title: 'Renamed' }).expect(200);
    expect(await shown()).toContain('<h2 class="wp-block-post-title">Renamed</h2>');
  });

  test('a cached response with a list of comments follows an edited comment', async () => {
    const guest = clientOf(() => service);
    const content = '<!-- wp:latest-comments {"displayAvatar":false,"commentsToShow":1} /-->';
    const { id } = (await admin.post('/posts', { title: 't', content, status: 'publish' }).expect(201)).body;
    const comment = (await admin.post('/comments', { post: id, content: 'First wording' }).expect(201)).body.id;
    const shown = async () => (await guest.get(`/posts/${id}`).expect(200)).body.content.rendered as string;
    expect(await shown()).toContain('First wording');
    const cached = async () => (await guest.get(`/posts/${id}`)).headers['x-nestpress-cache'] === 'hit';
    // What follows a new comment in the background may write once more.
    await until(cached, 'the response is cached');
    const db = service.app.get(Database);
    const edit = `UPDATE ${db.tables.comments} SET comment_content = ? WHERE comment_ID = ?`;
    await db.transaction((tx) => tx.execute(edit, ['Second wording', comment]));
    expect(await shown()).toContain('Second wording');
  });

  test('footnotes are listed where their block stands', async () => {
    const content = `${paragraph('Text<sup data-fn="f-a" class="fn"><a href="#f-a" id="f-a-link">1</a></sup>')}<!-- wp:footnotes /-->`;
    const meta = { footnotes: '[{"id":"f-a","content":"Note"}]' };
    const { body } = await admin.post('/posts', { title: 't', content, meta, status: 'publish' }).expect(201);
    expect(body.content.rendered).toContain('<ol class="wp-block-footnotes"><li id="f-a">Note <a href="#f-a-link"');
  });

  test('new users get the preferences of 7.1, and the stored number of users follows', async () => {
    const db = service.app.get(Database);
    const { options, usermeta, users } = db.tables;
    const insert = `INSERT INTO ${options} (option_name, option_value, autoload) VALUES ('user_count', '0', 'off')`;
    await db.transaction((tx) => tx.execute(insert, []));
    const counts = async () => {
      const sql = `SELECT option_value AS stored, (SELECT COUNT(*) FROM ${users}) AS counted FROM ${options} WHERE option_name = 'user_count'`;
      const [row] = await db.query<{ stored: string; counted: number }>(sql, []);
      return [Number(row!.stored), Number(row!.counted)];
    };
    const values = { username: 'counted', email: 'counted@x.test', password: 'secret' };
    const { id } = (await admin.post('/users', values).expect(201)).body;
    const [stored, counted] = await counts();
    expect(stored).toBe(counted);
    const preferences = `SELECT meta_key AS name, meta_value AS value FROM ${usermeta} WHERE user_id = ? AND meta_key IN ('admin_color', 'infinite_scrolling') ORDER BY meta_key`;
    expect(await db.query(preferences, [id])).toMatchObject([
      { name: 'admin_color', value: 'modern' },
      { name: 'infinite_scrolling', value: 'true' },
    ]);
    await admin.delete(`/users/${id}`, { force: true, reassign: 1 }).expect(200);
    expect(await counts()).toEqual([counted! - 1, counted! - 1]);
  });

  test('null clears texts that are sanitized before they are stored', async () => {
    const tag = (await admin.post('/tags', { name: 'Cleared', slug: 'other', description: 'Text' }).expect(201)).body
      .id;
    const cleared = { description: null, slug: null };
    expect((await admin.post(`/tags/${tag}`, cleared).expect(200)).body).toMatchObject({
      description: '',
      slug: 'cleared',
    });
    expect((await admin.post(`/tags/${tag}`, { name: null }).expect(500)).body.code).toBe('empty_term_name');
    const { body } = await admin.post('/users/me', { first_name: 'Ann', last_name: 'Lee' }).expect(200);
    expect(body).toMatchObject({ first_name: 'Ann', last_name: 'Lee' });
    const { body: unnamed } = await admin.post('/users/me', { first_name: null, last_name: null }).expect(200);
    expect(unnamed).toMatchObject({ first_name: '', last_name: '' });
  });
});
