import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ContentService, createApp, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';

test('the page lists the posts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'contents-page-'));
  const config = loadConfig({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'a good password',
    LOG_LEVEL: 'silent',
    NESTPRESS_MODULES: join(import.meta.dirname, 'contents-page.js'),
  });
  await prepareSite(config);
  const app = await createApp(config, await loadExtensions(config));
  try {
    await app.init();
    const content = app.get(ContentService);
    await content.asSystem().of('post').create({ title: 'A new post', status: 'publish' });
    let found = [];
    for (let tries = 0; tries < 100 && found.length === 0; tries++) {
      await setTimeout(100);
      found = (await content.asAnonymous().of('page').find({ slug: 'contents' })).items;
    }
    assert.match(found[0].content.rendered, /A new post/);
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true });
  }
});
