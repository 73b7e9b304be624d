import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { type Config } from '../platform/config/config.js';
import { TransferModule } from '../transfer/transfer.module.js';
import { cliLogger } from './cli-logger.js';
import { assertSiteExists } from './site-is-there.js';

/** The same modules as the service's, for commands. A database without a site is an error, not a reason to make one. */
export async function createContext(config: Config): Promise<INestApplicationContext> {
  await assertSiteExists(config);
  return NestFactory.createApplicationContext(AppModule.forRoot(config, [TransferModule]), {
    logger: cliLogger(config),
    abortOnError: false,
  });
}
