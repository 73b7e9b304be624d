import { type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { defineService } from '../start/define-service.js';
import { Database } from '../database/database.js';
import { loadModules } from '../hooks/load-modules.js';
import { type Config } from '../platform/config/config.js';
import { createLogger, PinoLogger, terminalLines } from '../platform/logging/pino.logger.js';
import { FEATURES } from '../start/active-features.js';
import { assertSiteExists } from '../platform/command-line/assert-site-exists.js';

const STDERR = 2;

/** The service's modules, for commands. A database without a site is an error; only `install` creates one. */
export async function createContext(config: Config): Promise<INestApplicationContext> {
  await assertSiteExists(config);
  const { modules = [], content } = await loadModules(config);
  const opened: Database[] = [];
  const loaded = {
    modules: [...FEATURES.flatMap((feature) => feature.commandModules ?? []), remember(opened), ...modules],
    content,
  };
  try {
    const { module } = await defineService(config, loaded);
    return await NestFactory.createApplicationContext(module, { logger: cliLogger(config), abortOnError: false });
  } catch (error) {
    // Open connections would keep the command from ending.
    for (const database of opened) await database.close();
    throw error;
  }
}

/** Nest does not hand out a context whose start failed. */
function remember(opened: Database[]): DynamicModule {
  const provider = {
    provide: Symbol('opened'),
    useFactory: (database: Database) => opened.push(database),
    inject: [Database],
  };
  return { module: OpenedDatabaseModule, providers: [provider] };
}

class OpenedDatabaseModule {}

/** Logs to stderr, away from the command's output, and without the messages the service logs at start. */
function cliLogger({ logLevel }: Config): PinoLogger {
  return new PinoLogger(
    createLogger(
      logLevel === 'info' ? 'warn' : logLevel,
      process.stderr.isTTY ? terminalLines(process.stderr) : pino.destination({ dest: STDERR, sync: true }),
    ),
  );
}
