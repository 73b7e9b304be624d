import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { NOTICED_WITHIN_MS } from '../../../src/rest/cache/change-watch.service.js';
import { LOAD_MS, report, underLoad } from '../../support/cluster/load.js';
import { type Site, startSite } from '../../support/cluster/site.js';
import { createMysqlDatabase, onMysql } from '../../support/databases.js';
import { withProgram } from '../../support/programs.js';
import { startRedis, type TestRedis } from '../../support/redis.js';
import { until } from '../../support/until.js';

withProgram(['redis-server'], () => {
  onMysql(() => {
    let redis: TestRedis;
    let place: Awaited<ReturnType<typeof createMysqlDatabase>>;
    /** Two processes of the service, each with its own memory. */
    let one: Site;
    let two: Site;

    beforeAll(async () => {
      redis = (await startRedis())!;
      place = await createMysqlDatabase();
      const env = { DATABASE_URL: place.url, REDIS_URL: redis.url };
      one = await startSite(env);
      two = await startSite(env);
    });

    afterAll(async () => {
      await Promise.all([one, two].map((site) => site?.close()));
      await redis?.stop();
      await place?.drop();
    });

    /** Both hear what the other says. */
    async function untilConnected(): Promise<void> {
      const client = new Redis(redis.url, { maxRetriesPerRequest: 0 });
      client.on('error', () => undefined);
      await until(async () => (await client.pubsub('NUMSUB', 'nestpress:changes').catch(() => []))[1] === 2);
      client.disconnect();
    }

    /** How long the other process answered with the old title; from memory it may do so only within the bound. */
    async function noticedAfter(id: number, title: string): Promise<number> {
      await one.rename(id, title);
      const writtenAt = performance.now();
      for (;;) {
        const askedAt = performance.now();
        const seen = await two.cachedTitle(id);
        if (seen.title === title) return Math.round(performance.now() - writtenAt);
        if (seen.isHit) expect(askedAt - writtenAt).toBeLessThan(NOTICED_WITHIN_MS);
        await wait(5);
      }
    }

    test('Redis is killed under load and comes back: no failure, and nothing older than promised', async () => {
      const id = await one.create('first');
      await untilConnected();
      const noticed: Record<string, number[]> = { with: [], without: [], again: [] };
      let killedAt = 0;
      let connectedAfter = 0;
      const load = await underLoad(
        4,
        (number) => (number % 2 === 0 ? one : two).cachedTitle(id),
        async () => {
          for (let round = 0; round < 5; round++) noticed.with!.push(await noticedAfter(id, `with ${round}`));
          killedAt = performance.now();
          await redis.kill();
          for (let round = 0; round < 3; round++) noticed.without!.push(await noticedAfter(id, `without ${round}`));
          await wait(LOAD_MS);
          await redis.restart();
          const restartedAt = performance.now();
          await untilConnected();
          connectedAfter = Math.round(performance.now() - restartedAt);
          for (let round = 0; round < 5; round++) noticed.again!.push(await noticedAfter(id, `again ${round}`));
        },
      );
      report('Redis', load, load.recoveredAfter(killedAt));
      const times = Object.entries(noticed).map(([when, ms]) => `${when} ${ms.join(' ')}`);
      process.stdout.write(
        `a change was noticed elsewhere after ms: ${times.join(', ')}; connected again ${connectedAfter} ms after the restart\n`,
      );
      expect(load.errors).toBe(0);
    });
  });
});
