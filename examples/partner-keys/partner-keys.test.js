import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService } from '@nestpress/server';

process.env.PARTNER_KEY = 'open sesame';
let service;

before(async () => {
  service = await startTestService(new URL('./partner-keys.js', import.meta.url));
  const body = JSON.stringify({ username: 'partner', email: 'p@example.com', password: 'pp', roles: ['author'] });
  const headers = { authorization: service.authorization, 'content-type': 'application/json' };
  assert.equal((await fetch(`${service.api}/users`, { method: 'POST', headers, body })).status, 201);
});
after(() => service?.close());

const me = (key) => fetch(`${service.api}/users/me`, { headers: { 'x-partner-key': key } });

test('the key authenticates the account', async () => {
  assert.equal((await (await me('open sesame')).json()).slug, 'partner');
});

test('another key is refused', async () => {
  const response = await me('guess');
  assert.deepEqual([response.status, (await response.json()).code], [401, 'partner_key_wrong']);
});
