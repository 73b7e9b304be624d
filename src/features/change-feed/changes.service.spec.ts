import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type TestingModule } from '@nestjs/testing';
import { forEachEngine } from '../../../test/support/databases.js';
import { startHooks } from '../../../test/support/hooks-module.js';
import { anonymous, requestContext, verdict } from '../../../test/support/request-context.js';
import { StrategiesRegistry } from '../../access/authentication/strategies.registry.js';
import { type Database } from '../../database/database.js';
import { Post, tableOf } from '../../database/entities/index.js';
import { EntriesStore } from '../../modules/entries/read/entries.store.js';
import { CommonHeadersService } from '../../rest/response/common-headers.service.js';
import { REST_OPTIONS } from '../../rest/rest-options.js';
import { StreamsService } from '../../rest/server/streams.service.js';
import { PROFILE } from '../../variant/profile.js';
import { DEFAULT_PROFILE } from '../../variant/profiles.js';
import { FeedChange, PendingChange } from './change-feed.entity.js';
import { ChangeFeedStore } from './change-feed.store.js';
import { ChangesService } from './changes.service.js';
import { FeedTailService } from './feed-tail.service.js';
import { FeedVisibilityStore } from './feed-visibility.store.js';

const EDITOR = requestContext({ caps: ['edit_posts', 'edit_others_posts', 'read_private_posts'] });

forEachEngine((_engine, makeDatabase) => {
  let database: Database;
  let feed: ChangeFeedStore;
  let changes: ChangesService;

  let module: TestingModule;

  beforeAll(async () => {
    database = await makeDatabase();
    await database.createTables([tableOf(PendingChange), tableOf(FeedChange)]);
    module = await startHooks(database, [
      ChangesService,
      ChangeFeedStore,
      FeedTailService,
      FeedVisibilityStore,
      EntriesStore,
      StreamsService,
      CommonHeadersService,
      StrategiesRegistry,
      { provide: REST_OPTIONS, useValue: { hstsSeconds: 0, maxStreams: 10 } },
      { provide: PROFILE, useValue: DEFAULT_PROFILE },
    ]);
    feed = module.get(ChangeFeedStore);
    changes = module.get(ChangesService);
  });
  afterAll(() => module.close());

  const add = (title: string, status = 'publish') =>
    database.transaction(async (tx) => (await tx.insert(Post, { title, status, type: 'post' })).insertId);
  const update = (id: number, values: Partial<Post>) => database.transaction((tx) => tx.update(Post, { id }, values));
  const cursor = async () => (await changes.page(anonymous(), undefined, 100)).cursor;
  const read = async (since: string, ctx = EDITOR, limit = 100) => {
    const page = await changes.page(ctx, since, limit);
    return { ...page, brief: page.changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`) };
  };
  const refusal = (since: string) => read(since).catch(verdict);

  test('before it is switched on, the feed says so', async () => {
    expect(await changes.page(anonymous(), undefined, 10).catch(verdict)).toBe('rest_change_feed_off 409');
    await feed.build();
    expect(await changes.page(anonymous(), undefined, 10)).toMatchObject({ changes: [], more: false });
  });

  test('an object is in a page once, at its last change; a page that is full continues after its cursor', async () => {
    const since = await cursor();
    const [first, second] = [await add('One', 'draft'), await add('Two', 'draft')];
    const rolledBack = database.transaction(async (tx) => {
      await tx.insert(Post, { title: 'Three', type: 'post' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await update(first, { title: 'Changed' });
    const page = await read(since);
    expect(page.brief).toEqual([`created entry ${second}`, `created entry ${first}`]);
    expect(page.more).toBe(false);
    const part = await read(since, EDITOR, 1);
    expect([part.brief, part.more]).toEqual([[`created entry ${first}`], true]);
    const remaining = await read(part.cursor);
    expect([remaining.brief, remaining.cursor]).toEqual([
      [`created entry ${second}`, `updated entry ${first}`],
      page.cursor,
    ]);
    expect((await read(page.cursor)).brief).toEqual([]);
  });

  test('what leaves the public is deleted for everyone but those who still read it', async () => {
    // Their author stays public.
    await add('Stays');
    const since = await cursor();
    const [shown, draft] = [await add('Shown'), await add('Draft', 'draft')];
    const published = await cursor();
    expect((await read(since, anonymous())).brief).toEqual([`created entry ${shown}`]);
    expect((await read(since)).brief).toEqual([`created entry ${shown}`, `created entry ${draft}`]);
    await update(shown, { status: 'draft' });
    await update(draft, { title: 'Still a draft' });
    expect((await read(published, anonymous())).brief).toEqual([`deleted entry ${shown}`]);
    expect((await read(published)).brief).toEqual([`updated entry ${shown}`, `updated entry ${draft}`]);
  });

  test('a cursor is refused that is none, from another history, from before a reset or of a deleted position', async () => {
    const before = await cursor();
    const [position, mark] = before.split('-') as [string, string];
    expect(await refusal('last week')).toBe('rest_invalid_param 400');
    // Of release 0.1.0.
    expect(await refusal(position)).toBe('rest_cursor_expired 410');
    expect(await refusal(`${position}-${[...mark].reverse().join('')}0`)).toBe('rest_cursor_expired 410');
    await add('More');
    const last = await cursor();
    await feed.deleteOld(0, 1);
    expect(await refusal(before)).toBe('rest_cursor_expired 410');
    expect((await read(last)).brief).toEqual([]);
    await feed.reset();
    expect(await refusal(last)).toBe('rest_cursor_expired 410');
    expect((await read(await cursor())).brief).toEqual([]);
  });
});
