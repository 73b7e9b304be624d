import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApp, loadConfig, loadExtensions, prepareSite } from '@nestpress/server';

process.env.PARTNER_KEY = 'open sesame';
const dataDir = mkdtempSync(join(tmpdir(), 'partner-keys-'));
const config = loadConfig({
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: 'a good password',
  LOG_LEVEL: 'silent',
  NESTPRESS_MODULES: join(import.meta.dirname, 'partner-keys.js'),
});
const authorization = `Basic ${Buffer.from('admin:a good password').toString('base64')}`;
let app;
let address;

before(async () => {
  await prepareSite(config);
  app = await createApp(config, await loadExtensions(config));
  await app.listen(0, '127.0.0.1');
  address = `${await app.getUrl()}/wp-json/wp/v2`;
  const body = JSON.stringify({ username: 'partner', email: 'p@example.com', password: 'pp', roles: ['author'] });
  const headers = { authorization, 'content-type': 'application/json' };
  assert.equal((await fetch(`${address}/users`, { method: 'POST', headers, body })).status, 201);
});
after(async () => {
  await app?.close();
  rmSync(dataDir, { recursive: true });
});

const me = (key) => fetch(`${address}/users/me`, { headers: { 'x-partner-key': key } });

test('the key authenticates the account', async () => {
  assert.equal((await (await me('open sesame')).json()).slug, 'partner');
});

test('another key is refused', async () => {
  const response = await me('guess');
  assert.deepEqual([response.status, (await response.json()).code], [401, 'partner_key_wrong']);
});
