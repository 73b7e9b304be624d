import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createReceiver } from './receiver.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('a signed message is handled once, another one not at all', async () => {
  const handled = [];
  const server = createReceiver(SECRET, (message) => handled.push(message)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const body = JSON.stringify({ type: 'entry.published', data: { id: 7 } });
  const at = new Date();
  const send = (secret) =>
    fetch(`http://127.0.0.1:${server.address().port}/`, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'one',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('one', at, body),
      },
    });
  try {
    assert.equal((await send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).status, 401);
    assert.equal((await send(SECRET)).status, 204);
    assert.equal((await send(SECRET)).status, 204);
    assert.deepEqual(handled, [{ type: 'entry.published', data: { id: 7 } }]);
  } finally {
    server.close();
  }
});
