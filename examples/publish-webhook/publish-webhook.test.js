import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ContentService, createApp, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';

const dataDir = mkdtempSync(join(tmpdir(), 'publish-webhook-'));
const config = loadConfig({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'a good password',
  LOG_LEVEL: 'silent',
  NESTPRESS_MODULES: join(import.meta.dirname, 'publish-webhook.js'),
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

test('a published post is sent, again if the first attempt fails', async () => {
  const received = [];
  let done;
  const isDone = new Promise((resolve) => (done = resolve));
  const receiver = createServer((request, response) => {
    request.resume();
    received.push(request.headers['x-event-id']);
    response.writeHead(received.length === 1 ? 500 : 204).end();
    if (received.length === 2) done();
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  process.env.WEBHOOK_URL = `http://127.0.0.1:${receiver.address().port}/`;
  await app.get(ContentService).asSystem().of('post').create({ title: 'News', status: 'publish' });
  await isDone;
  receiver.close();
  assert.equal(new Set(received).size, 1);
  assert.equal((await fetch(api)).status, 200);
});
