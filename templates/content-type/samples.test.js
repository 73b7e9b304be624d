import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApp, loadConfig, prepareSite } from '@nestpress/server';
import { sample } from './samples.js';

const dataDir = mkdtempSync(join(tmpdir(), 'samples-'));
const config = loadConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a good password', LOG_LEVEL: 'silent' });
const authorization = `Basic ${Buffer.from('admin:a good password').toString('base64')}`;
let app;
let address;

before(async () => {
  await prepareSite(config);
  app = await createApp(config, { content: [sample] });
  await app.listen(0, '127.0.0.1');
  address = `${await app.getUrl()}/wp-json/wp/v2/samples`;
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

test('samples are created, listed, changed and deleted', async () => {
  const values = { title: 'First', status: 'publish', meta: { subtitle: 'Sub' } };
  const { status, body: created } = await send('POST', '', values);
  assert.equal(status, 201);
  assert.equal((await (await fetch(address)).json())[0].meta.subtitle, 'Sub');
  assert.equal((await send('PUT', `/${created.id}`, { title: 'Second' })).body.title.raw, 'Second');
  assert.equal((await send('DELETE', `/${created.id}?force=true`)).body.deleted, true);
});
