import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { type Config } from '../../../src/platform/config/config.js';
import { checkNetwork } from '../../../src/platform/diagnostics/network-check.js';
import { checkSchema } from '../../../src/platform/diagnostics/schema-check.js';
import { PhpArray } from '../../../src/text/php/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, clientOf, PASSWORD } from '../../support/clients.js';
import { picture } from '../../support/files.js';
import { makeNetwork } from '../../support/network.js';

/** Rules of the network; the account `admin` is its super admin, on the first site only. */
const RULES = {
  siteurl: 'http://net.test/',
  site_admins: ['admin'],
  add_new_users: '0',
  upload_filetypes: 'png txt',
  upload_space_check_disabled: '0',
  fileupload_maxk: '20',
  blog_upload_space: '1',
  illegal_names: ['root', 'wwww'],
  active_sitewide_plugins: PhpArray.map([['net/net.php', 1]]),
};

eachEngine((engine) => {
  let main: TestApp;
  let folder: TestApp;
  let domain: TestApp;
  let ids: Record<string, number>;
  const ofMain = (login?: string) => clientOf(() => main, login);
  const ofFolder = (login?: string) => clientOf(() => folder, login);
  const ofDomain = (login?: string) => clientOf(() => domain, login);

  beforeAll(async () => {
    // The accounts are made on a single site, before it becomes the first one of a network.
    let config: Config | undefined;
    const single = { VARIANT: 'C', NETWORK: 'off' };
    const made: Record<string, number> = {};
    main = await startTestApp({ VARIANT: 'C' }, engine, {}, {}, async (prepared) => {
      config = prepared;
      const env = { ...single, ...placeOf(prepared) };
      const before = await startTestApp(env, 'sqlite');
      const admin = clientOf(() => before, ADMIN.user);
      for (const [username, role] of [
        ['keeper', 'administrator'],
        ['chief', 'editor'],
        ['writer', 'author'],
        ['stranger', 'author'],
      ]) {
        const values = { username, email: `${username}@x.test`, password: PASSWORD, roles: [role] };
        made[username!] = (await admin.post('/users', values).expect(201)).body.id;
      }
      await before.close();
      const members = { [made.keeper!]: 'administrator', [made.chief!]: 'editor', [made.writer!]: 'author' };
      await makeNetwork(prepared, RULES, [
        { id: 2, address: 'net.test/two', members },
        { id: 3, address: 'three.net.test', members },
      ]);
    });
    ids = made;
    const place = placeOf(config!);
    folder = await startTestApp({ VARIANT: 'C', TABLE_PREFIX: 'wp_2_', SITE_URL: 'http://net.test/two', ...place });
    domain = await startTestApp({ VARIANT: 'C', TABLE_PREFIX: 'wp_3_', SITE_URL: 'http://three.net.test', ...place });
  });
  afterAll(async () => {
    await domain?.close();
    await folder?.close();
    await main?.close();
  });

  test('a site has its own contents, and the accounts of the network with their roles on it', async () => {
    const { body: post } = await ofFolder('writer').post('/posts', { title: 'Zweiter', status: 'publish' }).expect(201);
    expect(post.link).toMatch(/^http:\/\/net\.test\/two\//);
    const { body: listed } = await ofFolder().get('/posts?_embed=author').expect(200);
    expect(listed).toMatchObject([{ id: post.id, _embedded: { author: [{ slug: 'writer' }] } }]);
    expect((await ofDomain().get('/posts').expect(200)).body).toEqual([]);
    expect((await ofMain().get('/posts?search=Zweiter').expect(200)).body).toEqual([]);
    const { body: ofThree } = await ofDomain('writer')
      .post('/posts', { title: 'Three', status: 'publish' })
      .expect(201);
    expect(ofThree.link).toMatch(/^http:\/\/three\.net\.test\//);
    const { body: index } = await request(folder.server).get('/wp-json/').expect(200);
    expect(index).toMatchObject({ name: 'Site 2', home: 'http://net.test/two' });
    expect(await folder.app.get(Database).existingTables()).not.toContain('wp_2_users');
  });

  describe('accounts', () => {
    test('only members of the site are found', async () => {
      const { body, headers } = await ofFolder('keeper').get('/users?per_page=50&_fields=slug').expect(200);
      expect(body.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['chief', 'keeper', 'writer']);
      expect(headers['x-wp-total']).toBe('3');
      await ofFolder('keeper').get(`/users/${ids.stranger}`).expect(404);
      await ofMain('keeper').get(`/users/${ids.stranger}`).expect(200);
      await ofFolder('keeper')
        .post(`/users/${ids.stranger}`, { roles: ['editor'] })
        .expect(404);
      await ofFolder('stranger').get('/users/me').expect(200);
      await ofFolder('stranger').post('/posts', { title: 'No' }).expect(403);
    });

    test('administrators of a site get members of users only where they may edit them: their own', async () => {
      const { body, headers } = await ofFolder('keeper').get('/users?context=edit&_fields=id,email').expect(200);
      expect(body).toEqual([{ id: ids.keeper, email: 'keeper@x.test' }]);
      expect(headers['x-wp-total']).toBe('3');
      await ofFolder('keeper').get(`/users/${ids.writer}?context=edit`).expect(403);
      await ofFolder('keeper').get(`/users/${ids.writer}`).expect(200);
    });

    test('application passwords are of members and super admins only', async () => {
      const { body } = await ofFolder().get(`/users/${ids.stranger}/application-passwords`).expect(404);
      expect(body.code).toBe('rest_user_invalid_id');
      await ofFolder().get('/users/1/application-passwords').expect(401);
      await ofMain().get(`/users/${ids.stranger}/application-passwords`).expect(401);
    });

    test('super admins may do everything, administrators of a site give roles only', async () => {
      await ofFolder('keeper')
        .post(`/users/${ids.writer}`, { roles: ['contributor'] })
        .expect(200);
      await ofFolder('keeper').post(`/users/${ids.writer}`, { first_name: 'W' }).expect(403);
      await ofFolder(ADMIN.user)
        .post(`/users/${ids.writer}`, { roles: ['author'], first_name: 'W' })
        .expect(200);
      const { body } = await ofDomain(ADMIN.user).get(`/users/${ids.writer}?context=edit`).expect(200);
      expect(body).toMatchObject({ roles: ['author'], first_name: 'W' });
    });

    test('nobody deletes them through a site', async () => {
      const query = { force: true, reassign: 1 };
      await ofFolder('keeper').delete(`/users/${ids.writer}`, query).expect(403);
      for (const client of [ofFolder(ADMIN.user), ofMain(ADMIN.user)])
        expect((await client.delete(`/users/${ids.writer}`, query).expect(501)).body.code).toBe('rest_cannot_delete');
    });

    test('new ones follow the rules of the network', async () => {
      const create = (by: string, username: string) =>
        ofFolder(by).post('/users', { username, email: `${username}@x.test`, password: PASSWORD, roles: ['author'] });
      await create('keeper', 'newcomer').expect(403);
      for (const username of ['New.Comer', 'abc', '12345', 'wwww', 'writer'])
        expect((await create(ADMIN.user, username).expect(400)).body.code).toBe('rest_invalid_param');
      const { body } = await create(ADMIN.user, 'newcomer').expect(201);
      expect(body.roles).toEqual(['author']);
      await ofDomain(ADMIN.user).get(`/users/${body.id}`).expect(404);
      await ofMain(ADMIN.user).get(`/users/${body.id}`).expect(404);
    });
  });

  test('only super admins store scripts', async () => {
    const content = '<script>x</script>Text';
    const stored = async (site: typeof ofFolder, by: string) =>
      (await site(by).post('/posts', { title: 'S', content }).expect(201)).body.content.raw as string;
    for (const site of [ofMain, ofFolder]) {
      for (const by of ['chief', 'keeper']) expect(await stored(site, by)).toBe('xText');
      expect(await stored(site, ADMIN.user)).toBe(content);
    }
  });

  test('settings have neither address nor e-mail address, and cannot change them', async () => {
    for (const site of [ofMain, ofFolder]) {
      const { body } = await site('keeper').get('/settings').expect(200);
      expect(body).not.toHaveProperty('url');
      expect(body).not.toHaveProperty('email');
      await site('keeper').post('/settings', { url: 'http://evil.test', description: 'Changed' }).expect(200);
      const { schema } = (await site('keeper').options('/settings').expect(200)).body;
      expect(Object.keys(schema.properties)).not.toEqual(expect.arrayContaining(['url']));
    }
    expect((await request(folder.server).get('/wp-json/')).body).toMatchObject({
      url: 'http://net.test/two',
      description: 'Changed',
    });
  });

  test('files are of the types and sizes that the network allows, in a folder of the site', async () => {
    const upload = (file: Buffer, name: string) =>
      request(folder.server)
        .post(`${API}/media`)
        .auth('writer', PASSWORD)
        .set('content-disposition', `attachment; filename="${name}"`)
        .set('content-type', 'application/octet-stream')
        .send(file);
    const { body } = await upload(await picture(40, 40), 'a.png').expect(201);
    expect(body.source_url).toMatch(/^http:\/\/net\.test\/two\/wp-content\/uploads\/sites\/2\/\d{4}\//);
    await upload(Buffer.from('%PDF-1.4 x'), 'a.pdf').expect(500);
    expect((await upload(Buffer.alloc(30_000, 'a'), 'a.txt').expect(400)).body.code).toBe('rest_upload_file_too_big');
    const large = await upload(Buffer.alloc(1_200_000, 'a'), 'b.txt').expect(400);
    expect(large.body.code).toBe('rest_upload_limited_space');
  });

  test('plugins of the network are active on its sites', async () => {
    const { body } = await ofFolder(ADMIN.user).get('/plugins?_fields=plugin,status').expect(200);
    expect(body).toContainEqual({ plugin: 'net/net', status: 'network-active' });
    await ofFolder('keeper').get('/plugins').expect(403);
  });

  test('the checks of the service name the network and its sites', async () => {
    const database = folder.app.get(Database);
    const config = { uploadsDir: '/srv/uploads' } as Config;
    const [found, folderWarning] = await checkNetwork({ config, database });
    expect(found!.message).toContain('Site 2 of a network of 3: net.test/ (TABLE_PREFIX=wp_)');
    expect(found!.message).toContain('net.test/two/ (TABLE_PREFIX=wp_2_), three.net.test/ (TABLE_PREFIX=wp_3_)');
    expect(folderWarning!.fixes).toEqual(['Set UPLOADS_DIR to the folder that ends in /uploads/sites/2.']);
    expect((await checkSchema({ config, database })).filter(({ state }) => state === 'fail')).toEqual([]);
  });
});

/** Where the database of a service is. */
function placeOf({ databaseUrl, databaseFile }: Config): Record<string, string> {
  return { DATA_DIR: dirname(databaseFile), ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
}
