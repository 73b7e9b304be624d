import { expect, test } from '@jest/globals';
import { Injectable, Logger, type Provider } from '@nestjs/common';
import { forEachEngine } from '../../test/support/databases.js';
import { jobsOf, startHooks } from '../../test/support/hooks-module.js';
import { SYSTEM } from '../access/principal.js';
import { type Database } from '../database/database.js';
import { Job } from '../platform/jobs/job.entity.js';
import { StartError } from '../platform/start/start-error.js';
import { ContentEvents } from './content-events.service.js';
import { type ContentEvent, type ContentEventName } from './events.js';
import { type ListenerOptions, OnContent } from './on-content.decorator.js';

// Failures of listeners are tested here.
Logger.overrideLogger(false);

const POST = { id: 7, type: 'post', status: 'publish', title: 'News', slug: 'news' };

function listenerFor(events: string | string[], options: ListenerOptions = {}): Provider {
  @Injectable()
  class Listener {
    @OnContent(events as ContentEventName[], options)
    hear(): void {}
  }
  return Listener;
}

forEachEngine((_engine, makeDatabase) => {
  const emit = (events: ContentEvents, database: Database, facts = POST) =>
    database.transaction((tx) => events.emit(tx, 'entry.published', SYSTEM, facts));

  test('listeners are called after the commit, for their events and types, whatever others do', async () => {
    const received: string[] = [];
    @Injectable()
    class Listeners {
      @OnContent('entry.published')
      fails(): void {
        throw new Error('no');
      }

      @OnContent(['entry.published', 'entry.trashed'], { types: ['page'] })
      ofPages({ event, id }: ContentEvent<'entry.published' | 'entry.trashed'>): void {
        received.push(`${event} ${id}`);
      }

      @OnContent('entry.trashed')
      ofTrash(): void {
        received.push('trashed');
      }
    }
    const database = await makeDatabase();
    const module = await startHooks(database, [Listeners]);
    const events = module.get(ContentEvents);
    expect(events.hasListeners(['entry.published'])).toBe(true);
    expect(events.hasListeners(['term.created', 'user.created'])).toBe(false);
    await emit(events, database);
    await database.transaction(async (tx) => {
      await events.emit(tx, 'entry.published', SYSTEM, { ...POST, type: 'page', id: 8 });
      expect(received).toEqual([]);
    });
    const rolledBack = database.transaction(async (tx) => {
      await events.emit(tx, 'entry.published', SYSTEM, { ...POST, type: 'page', id: 9 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    // Waits for the deliveries.
    await module.close();
    expect(received).toEqual(['entry.published 8']);
  });

  test('a durable listener gets a job in the transaction, and the same event until it succeeds', async () => {
    const received: ContentEvent[] = [];
    @Injectable()
    class Durable {
      @OnContent('entry.published', { durable: true, types: ['post'], attempts: 3 })
      async hear(event: ContentEvent<'entry.published'>): Promise<void> {
        received.push(event);
        if (received.length === 1) throw new Error('not now');
      }
    }
    const database = await makeDatabase();
    const jobs = await jobsOf(database);
    const events = (await startHooks(database, [Durable], jobs)).get(ContentEvents);
    await emit(events, database, { ...POST, type: 'page' });
    expect(await database.manager.count(Job)).toBe(0);
    await emit(events, database);
    const [job] = await database.manager.find(Job);
    expect(job).toMatchObject({ kind: 'event.Durable.hear', state: 'waiting', maxAttempts: 3 });
    expect(await jobs.runDue()).toEqual({ done: 0, failed: 1 });
    await database.transaction((tx) => tx.update(Job, { id: job!.id }, { runAt: 0 }));
    expect(await jobs.runDue()).toEqual({ done: 1, failed: 0 });
    expect(received[0]).toMatchObject({ ...POST, event: 'entry.published', actor: 0, cause: [] });
    expect(received[1]).toEqual(received[0]);
  });

  test('an outbox gets the events that it wants, in the transaction', async () => {
    const database = await makeDatabase();
    const events = (await startHooks(database, [])).get(ContentEvents);
    const stored: string[] = [];
    events.addOutbox({
      wants: (event, principal) => event === 'entry.published' && principal?.agent === 'robot',
      store: async (_tx, { event }) => void stored.push(event),
    });
    await emit(events, database);
    await database.transaction(async (tx) => {
      await events.emit(tx, 'entry.published', SYSTEM.with({ agent: 'robot' }), POST);
      expect(stored).toEqual(['entry.published']);
    });
  });

  test.each([
    [listenerFor('entry.read'), '@OnContent has no event "entry.read". Events: entry.created'],
    [listenerFor([]), 'has no event ""'],
    [listenerFor('entry.created', { attempts: 0 }), 'needs a whole number above 0'],
    [
      listenerFor('entry.created', { durabel: true } as never),
      'durabel is not known here. Known are types, durable, attempts',
    ],
    [listenerFor('user.created', { types: ['post'] }), 'of kind "user" has no types'],
    [listenerFor('media.uploaded', { types: ['book'] }), 'names the content type "book"'],
  ])('a declaration that cannot work stops the start %#', async (provider, message) => {
    const start = startHooks(await makeDatabase(), [provider]);
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(message);
  });
});
