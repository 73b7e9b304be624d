import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ADMIN, ADMIN_AUTHORIZATION, eachEngine } from '../support/app.js';
import { createMysqlDatabase } from '../support/databases.js';
import { type ServiceProcess, startProcess } from '../support/process.js';

const ROUNDS = 60;

eachEngine((engine) => {
  /** Both processes change the same version of a post, again and again. */
  async function race(workers: number): Promise<Record<string, number>> {
    const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-if-match-'));
    const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const env = {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: ADMIN.password,
      CONSOLE: 'api',
      RATE_LIMIT: 'off',
      WORKERS: String(workers),
      ...(place && { DATABASE_URL: place.url }),
    };
    const services: ServiceProcess[] = [];
    const pairs: Record<string, number> = {};
    try {
      services.push(await startProcess(env));
      services.push(workers > 1 ? services[0]! : await startProcess(env));
      const send = (service: ServiceProcess, method: string, path: string, body?: object, tag = '') =>
        fetch(`${service.url}/wp-json/wp/v2${path}`, {
          method,
          headers: {
            Authorization: ADMIN_AUTHORIZATION,
            // A connection each, so that workers take turns.
            Connection: 'close',
            ...(body && { 'Content-Type': 'application/json' }),
            ...(tag && { 'If-Match': tag }),
          },
          body: body && JSON.stringify(body),
        });
      const { id } = (await (await send(services[0]!, 'POST', '/posts', { title: 'Post' })).json()) as { id: number };
      for (let round = 0; round < ROUNDS; round++) {
        const tag = (await send(services[0]!, 'GET', `/posts/${id}?context=edit`)).headers.get('etag')!;
        const statuses = await Promise.all(
          services.map((service, index) =>
            send(service, 'POST', `/posts/${id}`, { title: `${round} of ${index}` }, tag).then(({ status }) => status),
          ),
        );
        const pair = statuses.sort().join(' ');
        pairs[pair] = (pairs[pair] ?? 0) + 1;
      }
    } finally {
      for (const service of new Set(services)) await service.stop();
      await place?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
    return pairs;
  }

  test('of two processes that change one version of an item, one gets 412', async () => {
    expect(await race(1)).toEqual({ '200 412': ROUNDS });
  });

  test('of two workers that change one version of an item, one gets 412', async () => {
    expect(await race(2)).toEqual({ '200 412': ROUNDS });
  });
});
