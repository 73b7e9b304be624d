import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { Database, type SqlParameter } from '../../../../src/database/database.js';
import { tablesWithPrefix } from '../../../../src/database/engine/table-names.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { ItemJsonCache } from '../../../../src/modules/item-cache/item-json-cache.service.js';
import { PagePartsService } from '../../../../src/features/site-pages/page-parts.service.js';
import { ADMIN_AUTHORIZATION, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { enrichSite, type RichSite } from '../../../support/rich-site.js';

/** Requests with a password cookie bypass the entry cache; this one unlocks nothing. */
const BYPASS = { Cookie: 'wp-postpass_other=1' };

eachEngine((engine) => {
  let service: TestApp;
  let site: RichSite;
  let db: Database;
  let cache: ItemJsonCache;
  let paths: string[];
  const admin = clientOf(() => service, 'admin');
  const root = clientOf(() => service, 'admin', '/wp-json');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, CACHE_MB: '0' }, engine);
    site = await enrichSite(service);
    db = service.app.get(Database);
    cache = service.app.get(ItemJsonCache, { strict: false });
    paths = [
      '/posts',
      '/posts?_embed',
      '/posts?_embed&order=asc&per_page=3',
      '/posts?context=embed',
      '/pages?_embed',
      `/posts/${site.post}`,
      `/posts/${site.post}?_embed`,
      `/pages/${site.page}?_embed`,
    ];
    paths.push(
      `/posts?categories=${site.category}`,
      '/posts?search=rich&_embed',
      '/posts?orderby=title',
      '/pages?orderby=menu_order&order=asc',
      '/media',
      `/media/${site.media}`,
      '/comments',
      '/users',
      '/categories?hide_empty=true',
    );
  });
  afterAll(() => service.close());

  const response = async (path: string, headers = {}) => {
    const {
      status,
      text,
      headers: sent,
    } = await request(service.server)
      .get(API + path)
      .set(headers);
    return { status, body: JSON.parse(text) as unknown, link: sent.link, total: sent['x-wp-total'], allow: sent.allow };
  };
  const asked = async (headers = {}) => {
    const responses: Record<string, unknown> = {};
    for (const path of paths) responses[path] = await response(path, headers);
    return responses;
  };
  const edited = async (headers = {}) => {
    const responses: Record<string, unknown> = {};
    for (const path of ['/posts', '/pages', '/media'].map((list) => `${list}?context=edit`))
      responses[path] = await response(path, { ...headers, Authorization: ADMIN_AUTHORIZATION });
    return responses;
  };
  /** The address of a page of the site, after its redirect. */
  const addressOf = async (path: string) => {
    const { headers } = await request(service.server).get(path);
    const { pathname, search } = new URL(headers.location ?? path, 'http://site.test');
    return pathname + search;
  };
  const pages = async () => {
    const shown: Record<string, unknown> = {};
    for (const path of ['/', `/?p=${site.post}`, `/?p=${site.page}`, `/?cat=${site.category}`]) {
      const { status, text, headers } = await request(service.server).get(await addressOf(path));
      shown[path] = { status, text, etag: headers.etag };
    }
    return shown;
  };
  const uncachedPages = async () => {
    const parts = service.app.get(PagePartsService, { strict: false });
    Object.assign(parts, { isUsable: () => false });
    try {
      return await pages();
    } finally {
      delete (parts as Partial<PagePartsService>).isUsable;
    }
  };
  /** Cached as far as possible, compared with rendered without a cache. */
  const compare = async () => {
    expect(await asked()).toEqual(await asked(BYPASS));
    expect(await edited()).toEqual(await edited(BYPASS));
    expect(await pages()).toEqual(await uncachedPages());
  };

  test('cached entries equal freshly rendered ones', async () => {
    await compare();
    const { hits, misses } = cache.counts;
    await compare();
    expect(cache.counts.misses).toBe(misses);
    expect(cache.counts.hits).toBeGreaterThan(hits + paths.length);
  });

  test('a cached page and a cached entry run one statement', async () => {
    await asked();
    for (const path of ['/posts?_embed', '/media', '/comments', '/users', '/categories'])
      expect({ [path]: await fewestStatements(() => response(path)) }).toEqual({ [path]: 1 });
    expect(await fewestStatements(() => response(`/posts/${site.post}?_embed`))).toBe(1);
  });

  test('the page of a cached entry runs two statements, and one for each list of other entries', async () => {
    await pages();
    await pages();
    const statements = async (path: string) => {
      const address = await addressOf(path);
      return fewestStatements(() => request(service.server).get(address).expect(200));
    };
    // Related posts, the previous and the next one. On MySQL, whether terms have changed is looked up before the list of a term.
    expect(await statements(`/?p=${site.post}`)).toBe(2 + 3 + (db.engine === 'mysql' ? 1 : 0));
    expect(await statements(`/?p=${site.page}`)).toBe(2);
  });

  test('an entry cached for one reader is not served to others', async () => {
    await asked();
    const before = cache.counts.hits;
    const lists = ['/media', '/comments', '/users', '/categories'];
    const requests = {
      ...Object.fromEntries(
        [
          `/posts/${site.post}?_fields=id`,
          `/posts/${site.post}?password=x`,
          ...lists.map((path) => `${path}?_fields=id`),
        ].map((path) => [path, () => response(path)]),
      ),
      'edit context': async () => admin.get(`/posts/${site.post}?context=edit`),
      ...Object.fromEntries(['/posts', ...lists].map((path) => [`${path} of the admin`, async () => admin.get(path)])),
    };
    for (const [name, ask] of Object.entries(requests)) {
      await ask();
      expect({ [name]: cache.counts.hits }).toEqual({ [name]: before });
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
      comments,
      options,
    } = tablesWithPrefix('wp_');
    const write = (sql: string, ...parameters: SqlParameter[]) => db.transaction((tx) => tx.execute(sql, parameters));

    const WRITES: Readonly<Record<string, () => Promise<unknown>>> = {
      'the text': () =>
        write(
          `UPDATE ${posts} SET post_content = ?, post_title = ? WHERE ID = ?`,
          `Other [gallery ids="${site.media}"] text`,
          'Other',
          site.post,
        ),
      'numbers of other entries': () =>
        write(`UPDATE ${posts} SET post_content = '[gallery ids="${site.media}"]' WHERE post_title = 'Locked'`),
      'a password': () => write(`UPDATE ${posts} SET post_password = 'p' WHERE ID = ?`, site.post),
      'no password': () => write(`UPDATE ${posts} SET post_password = '' WHERE ID = ?`, site.post),
      'a draft': () => write(`UPDATE ${posts} SET post_status = 'draft' WHERE ID = ?`, site.post),
      'published again': () => write(`UPDATE ${posts} SET post_status = 'publish' WHERE ID = ?`, site.post),
      'another author': () => write(`UPDATE ${posts} SET post_author = 1 WHERE ID = ?`, site.post),
      'a revision': () => admin.post(`/posts/${site.post}`, { content: 'Revised' }),
      'a revision less': () =>
        write(`DELETE FROM ${posts} WHERE post_type = 'revision' AND post_parent = ?`, site.post),
      'a comment': () => admin.post('/comments', { post: site.post, content: 'Third' }),
      'the text of a comment': () =>
        write(`UPDATE ${comments} SET comment_content = 'Otherwise' WHERE comment_ID = ?`, site.comment),
      'a comment less': () => write(`DELETE FROM ${comments} WHERE comment_ID = ?`, site.comment),
      'a format': () => admin.post(`/posts/${site.post}`, { format: 'aside' }),
      'a sticky one': () => admin.post(`/posts/${site.post}`, { sticky: true }),
      terms: () =>
        write(
          `DELETE FROM ${relations} WHERE object_id = ? AND term_taxonomy_id IN (SELECT term_taxonomy_id FROM ${taxonomy} WHERE term_id = ?)`,
          site.post,
          site.tag,
        ),
      'terms back': () =>
        write(
          `INSERT INTO ${relations} (object_id, term_taxonomy_id) SELECT ?, term_taxonomy_id FROM ${taxonomy} WHERE term_id = ?`,
          site.post,
          site.tag,
        ),
      'the name of a term': () => write(`UPDATE ${terms} SET name = 'Renamed' WHERE term_id = ?`, site.tag),
      'the slug in an address': () => write(`UPDATE ${terms} SET slug = 'in-address' WHERE term_id = ?`, site.category),
      'the place of a term': () => write(`UPDATE ${taxonomy} SET parent = 0 WHERE term_id = ?`, site.category),
      'the name of the author': () => write(`UPDATE ${users} SET display_name = 'Somebody'`),
      'the author in an address': () => write(`UPDATE ${users} SET user_nicename = 'some-body'`),
      'words about the author': () =>
        write(
          `INSERT INTO ${usermeta} (user_id, meta_key, meta_value) VALUES (?, 'description', 'Writes')`,
          site.author,
        ),
      'other words about the author': () =>
        write(`UPDATE ${usermeta} SET meta_value = 'Wrote' WHERE meta_key = 'description'`),
      'no words about the author': () => write(`DELETE FROM ${usermeta} WHERE meta_key = 'description'`),
      'the title of an image': () =>
        write(`UPDATE ${posts} SET post_title = 'Seen', post_excerpt = 'Caption' WHERE ID = ?`, site.media),
      'the text in place of an image': () => admin.post(`/media/${site.media}`, { alt_text: 'In words' }),
      'where an image belongs': () => write(`UPDATE ${posts} SET post_parent = ? WHERE ID = ?`, site.page, site.media),
      'the slug of what an image belongs to': () =>
        write(`UPDATE ${posts} SET post_name = 'elsewhere' WHERE ID = ?`, site.page),
      'no image': () => write(`DELETE FROM ${postmeta} WHERE post_id = ? AND meta_key = '_thumbnail_id'`, site.post),
      'an image': () =>
        write(
          `INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, '_thumbnail_id', '${site.media}')`,
          site.post,
        ),
      'another image': () =>
        write(`UPDATE ${postmeta} SET meta_value = '1' WHERE post_id = ? AND meta_key = '_thumbnail_id'`, site.post),
      'the slug of the page above': () => write(`UPDATE ${posts} SET post_name = 'upper' WHERE post_title = 'Above'`),
      'the title of the page above': () =>
        write(`UPDATE ${posts} SET post_title = 'Above all' WHERE post_name IN ('upper', 'above')`),
      'a template': () =>
        write(
          `INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, '_wp_page_template', 'x.php')`,
          site.page,
        ),
      'what an image belongs to, unpublished': () =>
        write(
          `UPDATE ${posts} SET post_status = 'draft' WHERE ID = (SELECT parent FROM (SELECT post_parent AS parent FROM ${posts} WHERE ID = ?) p)`,
          site.media,
        ),
      'what an image belongs to, published': () =>
        write(`UPDATE ${posts} SET post_status = 'publish' WHERE post_status = 'draft' AND post_name <> ''`),
      'no place for an image': () => write(`UPDATE ${posts} SET post_parent = 0 WHERE ID = ?`, site.media),
      'an image of a missing post': () => write(`UPDATE ${posts} SET post_parent = 98765 WHERE ID = ?`, site.media),
      'the missing post of an image': () =>
        write(
          `INSERT INTO ${posts} (ID, post_title, post_name, post_status, post_type, post_author, post_content, post_excerpt, to_ping, pinged, post_content_filtered) VALUES (98765, 'Found', 'found', 'publish', 'page', 1, '', '', '', '', '')`,
        ),
      'a file': () =>
        write(
          `UPDATE ${postmeta} SET meta_value = '2020/01/other.png' WHERE post_id = ? AND meta_key = '_wp_attached_file'`,
          site.media,
        ),
      'the slug of a commented post': () =>
        write(`UPDATE ${posts} SET post_name = 'discussed' WHERE ID = ?`, site.post),
      'a hidden comment': () => write(`UPDATE ${comments} SET comment_approved = '0' WHERE comment_content = 'Second'`),
      'an approved comment': () =>
        write(`UPDATE ${comments} SET comment_approved = '1' WHERE comment_content = 'Second'`),
      'a reply on another post': () =>
        write(
          `INSERT INTO ${comments} (comment_post_ID, comment_parent, comment_approved, comment_type, comment_author, comment_content) SELECT ?, MIN(comment_ID), '1', 'comment', 'Other', 'Reply' FROM ${comments}`,
          site.page,
        ),
      'a comment on another post': () =>
        write(`UPDATE ${comments} SET comment_post_ID = ? WHERE comment_content = 'Second'`, site.page),
      'the address of a commenter': () =>
        write(`UPDATE ${users} SET user_email = 'else@site.test', user_url = 'http://u.test'`),
      'fewer authors': () => write(`UPDATE ${posts} SET post_author = 1`),
      'the number of posts of a term': () => write(`UPDATE ${taxonomy} SET count = count + 3`),
      'the description of a term': () =>
        write(`UPDATE ${taxonomy} SET description = 'Described' WHERE term_id = ?`, site.category),
      'a page in the menu': () => admin.post('/pages', { title: 'Listed', status: 'publish' }),
      'the title of a page in the menu': () =>
        write(`UPDATE ${posts} SET post_title = 'Listed otherwise' WHERE post_title = 'Listed'`),
      'a menu': () =>
        root.post('/nestpress/v1/menus', {
          name: 'Top',
          is_main: true,
          items: [
            { type: 'post_type', object: 'page', object_id: site.page },
            { type: 'taxonomy', object: 'category', object_id: site.category },
            { title: 'Shop', type: 'custom', url: 'https://shop.example/' },
          ],
        }),
      'the title of a menu item': () => write(`UPDATE ${posts} SET post_title = 'Store' WHERE post_title = 'Shop'`),
      'the address of a menu item': () =>
        write(
          `UPDATE ${postmeta} SET meta_value = 'https://store.example/' WHERE meta_key = '_menu_item_url' AND meta_value <> ''`,
        ),
      'the order of a menu': () =>
        write(`UPDATE ${posts} SET menu_order = 9 - menu_order WHERE post_type = 'nav_menu_item'`),
      'a menu item less': () =>
        write(`DELETE FROM ${posts} WHERE post_type = 'nav_menu_item' AND post_title = 'Store'`),
      'no menu': () => write(`UPDATE ${options} SET option_value = 'a:0:{}' WHERE option_name LIKE 'theme_mods_%'`),
      'a popup': () =>
        write(
          `INSERT INTO ${posts} (post_title, post_name, post_status, post_type, post_author, post_content, post_excerpt, to_ping, pinged, post_content_filtered) VALUES ('Pop', 'pop', 'publish', 'popup', 1, 'Look here', '', '', '', '')`,
        ),
      'the text of a popup': () => write(`UPDATE ${posts} SET post_content = 'Look there' WHERE post_type = 'popup'`),
      'where a popup is shown': () =>
        write(
          `INSERT INTO ${postmeta} (post_id, meta_key, meta_value) SELECT ID, '_nestpress_popup_display', '{"where":"front"}' FROM ${posts} WHERE post_type = 'popup'`,
        ),
      'an older post': () =>
        admin.post('/posts', { title: 'Older', status: 'publish', date: '2001-01-01T00:00:00', tags: [site.tag] }),
      'the title of the older post': () =>
        write(`UPDATE ${posts} SET post_title = 'Oldest' WHERE post_title = 'Older'`),
      'an older post less': () => write(`DELETE FROM ${posts} WHERE post_title = 'Oldest'`),
      'closed comments': () => setOption('comment_registration', '1'),
      'the name of the site': () => setOption('blogname', 'Otherwise'),
      'a new entry': () => admin.post('/posts', { title: 'New', status: 'publish', content: '[gallery]' }),
      'an entry less': () => write(`DELETE FROM ${posts} WHERE post_title = 'New'`),
      'the clock': () => setOption('gmt_offset', '5.5'),
      addresses: () => setOption('permalink_structure', '/%year%/%postname%/'),
      smilies: () => setOption('use_smilies', '0'),
      'pages of comments': async () => {
        await setOption('comments_per_page', '1');
        await setOption('page_comments', '1');
      },
      'no pages of comments': () => setOption('page_comments', '0'),
      'no avatars': () => setOption('show_avatars', '0'),
    };

    const setOption = (name: string, value: string) =>
      db.transaction((tx) => service.app.get(OptionsStore).set(tx, name, value));

    // What `compare` reads stays cached for the next test.
    test.each(Object.keys(WRITES))('%s', async (name) => {
      await WRITES[name]!();
      await compare();
    });

    test('in any order', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...Object.keys(WRITES)), { minLength: 1, maxLength: 4 }),
          async (writes) => {
            for (const name of writes) await WRITES[name]!().catch(() => undefined);
            await compare();
          },
        ),
        { numRuns: 8 },
      );
    });

    test('a parent of a term that is created after it', async () => {
      const compareTerms = async () => {
        for (const path of ['/categories', '/posts', `/posts/${site.post}`])
          expect(await response(path)).toEqual(await response(path, BYPASS));
        expect(await pages()).toEqual(await uncachedPages());
      };
      await setOption('permalink_structure', '/%category%/%postname%/');
      await write(`DELETE FROM ${terms} WHERE term_id = 87654`);
      await write(`DELETE FROM ${taxonomy} WHERE term_id = 87654`);
      await write(`UPDATE ${taxonomy} SET parent = 87654 WHERE term_id = ?`, site.category);
      await compareTerms();
      await compareTerms();
      await write(`INSERT INTO ${terms} (term_id, name, slug) VALUES (87654, 'Found', 'found')`);
      await write(`INSERT INTO ${taxonomy} (term_id, taxonomy, description) VALUES (87654, 'category', '')`);
      await compareTerms();
      await write(`UPDATE ${taxonomy} SET parent = 0 WHERE term_id = ?`, site.category);
    });

    test('without the list index nothing is cached', async () => {
      await asked();
      await db.listIndex.remove();
      const before = cache.counts.hits;
      await write(`UPDATE ${posts} SET post_title = 'Unwatched' WHERE ID = ?`, site.post);
      await compare();
      expect(cache.counts.hits).toBe(before);
      await db.listIndex.build();
      await compare();
    });
  });
});
