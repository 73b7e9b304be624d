import { inspect, styleText } from 'node:util';
import { type DestinationStream, pino } from 'pino';

type Terminal = Pick<NodeJS.WriteStream, 'write'>;

const COLORS = {
  fatal: 'red',
  error: 'red',
  warn: 'yellow',
  info: 'green',
  debug: 'gray',
  trace: 'gray',
} as const;

/** Formats log entries for terminals: `12:03:45 warn  [Database] message name=value`. */
export function terminalLines(terminal: Terminal): DestinationStream {
  return { write: (line) => void terminal.write(readableLine(line)) };
}

function readableLine(json: string): string {
  const { level, time, context, msg, stack, err, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const name = (pino.levels.labels[Number(level)] ?? 'info') as keyof typeof COLORS;
  const details = Object.entries(fields).map(([key, value]) => `${key}=${visible(value)}`);
  const words = [
    new Date(Number(time)).toTimeString().slice(0, 8),
    styleText(COLORS[name], name.padEnd(5)),
    ...(context === undefined ? [] : [`[${String(context)}]`]),
    ...(msg === undefined ? [] : [String(msg)]),
    ...details,
  ];
  const trace = stack ?? (err as { stack?: unknown } | undefined)?.stack;
  return `${words.join(' ')}\n${trace === undefined ? '' : `${String(trace)}\n`}`;
}

/** Text from requests must not control the terminal, so control characters are escaped. */
function visible(value: unknown): string {
  if (typeof value !== 'string') return inspect(value, { breakLength: Infinity });
  return /^[!-~]+$/.test(value) ? value : JSON.stringify(value);
}
