import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { Database, type SqlParameter } from '../../../../src/database/database.js';
import { tablesWithPrefix } from '../../../../src/database/engine/table-names.js';
import { ItemJsonCache } from '../../../../src/modules/item-cache/item-json-cache.service.js';
import { ADMIN_AUTHORIZATION, eachEngine, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { startPluginSite, storeOptions } from '../../../support/plugin-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

/** Requests with a password cookie bypass the entry cache; this one unlocks nothing. */
const BYPASS = { Cookie: 'wp-postpass_other=1' };
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const INDEXABLES = 'wp_yoast_indexable';
const TITLES = {
  separator: 'sc-dash',
  'post_types-post-maintax': 'category',
  'title-post': '%%title%% %%sep%% %%sitename%% %%cf_mood%%',
  company_or_person: 'person',
  company_or_person_user_id: 1,
};

async function createIndexables(database: Database): Promise<void> {
  await database.transaction((tx) =>
    tx.execute(
      `CREATE TABLE ${INDEXABLES} (id INTEGER PRIMARY KEY, object_id BIGINT, object_type VARCHAR(32), ` +
        'open_graph_image TEXT, open_graph_image_id VARCHAR(191), open_graph_image_source TEXT)',
      [],
      INDEXABLES,
    ),
  );
}

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let cache: ItemJsonCache;
  const admin = clientOf(() => service, 'admin');
  const ids = { post: 0, above: 0, page: 0, media: 0, category: 0 };
  const created = async (path: string, body: object): Promise<number> =>
    (await admin.post(path, body).expect(201)).body.id;

  beforeAll(async () => {
    service = await startPluginSite(
      engine,
      'wordpress-seo/wp-seo.php',
      { wpseo: { version: '28.4' }, wpseo_titles: TITLES, wpseo_social: { opengraph: true, twitter: true } },
      { env: { ...WEB, CACHE_MB: '0' }, fill: createIndexables },
    );
    db = service.app.get(Database);
    cache = service.app.get(ItemJsonCache, { strict: false });
    const parent = await created('/categories', { name: 'Upper' });
    ids.category = await created('/categories', { name: 'Lower', parent });
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
    ids.above = await created('/pages', { title: 'Above', status: 'publish' });
    ids.page = await created('/pages', { title: 'Page', content: 'Text', status: 'publish', parent: ids.above });
    ids.post = await created('/posts', {
      title: 'A post',
      content: '<p>Text</p><img src="/picture.png">',
      status: 'publish',
      categories: [ids.category],
    });
  });
  afterAll(() => service.close());

  const paths = () => [
    '/posts',
    '/pages',
    '/posts?_fields=id,title,yoast_head_json',
    '/pages?_fields=yoast_head_json.schema,yoast_head',
    '/media?_fields=id,yoast_head_json',
    `/posts/${ids.post}`,
    `/pages/${ids.page}`,
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
  const write = (sql: string, ...parameters: SqlParameter[]) =>
    db.transaction((tx) => tx.execute(sql, parameters, ...(sql.includes(INDEXABLES) ? [INDEXABLES] : [])));

  test('entries with heads are cached once it is known what these follow from', async () => {
    await compare();
    await compare();
    const { hits, misses } = cache.counts;
    for (const path of paths()) await response(path);
    expect(cache.counts.misses).toBe(misses);
    expect(cache.counts.hits).toBeGreaterThan(hits + paths().length);
    expect(JSON.stringify(await response('/posts?_fields=yoast_head_json'))).toContain('"@graph"');
  });

  test('a cached list takes a constant number of statements', async () => {
    await compare();
    // Its entries, three of persons, and the rows of the plugin.
    expect(await fewestStatements(() => response('/posts?_fields=id,title,yoast_head_json'))).toBe(5);
  });

  describe('is not stale after a write of', () => {
    const { posts, postmeta, terms, term_taxonomy: taxonomy, users, usermeta } = tablesWithPrefix('wp_');
    const setMeta = async (id: number, key: string, value: string) => {
      await write(`DELETE FROM ${postmeta} WHERE post_id = ? AND meta_key = ?`, id, key);
      await write(`INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`, id, key, value);
    };
    const setProfile = async (key: string, value: string) => {
      await write(`DELETE FROM ${usermeta} WHERE user_id = 1 AND meta_key = ?`, key);
      await write(`INSERT INTO ${usermeta} (user_id, meta_key, meta_value) VALUES (1, ?, ?)`, key, value);
    };
    const settings = (changed: Readonly<Record<string, string | number | boolean>>) =>
      storeOptions(db, { wpseo_titles: { ...TITLES, ...changed } });
    const afterSettings = async () => {
      // Options are read again every second.
      await new Promise((resolve) => setTimeout(resolve, 1100));
    };

    const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
      'the title': () => write(`UPDATE ${posts} SET post_title = 'Renamed' WHERE ID = ?`, ids.post),
      'the text': () => write(`UPDATE ${posts} SET post_content = 'Other words' WHERE ID = ?`, ids.post),
      'an own title': () => setMeta(ids.post, '_yoast_wpseo_title', 'Own %%sep%% %%title%%'),
      'meta that a template names': () => setMeta(ids.post, 'mood', 'Glad'),
      'a title with the time': () => setMeta(ids.post, '_yoast_wpseo_title', 'At %%currenttime%%'),
      'no own title': () => write(`DELETE FROM ${postmeta} WHERE meta_key = '_yoast_wpseo_title'`),
      'a featured image': () => setMeta(ids.post, '_thumbnail_id', String(ids.media)),
      'the caption of an image': () => write(`UPDATE ${posts} SET post_excerpt = 'Seen' WHERE ID = ?`, ids.media),
      'no featured image': () => write(`DELETE FROM ${postmeta} WHERE meta_key = '_thumbnail_id'`),
      'a row of the plugin': () =>
        write(
          `INSERT INTO ${INDEXABLES} (id, object_id, object_type, open_graph_image, open_graph_image_id, open_graph_image_source) ` +
            `SELECT COALESCE(MAX(id), 0) + 1, ?, 'post', 'http://site.test/found.png', NULL, 'first-content-image' FROM ${INDEXABLES}`,
          ids.post,
        ),
      'another image in the row of the plugin': () =>
        write(`UPDATE ${INDEXABLES} SET open_graph_image = 'http://site.test/other.png'`),
      'no row of the plugin': () => write(`DELETE FROM ${INDEXABLES}`),
      'the title of the page above': () => write(`UPDATE ${posts} SET post_title = 'Higher' WHERE ID = ?`, ids.above),
      'the crumb of the page above': () => setMeta(ids.above, '_yoast_wpseo_bctitle', 'Crumb'),
      'no page above': () => write(`UPDATE ${posts} SET post_parent = 0 WHERE ID = ?`, ids.page),
      'a missing page above': () => write(`UPDATE ${posts} SET post_parent = 98765 WHERE ID = ?`, ids.page),
      'the page that was missing': () =>
        write(
          `INSERT INTO ${posts} (ID, post_title, post_name, post_status, post_type, post_author, post_content, post_excerpt, to_ping, pinged, post_content_filtered) VALUES (98765, 'Found', 'found', 'publish', 'page', 1, '', '', '', '', '')`,
        ),
      'the page above': () => write(`UPDATE ${posts} SET post_parent = ? WHERE ID = ?`, ids.above, ids.page),
      'the name of a term': () => write(`UPDATE ${terms} SET name = 'Below' WHERE term_id = ?`, ids.category),
      'a term that does not exist above': () =>
        write(`UPDATE ${taxonomy} SET parent = 98765 WHERE term_id = ?`, ids.category),
      'the term above': async () => {
        await write(`INSERT INTO ${terms} (term_id, name, slug) VALUES (98765, 'Found', 'found')`);
        await write(`INSERT INTO ${taxonomy} (term_id, taxonomy, description) VALUES (98765, 'category', '')`);
      },
      'the name of the author': () => write(`UPDATE ${users} SET display_name = 'Somebody'`),
      'the profile of the author': () => setProfile('facebook', 'https://social.example/me'),
      'the first name of the author': () => setProfile('first_name', 'Ada'),
      'the pronouns of the author': () => setProfile('wpseo_pronouns', 'she/her'),
      'a template': async () => {
        await settings({ 'title-post': 'Post: %%title%%' });
        await afterSettings();
      },
      'who the site stands for': async () => {
        await settings({ company_or_person: 'company', company_name: 'Harbour Ltd' });
        await afterSettings();
      },
      'the number of comments': () => admin.post('/comments', { post: ids.post, content: 'First' }),
      'a password': () => write(`UPDATE ${posts} SET post_password = 'p' WHERE ID = ?`, ids.post),
      'no password': () => write(`UPDATE ${posts} SET post_password = '' WHERE ID = ?`, ids.post),
      'a new entry': () => admin.post('/posts', { title: 'New', content: '[gallery]', status: 'publish' }),
      'an entry less': () => write(`DELETE FROM ${posts} WHERE post_title = 'New'`),
    };
    const QUICK = Object.keys(WRITES).filter((name) => name !== 'a template' && name !== 'who the site stands for');

    test.each(Object.keys(WRITES))('%s', async (name) => {
      await WRITES[name]!();
      await compare();
      await compare();
    });

    test('in any order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...QUICK), { minLength: 1, maxLength: 4 }), async (writes) => {
          for (const name of writes) await WRITES[name]!().catch(() => undefined);
          await compare();
          await compare();
        }),
        { numRuns: 8 },
      );
    });

    test('what shows the time is never cached', async () => {
      await setMeta(ids.post, '_yoast_wpseo_title', 'In %%currentyear%%');
      const path = `/posts?include=${ids.post}&_fields=yoast_head_json.title`;
      const { hits } = cache.counts;
      for (let times = 0; times < 3; times++)
        expect(JSON.stringify(await response(path))).toContain(`In ${new Date().getFullYear()}`);
      expect(cache.counts.hits).toBe(hits);
    });
  });
});
