import { pino } from 'pino';
import { type Config } from '../platform/config/config.js';
import { terminalLines } from '../platform/logging/terminal-lines.js';
import { createLogger, PinoLogger } from '../platform/logging/pino.logger.js';

const STDERR = 2;

/** Logs go to the error stream, away from the command's output, and leave out what the service logs at its start. */
export function cliLogger({ logLevel }: Config): PinoLogger {
  return new PinoLogger(
    createLogger(
      logLevel === 'info' ? 'warn' : logLevel,
      process.stderr.isTTY ? terminalLines(process.stderr) : pino.destination({ dest: STDERR, sync: true }),
    ),
  );
}
