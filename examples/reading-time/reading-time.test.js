import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ContentService, startTestService } from '@nestpress/server';

let service;

before(async () => {
  service = await startTestService(new URL('./reading-time.js', import.meta.url));
});
after(() => service?.close());

test('posts have a reading time and a number of comments', async () => {
  const posts = service.app.get(ContentService).asSystem().of('post');
  const { id } = await posts.create({ title: 'Long', content: 'word '.repeat(500), status: 'publish' });
  const post = await (await fetch(`${service.api}/posts/${id}`)).json();
  assert.deepEqual([post.reading_time, post.comment_count], [3, 0]);
  const [selected] = await (await fetch(`${service.api}/posts?include=${id}&_fields=id,reading_time`)).json();
  assert.deepEqual(selected, { id, reading_time: 3 });
});
