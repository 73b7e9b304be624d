import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ContentService, createApp, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';

const dataDir = mkdtempSync(join(tmpdir(), 'house-rules-'));
const config = loadConfig({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'a good password',
  LOG_LEVEL: 'silent',
  NESTPRESS_MODULES: join(import.meta.dirname, 'house-rules.js'),
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

test('a post without an excerpt is not published, and titles are tidied', async () => {
  const posts = app.get(ContentService).asSystem().of('post');
  await assert.rejects(posts.create({ title: 'News', status: 'publish' }), { code: 'excerpt_missing', status: 400 });
  const { title } = await posts.create({ title: '  News  ', status: 'publish', excerpt: 'In short.' });
  assert.equal(title.raw, 'News');
  const drafts = await (await fetch(`${api}/posts?search=News`)).json();
  assert.equal(drafts.length, 1);
});
