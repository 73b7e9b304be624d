import { describe, expect, test } from '@jest/globals';
import { forEachEngine } from '../../../test/support/databases.js';
import { verifyPassword } from '../../text/passwords/index.js';
import type { Database } from '../database.js';
import { OptionsStore } from '../options.store.js';
import { maybeUnserialize, PhpArray } from '../../text/php/index.js';
import { WORDPRESS_TABLES } from '../schema/index.js';
import { install } from './install.js';
import { defaultRoles } from './default-options.js';

const site = { siteUrl: 'http://site.example/', title: 'Tom & "Jerry"', adminPassword: 'correct horse', sample: true };
const now = new Date('2024-05-20T10:00:00Z');

async function contents(db: Database): Promise<unknown> {
  const rows: Record<string, unknown> = {};
  for (const { name } of WORDPRESS_TABLES)
    rows[name] = await db.query(`SELECT * FROM \`${db.tablePrefix}${name}\` ORDER BY 1, 2`);
  return rows;
}

/** The keys that a stored map switches on. */
const enabledKeys = (value: unknown) =>
  value instanceof PhpArray ? [...value].filter(([, on]) => on === true).map(([key]) => String(key)) : [];

describe('roles', () => {
  const capabilities = (role: string) => enabledKeys((defaultRoles().get(role) as PhpArray).get('capabilities'));

  test('each has the capabilities of the one below it', () => {
    const roles = ['subscriber', 'contributor', 'author', 'editor', 'administrator'].map(capabilities);
    expect(roles.map((list) => list.length)).toEqual([2, 5, 10, 34, 61]);
    for (let i = 1; i < roles.length; i++) expect(roles[i]).toEqual(expect.arrayContaining(roles[i - 1]!));
  });

  test('levels', () => {
    expect(capabilities('administrator')).toEqual(
      expect.arrayContaining(['level_10', 'level_0', 'promote_users', 'edit_theme_options']),
    );
    expect(capabilities('editor')).not.toContain('level_8');
    expect(capabilities('author')).toEqual(expect.arrayContaining(['level_2', 'upload_files']));
  });
});

forEachEngine((engine, makeDatabase) => {
  describe('install', () => {
    test('sets up a whole site on an empty database', async () => {
      const db = await makeDatabase({ tables: false, tablePrefix: 'np_' });
      expect(await install(db, { ...site, now })).toEqual({ installed: true });
      const options = new OptionsStore(db);
      expect(
        await options.getMany([
          'siteurl',
          'home',
          'blogname',
          'admin_email',
          'db_version',
          'default_category',
          'WPLANG',
        ]),
      ).toEqual({
        siteurl: 'http://site.example',
        home: 'http://site.example',
        blogname: 'Tom &amp; &quot;Jerry&quot;',
        admin_email: 'admin@site.example',
        db_version: '38590',
        default_category: '1',
        WPLANG: '',
      });
      expect([...((await options.get('np_user_roles')) as PhpArray).keys()]).toHaveLength(5);

      const [admin] = await db.query<{ ID: number; user_pass: string }>(`SELECT ID, user_pass FROM ${db.tables.users}`);
      expect(admin?.ID).toBe(1);
      expect(admin?.user_pass).toMatch(/^\$P\$B/);
      expect(await verifyPassword('correct horse', admin!.user_pass)).toMatchObject({ ok: true });
      const [capabilities] = await db.query<{ meta_value: string }>(
        `SELECT meta_value FROM ${db.tables.usermeta} WHERE meta_key = 'np_capabilities'`,
      );
      expect(enabledKeys(maybeUnserialize(capabilities!.meta_value))).toEqual(['administrator']);
    });

    test('the sample content hangs together', async () => {
      const db = await makeDatabase({ tables: false });
      await install(db, { ...site, now });
      const { posts, comments, term_taxonomy, term_relationships } = db.tables;
      const none = async (sql: string) => expect(await db.query(sql)).toEqual([]);
      await none(
        `SELECT p.ID FROM ${posts} p
         WHERE p.comment_count <> (SELECT COUNT(*) FROM ${comments} c WHERE c.comment_post_ID = p.ID)`,
      );
      await none(
        `SELECT t.term_id FROM ${term_taxonomy} t WHERE t.count <> (SELECT COUNT(*) FROM ${term_relationships} r
         JOIN ${posts} p ON p.ID = r.object_id WHERE r.term_taxonomy_id = t.term_taxonomy_id AND p.post_status = 'publish')`,
      );
      await none(
        `SELECT ID FROM ${posts} WHERE post_status = 'publish'
         AND (post_name = '' OR post_date > '2024-05-20' OR post_date_gmt <> post_date)`,
      );
      await none(
        `SELECT c.comment_ID FROM ${comments} c JOIN ${posts} p ON p.ID = c.comment_post_ID WHERE c.comment_date < p.post_date`,
      );
      const [first] = await db.query<{ guid: string }>(`SELECT guid FROM ${posts} WHERE ID = 1`);
      expect(first?.guid).toBe('http://site.example/?p=1');
      const kinds = await db.query<object>(
        `SELECT post_type, post_status, COUNT(*) AS n FROM ${posts} GROUP BY post_type, post_status ORDER BY 1, 2`,
      );
      expect(kinds.map((row) => ({ ...row }))).toEqual([
        { post_type: 'page', post_status: 'publish', n: 2 },
        { post_type: 'post', post_status: 'draft', n: 1 },
        { post_type: 'post', post_status: 'publish', n: 5 },
      ]);
      expect(await db.query(`SELECT ID FROM ${posts} WHERE post_type = 'page' AND post_parent > 0`)).toHaveLength(1);
      expect(await db.query(`SELECT comment_ID FROM ${comments} WHERE comment_parent > 0`)).toHaveLength(3);
    });

    test('again: everything stays as it was', async () => {
      const db = await makeDatabase({ tables: false });
      const { adminPassword } = await install(db, { ...site, adminPassword: undefined });
      expect(adminPassword).toMatch(/^[A-Za-z0-9]{24}$/);
      const before = await contents(db);
      expect(await install(db, { ...site, title: 'Another' })).toEqual({ installed: false });
      expect(await contents(db)).toEqual(before);
    });

    test('an installation cut short after its tables is completed', async () => {
      const db = await makeDatabase({ tables: false });
      await db.createTables(WORDPRESS_TABLES.slice(0, 3));
      expect(await install(db, { ...site, sample: false })).toEqual({ installed: true });
      const rows = await db.query<{ slug: string }>(`SELECT slug FROM ${db.tables.terms}`);
      expect(rows.map((row) => row.slug)).toEqual(['uncategorized']);
    });

    test('several at the same moment make one site', async () => {
      const db = await makeDatabase({ tables: false });
      const results = await Promise.all([1, 2, 3].map(() => install(db, site)));
      expect(results.filter((result) => result.installed)).toHaveLength(1);
      expect(await db.query(`SELECT ID FROM ${db.tables.users}`)).toHaveLength(1);
    });

    test('rows of other applications are never touched', async () => {
      const db = await makeDatabase();
      await db.transaction((tx) => tx.execute(`INSERT INTO ${db.tables.posts} (post_title) VALUES ('theirs')`));
      const before = await contents(db);
      await expect(install(db, site)).rejects.toThrow(`wp_posts has rows`);
      expect(await contents(db)).toEqual(before);
    });

    if (engine === 'sqlite') {
      test('without samples there is an administrator and a category, no more', async () => {
        const db = await makeDatabase({ tables: false });
        await install(db, { ...site, sample: false });
        expect(await db.query(`SELECT ID FROM ${db.tables.posts}`)).toEqual([]);
      });
    }
  });
});
