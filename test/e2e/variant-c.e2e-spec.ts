import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { eachEngine, startTestApp, type TestApp } from '../support/app.js';
import { clientOf, createUsers } from '../support/clients.js';

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const author = clientOf(() => service, 'writer');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    await createUsers(admin);
    // Blocks are rendered where a release that knows them wrote the database.
    const db = service.app.get(Database);
    await db.transaction((tx) =>
      tx.execute(`UPDATE ${db.tables.options} SET option_value = '60421' WHERE option_name = 'db_version'`),
    );
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
});
