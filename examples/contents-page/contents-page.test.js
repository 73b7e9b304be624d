import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ContentService, startTestService } from '@nestpress/server';

test('the page lists the posts', async () => {
  const service = await startTestService(new URL('./contents-page.js', import.meta.url));
  try {
    const content = service.app.get(ContentService);
    await content.asSystem().of('post').create({ title: 'A new post', status: 'publish' });
    let found = [];
    for (let tries = 0; tries < 100 && found.length === 0; tries++) {
      await setTimeout(100);
      found = (await content.asAnonymous().of('page').find({ slug: 'contents' })).items;
    }
    assert.match(found[0].content.rendered, /A new post/);
  } finally {
    await service.close();
  }
});
