import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ContentService, createApp, loadConfig, loadExtensions, prepareSite, Principal } from '@nestpress/server';

const dataDir = mkdtempSync(join(tmpdir(), 'regions-'));
const config = loadConfig({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'a good password',
  LOG_LEVEL: 'silent',
  NESTPRESS_MODULES: join(import.meta.dirname, 'regions.js'),
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

test('a reader of a region sees its posts, and those without one', async () => {
  const content = app.get(ContentService);
  for (const region of ['north', 'south', undefined])
    await content
      .asSystem()
      .of('post')
      .create({ title: `Report ${region}`, status: 'publish', meta: { region } });
  const account = { id: 1, login: 'n', email: '', displayName: '', nicename: 'n', url: '', how: 'strategy' };
  const northerner = new Principal({ ...account, roles: ['region_north'], caps: new Set(['read']) });
  const { items, total } = await content.as(northerner).of('post').find({ search: 'Report' });
  assert.deepEqual([items.map(({ title }) => title.rendered).sort(), total], [['Report north', 'Report undefined'], 2]);
});

test('lists can be filtered and sorted', async () => {
  const found = await (await fetch(`${api}/posts?region=south&orderby=title_length`)).json();
  assert.deepEqual(
    found.map(({ title }) => title.rendered),
    ['Report south'],
  );
});
