import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { Database, type SqlParameter } from '../../../../src/database/database.js';
import { tablesWithPrefix } from '../../../../src/database/engine/table-names.js';
import { ItemJsonCache } from '../../../../src/modules/item-cache/item-json-cache.service.js';
import { type FieldRow, rule, storeGroups } from '../../../support/acf-site.js';
import { ADMIN_AUTHORIZATION, eachEngine, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { startPluginSite } from '../../../support/plugin-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

/** Requests with a password cookie bypass the entry cache; this one unlocks nothing. */
const BYPASS = { Cookie: 'wp-postpass_other=1' };
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const FIELDS: readonly FieldRow[] = [
  { name: 'line', type: 'text', settings: { default_value: 'none yet' } },
  { name: 'secret', type: 'password' },
  { name: 'picture', type: 'image', settings: { return_format: 'array' } },
  { name: 'pictures', type: 'gallery', settings: { return_format: 'array' } },
  { name: 'related', type: 'relationship', settings: { return_format: 'object' } },
  { name: 'chosen', type: 'post_object', settings: { return_format: 'id' } },
  { name: 'target', type: 'page_link' },
  { name: 'writer', type: 'user', settings: { return_format: 'array' } },
  { name: 'topic', type: 'taxonomy', settings: { taxonomy: 'category', return_format: 'object' } },
  { name: 'text', type: 'wysiwyg' },
  {
    name: 'rows',
    type: 'repeater',
    fields: [
      { name: 'label', type: 'text' },
      { name: 'page', type: 'post_object', settings: { return_format: 'object' } },
    ],
  },
];

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let cache: ItemJsonCache;
  const admin = clientOf(() => service, 'admin');
  const reader = clientOf(() => service, 'reader');
  const ids = { post: 0, other: 0, page: 0, media: 0, category: 0 };
  const created = async (path: string, body: object): Promise<number> =>
    (await admin.post(path, body).expect(201)).body.id;

  beforeAll(async () => {
    service = await startPluginSite(
      engine,
      'advanced-custom-fields-pro/acf.php',
      {},
      {
        env: { ...WEB, CACHE_MB: '0' },
        fill: (database) =>
          storeGroups(database, [
            { title: 'Posts', location: [[rule('post_type', 'post')]], fields: FIELDS },
            { title: 'Files', location: [[rule('attachment', 'all')]], fields: [{ name: 'credit', type: 'text' }] },
            {
              title: 'Special',
              location: [[rule('post_category', 'category:special')]],
              fields: [{ name: 'reason', type: 'text', settings: { default_value: 'special' } }],
            },
            {
              title: 'Staff',
              location: [[rule('post_type', 'page'), rule('current_user_role', 'subscriber')]],
              fields: [{ name: 'note', type: 'text', settings: { default_value: 'for staff' } }],
            },
          ]),
      },
    );
    db = service.app.get(Database);
    cache = service.app.get(ItemJsonCache, { strict: false });
    await createUsers(admin);
    ids.category = await created('/categories', { name: 'Topic' });
    ids.media = (
      await request(service.server)
        .post(`${API}/media`)
        .set({
          Authorization: ADMIN_AUTHORIZATION,
          'Content-Type': 'image/gif',
          'Content-Disposition': 'attachment; filename="pixel.gif"',
        })
        .send(PIXEL)
        .expect(201)
    ).body.id;
    ids.page = await created('/pages', { title: 'Page', status: 'publish' });
    ids.other = await created('/posts', { title: 'Other', content: 'Text', status: 'publish' });
    const acf = {
      line: 'A line',
      secret: 'hush',
      picture: ids.media,
      pictures: [ids.media],
      related: [ids.other, ids.page],
      chosen: ids.other,
      target: [ids.page],
      writer: 1,
      topic: [ids.category],
      text: 'Rich <em>text</em>',
      rows: [{ label: 'first', page: ids.page }, { label: 'second' }],
    };
    ids.post = await created('/posts', { title: 'With fields', content: 'Text', status: 'publish', acf });
  });
  afterAll(() => service.close());

  const paths = () => [
    '/posts',
    '/posts?acf_format=standard',
    '/posts?_fields=id,title,acf',
    '/posts?_fields=acf,id&acf_format=standard',
    '/posts?_fields=id,acf.rows,_links',
    '/pages',
    `/posts/${ids.post}`,
    `/posts/${ids.post}?acf_format=standard`,
    '/media?_fields=id,acf',
  ];
  const response = async (path: string, headers = {}) => {
    const { status, text } = await request(service.server)
      .get(API + path)
      .set(headers);
    return { status, body: JSON.parse(text) as unknown };
  };
  const compare = async () => {
    for (const path of paths())
      expect({ [path]: await response(path) }).toEqual({ [path]: await response(path, BYPASS) });
  };
  const write = (sql: string, ...parameters: SqlParameter[]) => db.transaction((tx) => tx.execute(sql, parameters));

  test('entries with fields are cached once it is known what these follow from', async () => {
    await compare();
    await compare();
    const { hits, misses } = cache.counts;
    for (const path of paths().filter((path) => !path.startsWith('/pages'))) await response(path);
    expect(cache.counts.misses).toBe(misses);
    expect(cache.counts.hits).toBeGreaterThan(hits);
    const fields = await response('/posts?_fields=id,acf');
    expect(JSON.stringify(fields)).toContain('A line');
  });

  test('a cached list takes a constant number of statements for its entries and for what fields follow', async () => {
    await compare();
    expect(await fewestStatements(() => response('/posts?_fields=id,title,acf'))).toBe(1);
    expect(await fewestStatements(() => response('/posts'))).toBe(2);
    // Entries, users with their meta, and terms.
    expect(await fewestStatements(() => response('/posts?acf_format=standard'))).toBe(5);
  });

  test('fields that depend on the requester are not cached', async () => {
    const before = cache.counts.hits;
    for (let times = 0; times < 3; times++) {
      expect(JSON.stringify(await response('/pages?_fields=acf'))).not.toContain('for staff');
      const { body } = await reader.get('/pages?_fields=acf').expect(200);
      expect(JSON.stringify(body)).toContain('for staff');
    }
    expect(cache.counts.hits).toBe(before);
  });

  test('editors see passwords in fields, visitors do not', async () => {
    const secrets = (body: unknown) => JSON.stringify(body).includes('hush');
    for (let times = 0; times < 3; times++) {
      expect(secrets((await admin.get('/posts').expect(200)).body)).toBe(true);
      expect(secrets((await reader.get('/posts').expect(200)).body)).toBe(false);
      expect(secrets((await response('/posts')).body)).toBe(false);
    }
  });

  describe('is not stale after a write of', () => {
    const {
      posts,
      postmeta,
      terms,
      term_taxonomy: taxonomy,
      term_relationships: relations,
      users,
      usermeta,
      options,
    } = tablesWithPrefix('wp_');
    const setMeta = (key: string, value: string) =>
      write(`UPDATE ${postmeta} SET meta_value = ? WHERE post_id = ? AND meta_key = ?`, value, ids.post, key);

    const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
      'a value': () => setMeta('line', 'Another line'),
      'a value through the REST API': () => admin.post(`/posts/${ids.post}`, { acf: { line: 'By request' } }),
      'a row of a repeater': () => setMeta('rows_0_label', 'changed'),
      'no value': () => write(`DELETE FROM ${postmeta} WHERE post_id = ? AND meta_key = 'line'`, ids.post),
      'the first value': () =>
        write(`INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, 'line', 'New')`, ids.post),
      'the title of a related entry': () => write(`UPDATE ${posts} SET post_title = 'Changed' WHERE ID = ?`, ids.other),
      'the text of a related entry': () =>
        write(`UPDATE ${posts} SET post_content = 'Changed' WHERE ID = ?`, ids.other),
      'the address of a page': () => write(`UPDATE ${posts} SET post_name = 'changed' WHERE ID = ?`, ids.page),
      'a related entry that is hidden': () =>
        write(`UPDATE ${posts} SET post_status = 'private' WHERE ID = ?`, ids.other),
      'a related entry that is public again': () =>
        write(`UPDATE ${posts} SET post_status = 'publish' WHERE ID = ?`, ids.other),
      'the type of a related entry': () => write(`UPDATE ${posts} SET post_type = 'page' WHERE ID = ?`, ids.other),
      'its type again': () => write(`UPDATE ${posts} SET post_type = 'post' WHERE ID = ?`, ids.other),
      'a related entry that does not exist': () => setMeta('related', 'a:1:{i:0;s:5:"98765";}'),
      'the entry that did not exist': () =>
        write(
          `INSERT INTO ${posts} (ID, post_title, post_name, post_status, post_type, post_author, post_content, post_excerpt, to_ping, pinged, post_content_filtered) VALUES (98765, 'Found', 'found', 'publish', 'page', 1, '', '', '', '', '')`,
        ),
      'a related entry less': () => write(`DELETE FROM ${posts} WHERE ID = 98765`),
      'the related entries': () => setMeta('related', `a:1:{i:0;i:${ids.other};}`),
      'the caption of a picture': () => write(`UPDATE ${posts} SET post_excerpt = 'Seen' WHERE ID = ?`, ids.media),
      'the text in place of a picture': () => admin.post(`/media/${ids.media}`, { alt_text: 'In words' }),
      'the file of a picture': () =>
        write(
          `UPDATE ${postmeta} SET meta_value = '2020/01/other.gif' WHERE post_id = ? AND meta_key = '_wp_attached_file'`,
          ids.media,
        ),
      'where a picture belongs': () => write(`UPDATE ${posts} SET post_parent = ? WHERE ID = ?`, ids.page, ids.media),
      'the name of a user': () => write(`UPDATE ${users} SET display_name = 'Somebody'`),
      'the first name of a user': () =>
        write(`UPDATE ${usermeta} SET meta_value = 'Ada' WHERE meta_key = 'first_name' AND user_id = 1`),
      'the nickname of a user': () =>
        write(`UPDATE ${usermeta} SET meta_value = 'ada' WHERE meta_key = 'nickname' AND user_id = 1`),
      'the address of a user': () => write(`UPDATE ${users} SET user_email = 'ada@site.test'`),
      'a user that does not exist': () => setMeta('writer', '98765'),
      'the user that did not exist': () =>
        write(
          `INSERT INTO ${users} (ID, user_login, user_nicename, display_name, user_registered) VALUES (98765, 'new', 'new', 'New', '2024-01-01 00:00:00')`,
        ),
      'a user': () => setMeta('writer', '1'),
      'the name of a term': () => write(`UPDATE ${terms} SET name = 'Renamed' WHERE term_id = ?`, ids.category),
      'the description of a term': () =>
        write(`UPDATE ${taxonomy} SET description = 'Described' WHERE term_id = ?`, ids.category),
      'the number of entries of a term': () =>
        write(`UPDATE ${taxonomy} SET count = count + 3 WHERE term_id = ?`, ids.category),
      'a term that does not exist': () => setMeta('topic', '98765'),
      'the term that did not exist': async () => {
        await write(`INSERT INTO ${terms} (term_id, name, slug) VALUES (98765, 'Found', 'found')`);
        await write(`INSERT INTO ${taxonomy} (term_id, taxonomy, description) VALUES (98765, 'category', '')`);
      },
      'a term': () => setMeta('topic', String(ids.category)),
      'a category that brings fields': async () => {
        const special = await created('/categories', { name: 'Special' });
        await admin.post(`/posts/${ids.post}`, { categories: [special] });
      },
      'no category that brings fields': () => write(`DELETE FROM ${relations} WHERE object_id = ?`, ids.post),
      'a text with a gallery': () => setMeta('text', `[gallery ids="${ids.media}"]`),
      'a text with a form': () => setMeta('text', '[contact-form-7 id="1"] and https://video.example/1'),
      'a text': () => setMeta('text', 'Plain'),
      'a field of a file': () => admin.post(`/media/${ids.media}`, { acf: { credit: 'Me' } }),
      addresses: () =>
        write(
          `UPDATE ${options} SET option_value = '/%category%/%postname%/' WHERE option_name = 'permalink_structure'`,
        ),
      'a new entry': () => admin.post('/posts', { title: 'New', status: 'publish', acf: { related: [ids.post] } }),
      'an entry less': () => write(`DELETE FROM ${posts} WHERE post_title = 'New'`),
    };

    test.each(Object.keys(WRITES))('%s', async (name) => {
      await WRITES[name]!();
      // Options are read again every second.
      if (name === 'addresses') await new Promise((resolve) => setTimeout(resolve, 1100));
      await compare();
      await compare();
    });

    test('in any order', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...Object.keys(WRITES).filter((name) => name !== 'addresses')), {
            minLength: 1,
            maxLength: 4,
          }),
          async (writes) => {
            for (const name of writes) await WRITES[name]!().catch(() => undefined);
            await compare();
            await compare();
          },
        ),
        { numRuns: 8 },
      );
    });
  });
});
