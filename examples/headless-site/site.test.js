import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createHeadlessSite } from './site.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const post = { id: 3, slug: 'tide', title: { rendered: 'Tide' }, content: { rendered: '<p>Low</p>' } };

const site = {
  read: async () => post,
  list: async (path, { params }) => ({ items: params.query.slug?.[0] === 'none' ? [] : [post] }),
};
const tagsOf = (path, { id } = {}) => (id === undefined ? [path] : ['/wp/v2/posts', `/wp/v2/posts/${id}`]);
const tagsOfMessage = ({ data }) => [`/wp/v2/posts/${data.id}`];

test('a page is rendered again after a signed message about its entry; a preview always', async () => {
  const server = createHeadlessSite({ site, tagsOf, tagsOfMessage, webhookSecret: SECRET, previewSecret: 'secret' });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const get = async (path) => (await fetch(url + path)).text();
  try {
    assert.match(await get('/'), /href="\/tide"/);
    assert.match(await get('/tide'), /Low/);
    post.content.rendered = '<p>High</p>';
    assert.match(await get('/tide'), /Low/);
    assert.match(await get('/preview?post=3&secret=secret'), /High/);
    assert.equal((await fetch(`${url}/preview?post=3&secret=other!`)).status, 404);
    assert.equal((await fetch(`${url}/none`)).status, 404);

    const body = JSON.stringify({ type: 'entry.updated', data: { id: 3, type: 'post' } });
    const at = new Date();
    const headers = {
      'webhook-id': 'one',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('one', at, body),
    };
    const send = (signed) => fetch(`${url}/revalidate`, { method: 'POST', headers: signed, body });
    assert.equal((await send({ ...headers, 'webhook-id': 'two' })).status, 401);
    assert.match(await get('/tide'), /Low/);
    assert.equal((await send(headers)).status, 204);
    assert.match(await get('/tide'), /High/);
  } finally {
    server.close();
  }
});
