import { inspect, styleText } from 'node:util';
import { type LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentQueryContext } from '../../database/engine/query-counter.js';

type Terminal = Pick<NodeJS.WriteStream, 'write'>;

const COLORS = {
  fatal: 'red',
  error: 'red',
  warn: 'yellow',
  info: 'green',
  debug: 'gray',
  trace: 'gray',
} as const;

/** Formats log entries for terminals: `12:03:45 warn  [Database] message name=value`, `12:03:45 info  GET /path 200 12 ms`. */
export function terminalLines(terminal: Terminal): DestinationStream {
  return { write: (line) => void terminal.write(readableLine(line)) };
}

function readableLine(json: string): string {
  const { level, time, context, stack, err, ...entry } = JSON.parse(json) as Record<string, unknown>;
  const name = (pino.levels.labels[Number(level)] ?? 'info') as keyof typeof COLORS;
  const { message, fields } = isRequest(entry) ? describeRequest(entry) : describe(entry);
  const words = [
    new Date(Number(time)).toTimeString().slice(0, 8),
    styleText(COLORS[name], name.padEnd(5)),
    ...(context === undefined ? [] : [`[${String(context)}]`]),
    ...message,
    ...Object.entries(fields).map(([key, value]) => `${key}=${visible(value)}`),
  ];
  const trace = stack ?? (err as { stack?: unknown } | undefined)?.stack;
  return `${words.join(' ')}\n${trace === undefined ? '' : `${String(trace)}\n`}`;
}

interface Description {
  message: string[];
  fields: Record<string, unknown>;
}

function describe({ msg, ...fields }: Record<string, unknown>): Description {
  return { message: msg === undefined ? [] : [String(msg)], fields };
}

interface RequestEntry {
  method: string;
  path: string;
  status: number;
  ms?: number;
}

function isRequest({ msg, path }: Record<string, unknown>): boolean {
  return msg === 'request' && path !== undefined;
}

/** The route repeats the path, and the ID matters only where other lines have it: those of errors and slow queries. */
function describeRequest(entry: Record<string, unknown>): Description {
  const {
    msg: _,
    requestId,
    route: _route,
    method,
    path,
    status,
    ms,
    ...fields
  } = entry as Record<string, unknown> & RequestEntry;
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const time = ms === undefined ? [] : [`${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`];
  return {
    message: [method, visible(path), styleText(color, String(status)), ...time],
    fields: status >= 500 ? { ...fields, requestId } : fields,
  };
}

/** Text from requests must not control the terminal, so control characters are escaped. */
function visible(value: unknown): string {
  if (typeof value !== 'string') return inspect(value, { breakLength: Infinity });
  return /^[!-~]+$/.test(value) ? value : JSON.stringify(value);
}

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

/** Warns of a second data source of the process; applications that run next to each other while the service starts again have one each. */
const DATA_SOURCE_NAMES = 'DataSourceNameRegistry';

/** Usually the name of a class, which the bundled build may begin with an underscore. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const context = rest.at(-1);
  return typeof context === 'string' ? context.replace(/^_(?=[A-Z])/, '') : undefined;
}

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
    this.write(FRAMEWORK_CONTEXTS.has(contextOf(rest) ?? '') ? 'debug' : 'info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write(contextOf(rest) === DATA_SOURCE_NAMES ? 'debug' : 'warn', message, rest);
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
    const context = contextOf(rest);
    const fields = typeof message === 'object' && message !== null ? { ...message } : { msg: String(message) };
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? { stack: rest[0] } : {};
    this.pino[level]({
      ...currentQueryContext()?.about,
      ...(context !== undefined && { context }),
      ...stack,
      ...fields,
    });
  }
}
