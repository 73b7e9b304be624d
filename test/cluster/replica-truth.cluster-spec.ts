import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { NOTICED_WITHIN_MS } from '../../src/rest/cache/change-watch.service.js';
import { ADMIN } from '../support/app.js';
import { LOAD_MS } from '../support/cluster/load.js';
import { startReplicated } from '../support/cluster/replicated.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { withProgram } from '../support/programs.js';
import { cacheTruth } from '../support/truth/cache-truth.js';

withProgram(['mariadbd'], () => {
  test(
    'responses cached by processes that read from replicas are never older than the bound, even if a replica lags',
    async () => {
      const servers = await startReplicated();
      const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-replica-truth-'));
      const services: ServiceProcess[] = [];
      // Again and again one replica stops following for a moment.
      const hiccups = setInterval(() => {
        const replica = servers.replicas[0]!;
        void replica.exec('STOP SLAVE SQL_THREAD').then(
          () => setTimeout(() => void replica.exec('START SLAVE SQL_THREAD').catch(() => undefined), 300),
          () => undefined,
        );
      }, 1000);
      try {
        await servers.primary.exec('CREATE DATABASE site CHARACTER SET utf8mb4');
        const env = {
          DATA_DIR: dataDir,
          SITE_URL: 'http://site.test',
          ADMIN_PASSWORD: ADMIN.password,
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'error',
          DATABASE_URL: servers.primary.url('site'),
        };
        const replicas = { DATABASE_REPLICAS: servers.replicas.map((replica) => replica.url('site')).join() };
        for (const settings of [replicas, replicas, { CACHE_MB: '0' }])
          services.push(await startProcess({ ...env, ...settings }));
        const [one, two, twin] = services.map(({ url }) => url) as [string, string, string];
        const { stale, ...counts } = await cacheTruth({
          cached: [one, two],
          twin,
          seconds: LOAD_MS / 1000,
          boundMs: NOTICED_WITHIN_MS,
        });
        process.stdout.write(`cache truth with replicas: ${JSON.stringify({ ...counts, stale: stale.length })}\n`);
        expect(stale).toEqual([]);
        expect(counts.failures).toBe(0);
        expect(counts.hits).toBeGreaterThan(50);
      } finally {
        clearInterval(hiccups);
        await Promise.all(services.map((service) => service.stop()));
        await servers.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    LOAD_MS + 300_000,
  );
});
