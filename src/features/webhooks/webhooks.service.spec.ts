import { expect, test } from '@jest/globals';
import { forEachEngine } from '../../../test/support/databases.js';
import { tableOf } from '../../database/entities/index.js';
import { type ContentEvent } from '../../hooks/events.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDirectoryService } from './webhook-directory.service.js';
import { isFor } from './webhooks.service.js';
import { WebhooksStore } from './webhooks.store.js';

const happening = { eventId: 'e', at: '2026-01-01T00:00:00Z', actor: 1, cause: [] };
const POST: ContentEvent = {
  ...happening,
  event: 'entry.published',
  id: 7,
  type: 'post',
  status: 'publish',
  title: 'News',
  slug: 'news',
};
const TAG: ContentEvent = {
  ...happening,
  event: 'term.created',
  id: 3,
  taxonomy: 'post_tag',
  name: 'New',
  slug: 'new',
};
const USER: ContentEvent = { ...happening, event: 'user.created', id: 2, login: 'ada' };

test.each([
  ['', '', [true, true, true]],
  ['entry.published', '', [true, false, false]],
  ['term.created,user.created', '', [false, true, true]],
  // Types do not limit events that have none.
  ['', 'post,page', [true, false, true]],
  ['', 'post_tag', [false, true, true]],
  ['entry.published', 'page', [false, false, false]],
])('a webhook for the events "%s" and the types "%s"', (events, types, expected) => {
  expect([POST, TAG, USER].map((event) => isFor({ events, types }, event))).toEqual(expected);
});

forEachEngine((_engine, makeDatabase) => {
  test('the service looks for receivers only of events that an enabled webhook is for', async () => {
    const database = await makeDatabase();
    await database.createTables([tableOf(Webhook)]);
    const store = new WebhooksStore(database);
    const directory = new WebhookDirectoryService(database, store);
    const add = (events: string, isEnabled = 1) =>
      database.transaction((tx) => store.add(tx, { url: 'https://receiver.test/', types: '', events, isEnabled }));
    const sent = async () => {
      await directory.load();
      return ['entry.published', 'entry.deleted', 'user.created'].filter((event) => directory.wants(event));
    };
    expect(await sent()).toEqual([]);
    await add('entry.published,term.created');
    await add('user.created', 0);
    expect(await sent()).toEqual(['entry.published']);
    await add('');
    expect(await sent()).toEqual(['entry.published', 'entry.deleted', 'user.created']);
  });
});
