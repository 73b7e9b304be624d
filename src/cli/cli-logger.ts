import { pino } from 'pino';
import { type Config } from '../platform/config/config.js';
import { createLogger, PinoLogger } from '../platform/logging/pino.logger.js';

const STDERR = 2;

/** Logs go beside the answer; what the service says at its start is of no interest to who runs a command. */
export function cliLogger({ logLevel }: Config): PinoLogger {
  return new PinoLogger(
    createLogger(logLevel === 'info' ? 'warn' : logLevel, pino.destination({ dest: STDERR, sync: true })),
  );
}
