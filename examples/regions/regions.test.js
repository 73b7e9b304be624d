import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ContentService, Principal, startTestService } from '@nestpress/server';

let service;

before(async () => {
  service = await startTestService(new URL('./regions.js', import.meta.url));
});
after(() => service?.close());

test('a reader of a region sees its posts, and those without one', async () => {
  const content = service.app.get(ContentService);
  for (const region of ['north', 'south', undefined])
    await content
      .asSystem()
      .of('post')
      .create({ title: `Report ${region}`, status: 'publish', meta: { region } });
  const account = { id: 1, login: 'n', email: '', displayName: '', nicename: 'n', url: '', how: 'strategy' };
  const northerner = new Principal({ ...account, roles: ['region_north'], caps: new Set(['read']) });
  const { items, total } = await content.as(northerner).of('post').find({ search: 'Report' });
  assert.deepEqual([items.map(({ title }) => title.rendered).sort(), total], [['Report north', 'Report undefined'], 2]);
});

test('lists can be filtered and sorted', async () => {
  const found = await (await fetch(`${service.api}/posts?region=south&orderby=title_length`)).json();
  assert.deepEqual(
    found.map(({ title }) => title.rendered),
    ['Report south'],
  );
});
