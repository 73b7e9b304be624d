import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, pino, type Logger } from 'pino';
import { currentQueryContext } from '../../database/engine/query-counter.js';
import { terminalLines } from './terminal-lines.js';

/** Paths in log entries that may contain secrets. */
const SECRETS = [
  'password',
  '*.password',
  'authorization',
  '*.authorization',
  'cookie',
  '*.cookie',
  'headers["x-wp-nonce"]',
  '*.headers["x-wp-nonce"]',
  'headers.authorization',
  '*.headers.authorization',
  'headers.cookie',
  '*.headers.cookie',
  'err.parameters',
  'err.sql',
  'err.query',
];

/** Contexts of Nest's own start, with a line for each module and route: logged at debug level. */
const FRAMEWORK_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** JSON, or readable lines on a terminal. */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  return pino({ level, base: undefined, redact: { paths: SECRETS, censor: '[redacted]' } }, destination);
}

function standardOutput(): DestinationStream {
  return process.stdout.isTTY ? terminalLines(process.stdout) : pino.destination(1);
}

/** Nest's log goes through the same structured log as requests. */
export class PinoLogger implements LoggerService {
  constructor(readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(FRAMEWORK_CONTEXTS.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Adds the current request if query attribution is on. Nest passes its context as the last argument, preceded by a stack for errors. */
  private write(
    level: 'info' | 'warn' | 'error' | 'fatal' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    const fields = typeof message === 'object' && message !== null ? { ...message } : { msg: String(message) };
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? { stack: rest[0] } : {};
    this.pino[level]({
      ...currentQueryContext()?.about,
      ...(typeof context === 'string' && { context }),
      ...stack,
      ...fields,
    });
  }
}
