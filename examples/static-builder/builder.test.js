import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Builder } from './builder.js';

const post = (id) => ({ id, title: { rendered: `Post ${id}` }, content: { rendered: '<p>Text</p>' } });

test('the first build writes every post, later ones what has changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'builder-'));
  const changes = [
    { kind: 'entry', type: 'post', id: 1, action: 'deleted', version: 3 },
    { kind: 'entry', type: 'post', id: 3, action: 'created', version: 4 },
    { kind: 'comment', type: '', id: 9, action: 'created', version: 5 },
  ];
  const requested = [];
  const server = createServer((request, response) => {
    requested.push(request.url);
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    const body = pathname.endsWith('/changes')
      ? { cursor: '5', more: false, changes: searchParams.has('since') ? changes : [] }
      : pathname.endsWith('/posts')
        ? [post(1), post(2)]
        : post(3);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const builder = new Builder(`http://127.0.0.1:${server.address().port}`, folder);
    assert.equal(await builder.build(), 2);
    assert.deepEqual(readdirSync(folder).sort(), ['.cursor', '1.html', '2.html']);
    requested.length = 0;
    assert.equal(await builder.build(), 2);
    assert.deepEqual(readdirSync(folder).sort(), ['.cursor', '2.html', '3.html']);
    assert.deepEqual(requested, ['/nestpress/v1/changes?since=5&wait=0&limit=1000', '/wp/v2/posts/3?_version=4']);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
