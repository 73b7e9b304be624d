import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as doctor from '../../../src/cli/commands/doctor.command.js';
import * as install from '../../../src/cli/commands/install.command.js';
import { ownTables } from '../../../src/database/own-tables.js';
import { type DiagnosticResult } from '../../../src/platform/diagnostics/diagnostic-result.js';
import { type Database, openDatabase } from '../../../src/database/index.js';
import { MIGRATIONS_TABLE } from '../../../src/database/migrations.js';
import { searchIndexTriggers } from '../../../src/database/search-index/triggers.js';
import { eachEngine } from '../../support/app.js';
import { callCli, spawnCli } from '../../support/cli.js';
import { createMysqlDatabase, onServer } from '../../support/databases.js';
import { startMailServer, type TestMailServer } from '../../support/smtp.js';
import { startFakeWordPress } from '../../support/fake-wordpress.js';

interface Examination {
  findings: DiagnosticResult[];
  summary: { ok: number; warn: number; fail: number };
}

eachEngine((engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-doctor-'));
  let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
  let env: Record<string, string>;
  let mail: TestMailServer;
  let database: Database;
  beforeAll(async () => {
    place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    mail = await startMailServer();
    env = {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      ADMIN_PASSWORD: 'correct horse battery',
      DATABASE_POOL: '4',
      ...(place && { DATABASE_URL: place.url }),
    };
    expect((await callCli([install], env, ['install', '--url', 'http://site.test'])).code).toBe(0);
    database = await openDatabase({
      url: place?.url,
      file: join(dataDir, 'nestpress.sqlite'),
      tablePrefix: 'wp_',
      poolSize: 2,
    });
  });
  afterAll(async () => {
    await database.close();
    await mail.close();
    await place?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const examine = async (more: Record<string, string> = {}) => {
    const { code, out } = await callCli([doctor], { ...env, ...more }, ['doctor', '--json']);
    return { code, ...(JSON.parse(out) as Examination) };
  };
  const troubles = ({ findings }: Examination) =>
    findings.filter(({ state }) => state !== 'ok').map(({ check, state, message }) => `${state} ${check}: ${message}`);
  const change = (sql: string, parameters: string[] = []) => database.transaction((tx) => tx.execute(sql, parameters));

  test('finds nothing wrong with a healthy site, and sends no mail', async () => {
    const found = await examine({ SMTP_URL: mail.url });
    expect(troubles(found)).toEqual([]);
    expect(found).toMatchObject({ code: 0, summary: { warn: 0, fail: 0 } });
    expect(mail.received).toEqual([]);
  });

  describe('what only a WordPress alongside has', () => {
    const paragraph = '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->';
    const price = '<!-- wp:acme/price {"id":1} /-->';
    beforeAll(async () => {
      const insert =
        'INSERT INTO wp_posts (post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered) ' +
        `VALUES ('t', ?, '', '', '', '')`;
      await change(insert, [`${paragraph}${price}${price}<!-- wp:acme/map --><p>y</p><!-- /wp:acme/map -->`]);
      await change(insert, ['[acme_price id="1"] [gallery] [contact-form-7 id="1"] [[escaped]] [acme_price]']);
      await change(insert, ['[acme_price] [sic]']);
    });
    afterAll(() => change('DELETE FROM wp_posts'));

    const withPlugins = (value: string) =>
      change(`UPDATE wp_options SET option_value = ? WHERE option_name = 'active_plugins'`, [value]);

    test('names unknown blocks, shortcodes and plugins, with their numbers', async () => {
      await withPlugins('a:2:{i:0;s:13:"acme/acme.php";i:1;s:9:"hello.php";}');
      expect(troubles(await examine({ VARIANT: 'C', SMTP_URL: mail.url }))).toEqual([
        'warn blocks: Only the saved HTML of these blocks is shown: acme/price (2), acme/map (1).',
        'warn shortcodes: These names in brackets are not known as shortcodes and stay in the text: acme_price (2), sic (1).',
        'warn plugins: Routes, blocks and shortcodes of these plugins are not served: acme, hello.php.',
      ]);
      await withPlugins('a:0:{}');
      expect(troubles(await examine({ VARIANT: 'C', SMTP_URL: mail.url }))).toEqual([
        'warn blocks: Only the saved HTML of these blocks is shown: acme/price (2), acme/map (1).',
      ]);
    });

    test('with WORDPRESS_URL, names what is left to WordPress, and its routes that are not served here', async () => {
      const wordpress = await startFakeWordPress();
      try {
        const routes = ['/', '/acme/v1', '/acme/v1/prices', '/acme/v1/prices/(?P<id>[\\d]+)', '/wp/v2/posts'];
        const further = [
          '/wp/v2/posts/(?P<id>[\\d]+)',
          '/wp/v2/types',
          '/wp/v2/icons',
          '/wp/v2/icons/(?P<name>[a-z]+)',
        ];
        wordpress.routes['/'] = {
          namespaces: ['wp/v2', 'acme/v1'],
          routes: Object.fromEntries([...routes, ...further].map((route) => [route, { namespace: 'x' }])),
        };
        const { findings } = await examine({ VARIANT: 'C', SMTP_URL: mail.url, WORDPRESS_URL: wordpress.url });
        const messages = findings.map(({ check, state, message }) => `${state} ${check}: ${message}`);
        expect(messages.slice(-3)).toEqual([
          'ok blocks: WordPress renders the entries with these blocks: acme/price (2), acme/map (1).',
          'ok shortcodes: WordPress renders the entries with these names in brackets: acme_price (2), sic (1).',
          'ok routes: WordPress answers 5 routes that are not served here: acme/v1/prices (2), wp/v2/icons (2), acme/v1 (1).',
        ]);
      } finally {
        await wordpress.close();
      }
      const away = await examine({ VARIANT: 'C', SMTP_URL: mail.url, WORDPRESS_URL: 'http://127.0.0.1:1' });
      expect(troubles(away)).toContainEqual(
        expect.stringMatching(/^warn routes: The routes of WordPress cannot be read: .*ECONNREFUSED/),
      );
    });
  });

  test('knows every table of our own that a started site has', async () => {
    const own = (await database.existingTables()).filter((name) => name.startsWith('wp_nestpress_'));
    const names = [MIGRATIONS_TABLE, ...ownTables().map(({ name }) => name)].map((name) => `wp_${name}`);
    expect(names).toEqual(expect.arrayContaining(own));
  });

  test('names what is broken and how to fix it, and exits with 1', async () => {
    writeFileSync(join(dataDir, 'no-folder'), '');
    await change('ALTER TABLE wp_comments DROP COLUMN comment_karma');
    await change("UPDATE wp_options SET option_value = 'Mars/Olympus' WHERE option_name = 'timezone_string'");
    const more = {
      UPLOADS_DIR: join(dataDir, 'no-folder'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      REDIS_URL: 'redis://127.0.0.1:1',
      LOGGED_IN_KEY: 'only one',
      SITE_URL: 'http://elsewhere.test',
    };
    const found = await examine(more);
    expect(troubles(found)).toEqual([
      expect.stringMatching(/^warn configuration: Login cookies .* NONCE_SALT not set\.$/),
      expect.stringMatching(/^warn configuration: SITE_URL \(http:\/\/elsewhere\.test\) differs/),
      'fail schema: wp_comments lacks column comment_karma.',
      expect.stringMatching(/^fail uploads: Files cannot be stored in /),
      expect.stringMatching(/^fail mail: The mail server cannot be used: .*ECONNREFUSED/),
      'fail clock: The site’s time zone "Mars/Olympus" is unknown, so it counts as UTC.',
      expect.stringMatching(/^fail redis: Redis cannot be used: .*ECONNREFUSED/),
    ]);
    expect(found.code).toBe(1);
    const fixes = found.findings.find(({ message }) => message.includes('comment_karma'))!.fixes!;
    await change(fixes[0]!);
    await change("UPDATE wp_options SET option_value = '' WHERE option_name = 'timezone_string'");
    expect(troubles(await examine({ SMTP_URL: mail.url }))).toEqual([]);
  });

  test('--repair repairs entries that were taken out of the trash without their comments and their slug', async () => {
    const texts = `post_content, post_excerpt, to_ping, pinged, post_content_filtered`;
    const insert = `INSERT INTO wp_posts (ID, post_title, post_name, post_status, ${texts}) VALUES (?, 'x', ?, ?, '', '', '', '', '')`;
    await change(insert, ['901', '__trashed-2', 'draft']);
    await change(insert, ['902', '__trashed-3', 'publish']);
    const comment = `INSERT INTO wp_comments (comment_ID, comment_post_ID, comment_approved, comment_author, comment_content) VALUES (?, 901, 'post-trashed', '', '')`;
    for (const id of ['91', '92']) await change(comment, [id]);
    await change(`INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (901, ?, ?)`, [
      '_wp_trash_meta_comments_status',
      'a:1:{i:91;s:1:"1";}',
    ]);
    const published = 'warn trash: 1 published entries have an address of the trash: 902.';
    expect(troubles(await examine({ SMTP_URL: mail.url }))).toEqual([
      'warn trash: 1 entries were taken out of the trash without their comments or their slug: 901.',
      published,
    ]);
    const { out } = await callCli([doctor], { ...env, SMTP_URL: mail.url }, ['doctor', '--repair', '--json']);
    expect(troubles(JSON.parse(out) as Examination)).toEqual([published]);
    expect(out).toContain('repaired 1 entries');
    const comments =
      'SELECT comment_approved AS status FROM wp_comments WHERE comment_post_ID = 901 ORDER BY comment_ID';
    expect((await database.query<{ status: string }>(comments)).map(({ status }) => status)).toEqual(['1', '0']);
    for (const table of ['posts WHERE ID IN (901, 902)', 'comments WHERE comment_post_ID = 901'])
      await change(`DELETE FROM wp_${table}`);
  });

  test('an index that has lost a part', async () => {
    await database.searchIndex.build();
    expect(troubles(await examine({ SMTP_URL: mail.url }))).toEqual([]);
    await change(`DROP TRIGGER \`${searchIndexTriggers(database)[0]!.name}\``);
    expect(troubles(await examine({ SMTP_URL: mail.url }))).toEqual([
      'warn indexes: The search index is incomplete and not used.',
    ]);
    await database.searchIndex.remove();
    expect(troubles(await examine({ SMTP_URL: mail.url }))).toEqual([]);
  });

  if (engine === 'mysql') {
    test('lists missing privileges with the statement that grants them', async () => {
      const { pathname } = new URL(place!.url);
      const name = pathname.slice(1);
      const account = `doctor_${name.slice(-8)}`;
      await onServer(`CREATE USER '${account}'@'%' IDENTIFIED BY 'x'`);
      try {
        await onServer(`GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON \`${name}\`.* TO '${account}'@'%'`);
        const url = new URL(place!.url);
        url.username = account;
        url.password = 'x';
        const lacking = { DATABASE_URL: url.href, SMTP_URL: mail.url };
        const found = await examine(lacking);
        const [{ isMariaDb }] = (await onServer("SELECT VERSION() LIKE '%MariaDB%' AS isMariaDb")) as [
          { isMariaDb: number },
        ];
        expect(troubles(found)).toEqual([
          expect.stringContaining('warn database: The account lacks TRIGGER, INDEX, DROP, ALTER, LOCK TABLES: '),
          // MySQL hides triggers from such an account.
          ...(isMariaDb ? [] : ['warn indexes: The list index is incomplete and not used.']),
        ]);
        await onServer(found.findings.find(({ message }) => message.includes('TRIGGER'))!.fixes![0]!);
        expect(troubles(await examine(lacking))).toEqual(
          // MySQL writes a binary log by default.
          isMariaDb ? [] : [expect.stringContaining('does not trust accounts without SUPER to create triggers')],
        );
      } finally {
        await onServer(`DROP USER '${account}'@'%'`);
      }
    });
  }

  test('misses the files of the site where the folder is another', async () => {
    await change(
      "INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (1, '_wp_attached_file', '2020/01/gone.jpg')",
    );
    expect(troubles(await examine({ SMTP_URL: mail.url }))).toEqual([
      'warn uploads: 1 of the latest 1 files the database references are missing, such as 2020/01/gone.jpg.',
    ]);
  });
});

test('the binary says it in words where there is no database', async () => {
  const { code, out } = await spawnCli({ DATABASE_URL: 'mysql://nobody:secret-word@127.0.0.1:1/nowhere' }, ['doctor']);
  expect(code).toBe(1);
  expect(out).toMatch(/^fail {2}database: DATABASE_URL: no database server listens at 127\.0\.0\.1:1 /);
  expect(out).toContain('0 ok, 0 warnings, 1 failed.');
  expect(out).not.toContain('secret-word');
});
