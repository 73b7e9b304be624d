import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/free-port.mjs';
import { ADMIN } from './app.js';
import { type ServiceProcess, startProcess } from './process.js';

const CLOCK_TICK_MS = 10;

/** The compiled service in a process of its own, with what an attack is measured by. */
export interface AttackedService {
  url: string;
  /** Processor time so far. */
  processorMs(): number;
  /** Private memory. */
  megabytes(): number;
  /** A value of /metrics. */
  metric(name: string): Promise<number>;
  process: ServiceProcess;
  stop(): Promise<void>;
}

export async function startAttackedService(env: Record<string, string> = {}): Promise<AttackedService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-attack-'));
  const metricsPort = await freePort();
  const service = await startProcess({
    DATA_DIR: dataDir,
    SITE_URL: 'http://site.test',
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
    METRICS_PORT: String(metricsPort),
    ...env,
  });
  const proc = (file: string) => readFileSync(`/proc/${service.child.pid}/${file}`, 'utf8');
  return {
    url: service.url,
    process: service,
    processorMs: () => {
      const [, fields = ''] = proc('stat').split(') ');
      const [user, system] = fields.split(' ').slice(11, 13);
      return (Number(user) + Number(system)) * CLOCK_TICK_MS;
    },
    megabytes: () => Number(/RssAnon:\s+(\d+)/.exec(proc('status'))![1]) / 1024,
    metric: async (name) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
    },
    stop: async () => {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
