import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApp, loadConfig, prepareSite } from '@nestpress/server';
import { SamplesModule } from './dist/samples.module.js';

const dataDir = mkdtempSync(join(tmpdir(), 'samples-'));
const config = loadConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a good password', LOG_LEVEL: 'silent' });
const authorization = `Basic ${Buffer.from('admin:a good password').toString('base64')}`;
let app;
let address;

before(async () => {
  await prepareSite(config);
  app = await createApp(config, { modules: [SamplesModule] });
  await app.listen(0, '127.0.0.1');
  address = `${await app.getUrl()}/wp-json/samples/v1/samples`;
});
after(async () => {
  await app?.close();
  rmSync(dataDir, { recursive: true });
});

async function send(method, path = '', body = undefined) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

test('samples are created, listed, read, changed and deleted', async () => {
  const { status, body: sample } = await send('POST', '', { title: 'First', text: 'Text' });
  assert.equal(status, 201);
  assert.equal((await send('GET')).body.length, 1);
  assert.equal((await send('PUT', `/${sample.id}`, { title: 'Second' })).body.title, 'Second');
  assert.equal((await send('GET', `/${sample.id}`)).body.text, 'Text');
  assert.equal((await send('DELETE', `/${sample.id}`)).body.deleted, true);
  assert.equal((await send('GET', `/${sample.id}`)).status, 404);
});

test('anonymous requests may read, but not write', async () => {
  assert.equal((await fetch(address)).status, 200);
  assert.equal((await fetch(`${address}?title=x`, { method: 'POST' })).status, 401);
});
