import { existsSync } from 'node:fs';
import { type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { defineService } from '../app.module.js';
import { Database } from '../database/database.js';
import { hasSite } from '../database/index.js';
import { loadExtensions } from '../load-extensions.js';
import { type Config } from '../platform/config/config.js';
import { createLogger, PinoLogger, terminalLines } from '../platform/logging/pino.logger.js';
import { openConfiguredDatabase } from '../platform/start/prepare-database.js';
import { TransferModule } from '../transfer/transfer.module.js';
import { CliFailure } from './cli.js';

const STDERR = 2;

/** The service's modules, for commands. A database without a site is an error; only `install` creates one. */
export async function createContext(config: Config): Promise<INestApplicationContext> {
  await assertSiteExists(config);
  const { modules = [], content } = await loadExtensions(config);
  const opened: Database[] = [];
  const extensions = { modules: [TransferModule, remember(opened), ...modules], content };
  try {
    const { module } = await defineService(config, extensions);
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

/** Checked before the application starts, which would retry for long to reach the database. */
export async function assertSiteExists(config: Config): Promise<void> {
  const missing = new CliFailure('There is no site in this database yet. `nestpress install` creates one.');
  // Opening would create the file.
  if (config.databaseUrl === undefined && !existsSync(config.databaseFile)) throw missing;
  const database = await openConfiguredDatabase(config);
  try {
    if (!(await hasSite(database))) throw missing;
  } finally {
    await database.close();
  }
}

/** Logs to stderr, away from the command's output, and without the messages the service logs at start. */
function cliLogger({ logLevel }: Config): PinoLogger {
  return new PinoLogger(
    createLogger(
      logLevel === 'info' ? 'warn' : logLevel,
      process.stderr.isTTY ? terminalLines(process.stderr) : pino.destination({ dest: STDERR, sync: true }),
    ),
  );
}
