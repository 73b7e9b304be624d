import { type Server } from 'node:http';
import { type INestApplication, Logger } from '@nestjs/common';
import { HealthService } from '../health/health.service.js';

/** Connections that arrive shortly after readiness is off are still accepted. */
const GRACE_MS = 500;

/** A terminal signals every process of its group, and npm and the Nest CLI pass the signal on: repeats within this time are one request to stop. */
const SAME_REQUEST_MS = 1000;

/** SIGHUP is sent when a terminal or session closes; its default would end the process without draining. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * On SIGTERM, SIGINT or SIGHUP: readiness off, no new connections, running requests are finished, then the database is
 * closed and the process exits with 0. A later signal ends it at once.
 */
export function stopGracefully(app: INestApplication<Server>, seconds: number): void {
  let since: number | undefined;
  const stop = (): void => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_REQUEST_MS) process.exit(1);
      return;
    }
    since = performance.now();
    new Logger('Shutdown').log('Stopping after the requests in progress. A second signal ends the process at once.');
    app.get(HealthService, { strict: false }).stop();
    void drain(app, seconds).then(() => process.exit(0));
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}

async function drain(app: INestApplication<Server>, seconds: number): Promise<void> {
  const server = app.getHttpServer();
  await new Promise((done) => setTimeout(done, GRACE_MS));
  const timer = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 200);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
  await app.close();
}
