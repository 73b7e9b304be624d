import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ContentService, createApp, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';

const dataDir = mkdtempSync(join(tmpdir(), 'opening-hours-'));
const config = loadConfig({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'a good password',
  LOG_LEVEL: 'silent',
  NESTPRESS_MODULES: join(import.meta.dirname, 'opening-hours.js'),
});
let app;
let api;

before(async () => {
  await prepareSite(config);
  app = await createApp(config, await loadExtensions(config));
  await app.listen(0, '127.0.0.1');
  api = `${await app.getUrl()}/wp-json/wp/v2`;
});
after(async () => {
  await app?.close();
  rmSync(dataDir, { recursive: true });
});

test('pages have opening hours', async () => {
  const pages = app.get(ContentService).asSystem().of('page');
  const values = { title: 'Shop', status: 'publish', meta: { opening_hours: { mo: '9–12' } } };
  const { id } = await pages.create(values);
  const page = await (await fetch(`${api}/pages/${id}`)).json();
  assert.deepEqual(page.meta.opening_hours, { mo: '9–12' });
});

test('the console shows the extension to those who edit pages, and serves its script', async () => {
  const console = new URL('/console/', api);
  const session = async (cookie = '') => (await fetch(new URL('session', console), { headers: { cookie } })).json();
  assert.deepEqual((await session()).extensions, []);
  const signedIn = await fetch(new URL('login', console), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'admin', password: 'a good password' }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const [extension] = (await session(cookie)).extensions;
  assert.equal(extension.page, 'Opening hours');
  const script = await fetch(new URL(extension.script, console));
  assert.match(script.headers.get('content-type'), /^text\/javascript/);
  assert.match(await script.text(), /export default/);
});
