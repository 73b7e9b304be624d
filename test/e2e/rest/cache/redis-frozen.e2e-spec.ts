import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { checkRedis } from '../../../../src/platform/diagnostics/service-checks.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { withProgram } from '../../../support/programs.js';
import { startRedis, type TestRedis } from '../../../support/redis.js';
import { until } from '../../../support/until.js';

/** How long a command waits for Redis. */
const COMMAND_TIMEOUT_MS = 300;

withProgram(['redis-server'], () => {
  let redis: TestRedis;
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    redis = (await startRedis())!;
    service = await startTestApp({ REDIS_URL: redis.url, RATE_LIMIT: 'on' });
  });
  afterAll(async () => {
    redis?.thaw();
    await service?.close();
    await redis?.stop();
  });

  const redisState = async () => (await request(service.server).get('/readyz')).body.checks.redis;

  test('a Redis that hangs is reported and delays no request', async () => {
    await until(async () => (await redisState()).state === 'ok', 'Redis is in use');
    redis.freeze();
    expect(await redisState()).toMatchObject({ state: 'failing', reason: expect.stringMatching(/^does not respond/) });
    // The first attempt notices it; later ones do not wait for Redis.
    const signIn = () => request(service.server).get(`${API}/users/me`).auth('admin', 'wrong');
    await signIn();
    const began = performance.now();
    for (let attempt = 0; attempt < 5; attempt++) await admin.get('/users/me').expect(200);
    expect((performance.now() - began) / 5).toBeLessThan(COMMAND_TIMEOUT_MS);
    const [finding] = await checkRedis({ config: loadConfig({ REDIS_URL: redis.url }) } as Parameters<
      typeof checkRedis
    >[0]);
    expect(finding).toMatchObject({ check: 'redis', state: 'fail' });
    redis.thaw();
    await until(async () => (await redisState()).state === 'ok', 'Redis is in use again');
  });
});
