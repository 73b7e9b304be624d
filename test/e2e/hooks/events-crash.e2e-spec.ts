import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database } from '../../../src/database/database.js';
import { Post } from '../../../src/database/entities/index.js';
import { Job } from '../../../src/platform/jobs/job.entity.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../support/app.js';
import { crashSteps, hasEnded, startProcess } from '../../support/process.js';
import { type ProcessSite, createProcessSite } from '../../support/process-site.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { until } from '../../support/until.js';

const KILLER = join(import.meta.dirname, '../../support/kill-at-mail.mjs');
const MODULE = join(import.meta.dirname, '../../support/event-listener.mjs');
const KIND = 'event.Rebuild.publish';

/** The steps between the request and the end of the delivery: how many posts there are, and how often the event arrives. */
const STEPS = [
  { step: 'before storing', posts: 0, deliveries: 0 },
  { step: 'after storing', posts: 1, deliveries: 1 },
  // The receiver has it, and nothing here knows: it is delivered again.
  { step: 'after sending', posts: 1, deliveries: 2 },
  { step: 'before sending', posts: 1, deliveries: 1 },
  { step: 'after ending', posts: 1, deliveries: 1 },
];

eachEngine((engine) => {
  describe('a process killed between a write and the delivery of its event', () => {
    let receiver: Receiver;
    let site: ProcessSite;
    let database: Database;

    beforeAll(async () => {
      receiver = await startReceiver();
      site = await createProcessSite(engine, { NESTPRESS_MODULES: MODULE, RECEIVER_URL: receiver.url });
      await (await startProcess(site.env)).stop();
      database = await site.database();
    });
    afterAll(async () => {
      await site?.close();
      await receiver?.close();
    });

    test.each(crashSteps(STEPS, engine))(
      '$step: one job, and at least one delivery with the same ID, or nothing at all',
      async ({ step, posts, deliveries }) => {
        receiver.received.length = 0;
        await database.transaction((tx) => tx.delete(Job, { kind: KIND }));
        const title = `Killed ${step}`;
        const killed = await startProcess({
          ...site.env,
          KILL_AT: step,
          KILL_KIND: KIND,
          KILL_ROWS: 'nestpress_jobs:done',
          NODE_OPTIONS: `--import=${KILLER}`,
        });
        await fetch(`${killed.url}/wp-json/wp/v2/posts`, {
          method: 'POST',
          headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json' },
          body: JSON.stringify({ title, status: 'publish' }),
        }).catch(() => undefined);
        await until(() => hasEnded(killed), 'the process is killed');
        expect((await killed.ended).signal).toBe('SIGKILL');

        // The claim of the killed process would expire in a minute.
        await database.transaction((tx) => tx.update(Job, { state: 'waiting' }, { claimedUntil: 0 }));
        const service = await startProcess(site.env);
        const isWaiting = () => database.manager.existsBy(Job, { kind: KIND, state: 'waiting' });
        await until(async () => !(await isWaiting()), 'no event is waiting');
        await service.stop();
        expect(await database.manager.countBy(Post, { title, type: 'post' })).toBe(posts);
        expect((await database.manager.findBy(Job, { kind: KIND })).map(({ state }) => state)).toEqual(
          posts > 0 ? ['done'] : [],
        );
        const events = receiver.received.map(({ body }) => JSON.parse(body) as { eventId: string; title: string });
        expect(events.map((event) => event.title)).toEqual(Array.from({ length: deliveries }, () => title));
        expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(posts);
      },
    );
  });
});
