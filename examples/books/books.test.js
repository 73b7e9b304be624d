import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApp, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';

const dataDir = mkdtempSync(join(tmpdir(), 'books-'));
const config = loadConfig({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'a good password',
  LOG_LEVEL: 'silent',
  NESTPRESS_MODULES: join(import.meta.dirname, 'books.js'),
});
const authorization = `Basic ${Buffer.from('admin:a good password').toString('base64')}`;
let app;
let address;

before(async () => {
  await prepareSite(config);
  app = await createApp(config, await loadExtensions(config));
  await app.listen(0, '127.0.0.1');
  address = `${await app.getUrl()}/wp-json/wp/v2`;
});
after(async () => {
  await app?.close();
  rmSync(dataDir, { recursive: true });
});

async function send(method, path, body) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

test('a book with genre and meta is created and found', async () => {
  const { body: genre } = await send('POST', '/genres', { name: 'Sea stories', meta: { colour: 'blue' } });
  const meta = { isbn: '9780142437247', pages: 720, keywords: ['whale'], purchase_price: 3.5 };
  const created = await send('POST', '/books', { title: 'Moby-Dick', status: 'publish', genres: [genre.id], meta });
  assert.equal(created.status, 201);
  assert.deepEqual(created.body.meta, meta);
  const found = await (await fetch(`${address}/books?genres=${genre.id}`)).json();
  assert.deepEqual(found[0].meta, { isbn: '9780142437247', pages: 720, keywords: ['whale'] });
});

test('a wrong ISBN is refused', async () => {
  const { status, body } = await send('POST', '/books', { title: 'X', meta: { isbn: '9780142437240' } });
  assert.deepEqual([status, body.message], [400, 'isbn is not a valid ISBN-13.']);
});
