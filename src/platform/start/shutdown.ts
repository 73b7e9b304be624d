import { type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { type INestApplication, Logger } from '@nestjs/common';
import { HealthService } from '../health/health.service.js';

/** Connections that arrive shortly after readiness is off are still accepted. */
const GRACE_MS = 500;

/** Idle connections stay open for this long, so that their next response can announce that it is the last one. */
const IDLE_MS = 500;

/** The same for a worker that has been replaced: nothing waits for its end. */
const REPLACED_IDLE_MS = 5000;

/** A terminal signals every process of its group, and npm and the Nest CLI pass the signal on: repeats within this time are one request to stop. */
const SAME_REQUEST_MS = 1000;

/** SIGHUP is sent when a terminal or session closes; its default would end the process without draining. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Sent to the primary process to replace its workers one by one, and by it to a worker that has been replaced. */
export const REPLACE_SIGNAL = 'SIGUSR2';

export interface StopOptions {
  /** Time for requests in progress to finish. */
  readonly seconds: number;
  /** Makes every response from now on the last one of its connection. */
  announce(): void;
  /** Whether another process replaces this one and says so with `REPLACE_SIGNAL`. */
  readonly isWorker: boolean;
}

/**
 * On SIGTERM, SIGINT or SIGHUP: readiness off, responses close their connections, no new connections, running requests are
 * finished, then the database is closed and the process exits with 0. A later signal ends it at once. `handOver` leaves the port
 * and the signals to another application of the process at once, finishes the requests that it has, and passes those on that arrive
 * by connections that are open.
 */
export function stopGracefully(
  app: INestApplication<Server>,
  { seconds, announce, isWorker }: StopOptions,
): { handOver(next: INestApplication<Server>): void } {
  const logger = new Logger('Shutdown');
  let since: number | undefined;
  let drained: Promise<void> | undefined;
  const begin = (idleMs: number): Promise<void> => {
    if (drained) return drained;
    app.get(HealthService, { strict: false }).stop();
    announce();
    drained = drain(app, { seconds, idleMs, graceMs: GRACE_MS });
    return drained;
  };
  const exitAfter = (idleMs: number): void => {
    since = performance.now();
    void begin(idleMs).then(() => process.exit(0));
  };
  const stop = (): void => {
    if (since === undefined) {
      logger.log('Stopping after the requests in progress. A second signal ends the process at once.');
      exitAfter(IDLE_MS);
    } else if (performance.now() - since > SAME_REQUEST_MS) process.exit(1);
  };
  const replace = (): void => {
    if (isWorker && since === undefined) exitAfter(REPLACED_IDLE_MS);
    else if (!isWorker) logger.warn('SIGUSR2 replaces workers one by one. There are none: WORKERS is 1.');
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  process.on(REPLACE_SIGNAL, replace);
  return {
    handOver: (next) => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      process.off(REPLACE_SIGNAL, replace);
      announce();
      takePort(app.getHttpServer(), next.getHttpServer());
      passOn(app.getHttpServer(), next.getHttpServer());
      drained ??= drain(app, { seconds, idleMs: REPLACED_IDLE_MS, graceMs: 0 });
    },
  };
}

/**
 * The other server listens on the socket of this one, so that no connection that arrives meanwhile is refused. Closing this one
 * must not close the socket.
 */
function takePort(from: Server, to: Server): void {
  to.listen(from);
  (from as { _handle?: unknown })._handle = null;
}

/** Each connection ends after its next response. */
function passOn(from: Server, to: Server): void {
  from.removeAllListeners('request');
  from.on('request', (request, response) => {
    response.shouldKeepAlive = false;
    to.emit('request', request, response);
  });
}

async function drain(
  app: INestApplication<Server>,
  { seconds, idleMs, graceMs }: { seconds: number; idleMs: number; graceMs: number },
): Promise<void> {
  const server = app.getHttpServer();
  if (graceMs > 0) await new Promise((done) => setTimeout(done, graceMs));
  const timer = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  // That of HTTP servers would also close idle connections at once, on which requests may be arriving.
  const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
  let idle: NodeJS.Timeout | undefined;
  const patience = setTimeout(() => {
    server.closeIdleConnections();
    idle = setInterval(() => server.closeIdleConnections(), 200);
  }, idleMs);
  await closed;
  clearTimeout(patience);
  clearInterval(idle);
  clearTimeout(timer);
  await app.close();
}
