import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { ContentService, startTestService } from '@nestpress/server';

let service;

before(async () => {
  service = await startTestService(new URL('./publish-webhook.js', import.meta.url));
});
after(() => service?.close());

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
  await service.app.get(ContentService).asSystem().of('post').create({ title: 'News', status: 'publish' });
  await isDone;
  receiver.close();
  assert.equal(new Set(received).size, 1);
  assert.equal((await fetch(service.api)).status, 200);
});
