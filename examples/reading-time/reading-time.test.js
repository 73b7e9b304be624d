import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ContentService, createApp, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';

const dataDir = mkdtempSync(join(tmpdir(), 'reading-time-'));
const config = loadConfig({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'a good password',
  LOG_LEVEL: 'silent',
  NESTPRESS_MODULES: join(import.meta.dirname, 'reading-time.js'),
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

test('posts have a reading time and a number of comments', async () => {
  const posts = app.get(ContentService).asSystem().of('post');
  const { id } = await posts.create({ title: 'Long', content: 'word '.repeat(500), status: 'publish' });
  const post = await (await fetch(`${api}/posts/${id}`)).json();
  assert.deepEqual([post.reading_time, post.comment_count], [3, 0]);
  const [selected] = await (await fetch(`${api}/posts?include=${id}&_fields=id,reading_time`)).json();
  assert.deepEqual(selected, { id, reading_time: 3 });
});
