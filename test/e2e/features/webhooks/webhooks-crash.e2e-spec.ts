import { join } from 'node:path';
import { MoreThan } from 'typeorm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook, WebhookDelivery } from '../../../../src/features/webhooks/webhook.entity.js';
import { type Database } from '../../../../src/database/database.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../../support/app.js';
import { crashSteps, hasEnded, startProcess } from '../../../support/process.js';
import { type ProcessSite, createProcessSite } from '../../../support/process-site.js';
import { type Receiver, startReceiver } from '../../../support/receiver.js';
import { until } from '../../../support/until.js';

const KILLER = join(import.meta.dirname, '../../../support/kill-at-mail.mjs');

/** The steps between the write and the end of the delivery, and how often the message arrives. */
const STEPS = [
  { step: 'before storing', messages: 0 },
  { step: 'after storing', messages: 1 },
  // The receiver has it, and nothing here knows: it is sent again with the same ID.
  { step: 'after sending', messages: 2 },
  { step: 'after ending', messages: 1 },
];

eachEngine((engine) => {
  describe('a process killed while it publishes a post', () => {
    let receiver: Receiver;
    let site: ProcessSite;
    let database: Database;

    beforeAll(async () => {
      receiver = await startReceiver();
      site = await createProcessSite(engine);
      await (await startProcess(site.env)).stop();
      database = await site.database();
      const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      await database.transaction((tx) =>
        tx.insert(Webhook, { url: receiver.url, events: 'entry.published', secret, isPrivate: 1 }),
      );
    });
    afterAll(async () => {
      await site?.close();
      await receiver?.close();
    });

    test.each(crashSteps(STEPS, engine))('$step: the message is sent if the post was stored', async (expected) => {
      receiver.received.length = 0;
      await database.transaction((tx) => tx.delete(WebhookDelivery, { id: MoreThan(0) }));
      const killed = await startProcess({
        ...site.env,
        KILL_AT: expected.step,
        KILL_ROWS: 'nestpress_webhook_deliveries:delivered',
        NODE_OPTIONS: `--import=${KILLER}`,
      });
      await fetch(`${killed.url}/wp-json/wp/v2/posts`, {
        method: 'POST',
        headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify({ title: expected.step, status: 'publish' }),
      }).catch(() => undefined);
      await until(() => hasEnded(killed), 'the process is killed');
      expect((await killed.ended).signal).toBe('SIGKILL');

      // The claim of the killed process would expire in a minute.
      await database.transaction((tx) => tx.update(Job, { state: 'waiting' }, { claimedUntil: 0 }));
      const service = await startProcess(site.env);
      const isWaiting = () => database.manager.existsBy(Job, { kind: 'webhooks.deliver', state: 'waiting' });
      await until(async () => !(await isWaiting()), 'no delivery is waiting');
      const posts = await fetch(`${service.url}/wp-json/wp/v2/posts?slug=${expected.step.replace(' ', '-')}`);
      await service.stop();
      expect(await posts.json()).toHaveLength(expected.messages > 0 ? 1 : 0);
      expect(receiver.received).toHaveLength(expected.messages);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
        Math.min(expected.messages, 1),
      );
      expect((await database.manager.find(WebhookDelivery)).map(({ state }) => state)).toEqual(
        expected.messages > 0 ? ['delivered'] : [],
      );
    });
  });
});
