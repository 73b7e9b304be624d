import cluster from 'node:cluster';
import { createApp } from './create-app.js';
import { startMetrics, startWorkerMetrics } from './observe/metrics/start-metrics.js';
import { type Config, ConfigError, loadConfig } from './platform/config/config.js';
import { createLogger } from './platform/logging/pino.logger.js';
import { prepareDatabase } from './platform/start/prepare-database.js';
import { stopGracefully } from './platform/start/shutdown.js';
import { superviseWorkers } from './platform/start/workers.js';

const quit = (): void => process.exit(0);

/** Until requests are served nothing is under way. The first process of a container must say so: it is not ended by default. */
function stopAtOnce(yes: boolean): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process[yes ? 'on' : 'off'](signal, quit);
}

async function start(): Promise<void> {
  stopAtOnce(true);
  const config = loadConfig();
  if (cluster.isWorker) {
    await serve(config);
    return;
  }
  const installed = await prepareDatabase(config);
  if (config.workers > 1) {
    await startWorkerMetrics(config.observe);
    stopAtOnce(false);
  }
  const port =
    config.workers > 1
      ? await superviseWorkers(config.workers, createLogger(config.logLevel)).then(() => config.port)
      : await serve(config);
  process.stdout.write(greeting(config.siteUrl ?? `http://localhost:${port}`, config.basePath, installed));
}

/** Answers requests in this process; gives the port it listens on. */
async function serve(config: Config): Promise<number> {
  const app = await createApp(config);
  await startMetrics(app, config.observe);
  await app.listen(config.port, config.host);
  stopAtOnce(false);
  stopGracefully(app, config.shutdownSeconds);
  return (app.getHttpServer().address() as { port: number }).port;
}

function greeting(site: string, basePath: string, installed: { login: string; password?: string } | undefined): string {
  const lines = ['', `  Nestpress is ready: ${site}${basePath}/`];
  if (installed?.password) {
    lines.push(
      `  Sign in with HTTP Basic: ${installed.login} / ${installed.password}`,
      '  This password is shown only once.',
    );
  } else if (installed) {
    lines.push(`  Sign in with HTTP Basic: ${installed.login} and the password in ADMIN_PASSWORD`);
  }
  return `${lines.join('\n')}\n\n`;
}

start().catch((error: unknown) => {
  const message =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`Nestpress could not start: ${message}\n`);
  process.exit(1);
});
