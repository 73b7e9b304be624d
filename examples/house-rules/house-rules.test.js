import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ContentService, startTestService } from '@nestpress/server';

let service;

before(async () => {
  service = await startTestService(new URL('./house-rules.js', import.meta.url));
});
after(() => service?.close());

test('a post without an excerpt is not published, and titles are tidied', async () => {
  const posts = service.app.get(ContentService).asSystem().of('post');
  await assert.rejects(posts.create({ title: 'News', status: 'publish' }), { code: 'excerpt_missing', status: 400 });
  const { title } = await posts.create({ title: '  News  ', status: 'publish', excerpt: 'In short.' });
  assert.equal(title.raw, 'News');
  const drafts = await (await fetch(`${service.api}/posts?search=News`)).json();
  assert.equal(drafts.length, 1);
});
