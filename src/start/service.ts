import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { Logger } from '@nestjs/common';
import { createApp, prepareSite } from './create-app.js';
import { loadModules } from '../hooks/load-modules.js';
import { activeFeatures, FEATURES } from './active-features.js';
import { type Config } from '../platform/config/config.js';
import { loadConfig, unknownVariables } from '../platform/config/load-config.js';
import { RestartService } from '../platform/config/restart.service.js';
import { isFirstReplacement } from '../platform/config/worker-replacement.js';
import { createLogger, PinoLogger } from '../platform/logging/pino.logger.js';
import { greeting } from '../platform/start/greeting.js';
import { defaultAddress } from '../platform/start/prepare-database.js';
import { REPLACE_SIGNAL, STOP_SIGNALS, stopGracefully } from '../platform/start/shutdown.js';
import { startErrorText } from '../platform/start/start-error.js';
import { checkPorts, explained, superviseWorkers } from '../platform/start/processes.js';
import { type FastExpressAdapter } from '../rest/server/fast-express.adapter.js';
import { DeclarationError } from '../content-model/declarations.js';

const quit = (): void => process.exit(0);

/** Before the service listens it can exit at once. PID 1 of a container must handle signals itself: it has no default action. */
function stopAtOnce(yes: boolean): void {
  for (const signal of STOP_SIGNALS) process[yes ? 'on' : 'off'](signal, quit);
}

async function start(): Promise<void> {
  stopAtOnce(true);
  if (cluster.isWorker) {
    const config = loadConfig();
    // Its files may be those of a newer version than the primary process has started.
    if (isFirstReplacement()) await prepareSite(config);
    await serve(config);
    return;
  }
  for (const hint of unknownVariables()) process.stderr.write(`${hint}\n`);
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  Logger.overrideLogger(new PinoLogger(logger));
  // Checked before the database is opened; each worker loads them again.
  await loadModules(config);
  await checkPorts(config, ...FEATURES.map((feature) => feature.ports?.(config) ?? {}));
  const signIn = await prepareSite(config);
  logger.info({ context: 'Start', msg: 'Starting the service.' });
  if (config.workers > 1) {
    for (const feature of FEATURES) await feature.startPrimary?.(config);
    stopAtOnce(false);
  }
  const port =
    config.workers > 1 ? await superviseWorkers(config.workers, logger).then(() => config.port) : await serve(config);
  const site = config.siteUrl ?? defaultAddress({ port });
  const links = (await activeFeatures(config)).map((feature) => feature.links ?? {});
  process.stdout.write(greeting(site, config, Object.assign({}, ...links) as Record<string, string>, signIn));
}

type HandOver = ReturnType<typeof stopGracefully>['handOver'];

/** Serves requests in this process; returns the port it listens on. `release`: ends another application on that port. */
async function serve(config: Config, release?: HandOver): Promise<number> {
  const app = await createApp(config, await loadModules(config));
  try {
    await app.init();
    for (const feature of FEATURES) await feature.start?.(app, config);
  } catch (error) {
    await app.close().catch(() => undefined);
    throw error;
  }
  if (release) release(app);
  else
    await app.listen(config.port, config.host).catch((error: unknown) => {
      throw explained(error, { name: 'PORT', ...config });
    });
  setFlagsFromString('--semi-space-growth-factor=2');
  stopAtOnce(false);
  const adapter = app.getHttpAdapter() as FastExpressAdapter;
  const { handOver } = stopGracefully(app, {
    seconds: config.shutdownSeconds,
    announce: () => adapter.closeAfterResponses(),
    isWorker: cluster.isWorker,
  });
  const { port } = app.getHttpServer().address() as { port: number };
  app.get(RestartService).onRequest(async () => {
    // The primary process replaces all of its workers.
    if (cluster.isWorker) process.kill(process.ppid, REPLACE_SIGNAL);
    else await startAgain({ ...config, port }, handOver);
  });
  return port;
}

/** Requests are served by the application that runs until the next one is ready, and by that one if it cannot be. */
async function startAgain(config: Config, handOver: HandOver): Promise<void> {
  let isReleased = false;
  const release: HandOver = (next) => {
    isReleased = true;
    handOver(next);
  };
  await serve(config, release).catch((error: unknown) => {
    if (isReleased) reportFailure(error);
    new Logger('Start').error(`The service could not start again and goes on as before: ${failureText(error)}`);
  });
}

const failureText = (error: unknown): string =>
  error instanceof DeclarationError ? error.message : startErrorText(error);

function reportFailure(error: unknown): never {
  process.stderr.write(`Nestpress could not start: ${failureText(error)}
`);
  process.exit(1);
}

start().catch(reportFailure);
