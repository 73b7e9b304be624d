import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Not } from 'typeorm';
import { IdempotencyKey } from '../../../../src/features/idempotency/idempotency-key.entity.js';
import { type Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { ADMIN_AUTHORIZATION, eachEngine } from '../../../support/app.js';
import { crashSteps, hasEnded, startProcess } from '../../../support/process.js';
import { type ProcessSite, createProcessSite } from '../../../support/process-site.js';
import { until } from '../../../support/until.js';

const KILLER = join(import.meta.dirname, '../../../support/kill-at-mail.mjs');

/** When the process is killed, and what the repeated request gets from the next one. */
const STEPS = [
  // The key is claimed, nothing is written: the repeated request writes.
  { step: 'after storing', status: 201, isReplayed: false },
  // The post is written, its response is not stored.
  { step: 'after writing', status: 409, isReplayed: false },
  { step: 'after ending', status: 201, isReplayed: true },
];

eachEngine((engine) => {
  describe('a process killed while it carries out a write with a key', () => {
    let site: ProcessSite;
    let database: Database;

    beforeAll(async () => {
      site = await createProcessSite(engine);
      await (await startProcess(site.env)).stop();
      database = await site.database();
    });
    afterAll(() => site?.close());

    test.each(crashSteps(STEPS, engine))('$step: the post is written once', async ({ step, status, isReplayed }) => {
      const post = (url: string) =>
        fetch(`${url}/wp-json/wp/v2/posts`, {
          method: 'POST',
          headers: { authorization: ADMIN_AUTHORIZATION, 'content-type': 'application/json', 'idempotency-key': step },
          body: JSON.stringify({ title: step }),
        });
      const state = step === 'after writing' ? 'written' : 'done';
      const killed = await startProcess({
        ...site.env,
        KILL_AT: step === 'after writing' ? 'after ending' : step,
        KILL_ROWS: `nestpress_idempotency_keys:${state}`,
        NODE_OPTIONS: `--import=${KILLER}`,
      });
      await post(killed.url).catch(() => undefined);
      await until(() => hasEnded(killed), 'the process is killed');
      expect((await killed.ended).signal).toBe('SIGKILL');

      const service = await startProcess(site.env);
      const early = await post(service.url);
      // The claim of the killed process would expire in a minute.
      await database.transaction((tx) => tx.update(IdempotencyKey, { hash: Not('') }, { claimedUntil: 0 }));
      const again = await post(service.url);
      await service.stop();
      if (!isReplayed) expect(await early.json()).toMatchObject({ code: 'rest_idempotency_in_progress' });
      expect(again.status).toBe(status);
      expect(again.headers.get('idempotency-replayed')).toBe(isReplayed ? 'true' : null);
      expect(await database.manager.countBy(Post, { title: step, type: 'post' })).toBe(1);
    });
  });
});
