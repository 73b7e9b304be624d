import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService } from '@nestpress/server';

let service;

before(async () => {
  service = await startTestService(new URL('./books.js', import.meta.url));
});
after(() => service?.close());

async function send(method, path, body) {
  const headers = { authorization: service.authorization, 'content-type': 'application/json' };
  const response = await fetch(service.api + path, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

test('a book with genre and meta is created and found', async () => {
  const { body: genre } = await send('POST', '/genres', { name: 'Sea stories', meta: { colour: 'blue' } });
  const meta = { isbn: '9780142437247', pages: 720, keywords: ['whale'], purchase_price: 3.5 };
  const created = await send('POST', '/books', { title: 'Moby-Dick', status: 'publish', genres: [genre.id], meta });
  assert.equal(created.status, 201);
  assert.deepEqual(created.body.meta, meta);
  const found = await (await fetch(`${service.api}/books?genres=${genre.id}`)).json();
  assert.deepEqual(found[0].meta, { isbn: '9780142437247', pages: 720, keywords: ['whale'] });
});

test('a wrong ISBN is refused', async () => {
  const { status, body } = await send('POST', '/books', { title: 'X', meta: { isbn: '9780142437240' } });
  assert.deepEqual([status, body.message], [400, 'isbn is not a valid ISBN-13.']);
});
