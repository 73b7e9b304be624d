import { once } from 'node:events';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type auditMembers } from './audit-log.fields.js';
import { type AuditQuery } from './audit-log.store.js';
import { csvLine } from '../../text/csv.js';
import { type Cli, textTable, wholeNumber } from '../../platform/command-line/cli.js';

type Line = ReturnType<typeof auditMembers>;

interface Filters {
  event?: string;
  actor?: number;
  after?: number;
  before?: number;
}

const BATCH = 1000;
const COLUMNS = [
  'id',
  'date',
  'event',
  'actor',
  'actor_login',
  'via',
  'address',
  'object_type',
  'object_id',
  'object_name',
  'details',
] as const satisfies (keyof Line)[];

export function register(program: Command, cli: Cli): void {
  const group = program.command('audit-log').description('who changed what, and when');
  const service = async () => {
    const { AuditLogService } = await import('./audit-log.service.js');
    try {
      return (await cli.app()).get(AuditLogService);
    } catch {
      return cli.fail('The audit log is part of nestpress/v1, which is switched off. CONSOLE=api switches it on.');
    }
  };

  /** In batches, latest first. */
  async function* read({ event, actor, after, before }: Filters, limit: number): AsyncGenerator<Line[]> {
    const log = await service();
    const { auditMembers } = await import('./audit-log.fields.js');
    const filters: Omit<AuditQuery, 'limit'> = { event, actor, from: after, until: before };
    let cursor: number | undefined;
    for (let left = limit; left > 0; left -= BATCH) {
      const entries = await log.find({ ...filters, before: cursor, limit: Math.min(left, BATCH) });
      if (entries.length > 0) yield entries.map(auditMembers);
      if (entries.length < BATCH) return;
      cursor = entries.at(-1)!.id;
    }
  }

  filtered(group.command('list').description('the latest entries'))
    .option('--limit <number>', 'maximum number of entries', wholeNumber(1, 10_000), 50)
    .action(async ({ limit, ...filters }: Filters & { limit: number }) => {
      const lines: Line[] = [];
      for await (const batch of read(filters, limit)) lines.push(...batch);
      const rows = lines.map((line) => [line.id, line.date, line.event, whoOf(line), line.address, whatOf(line)]);
      const headings = ['ID', 'Date', 'Event', 'Who', 'Address', 'What'];
      cli.print(lines, textTable(headings, rows, 'There are no entries.'));
    });

  filtered(group.command('export').description('writes all entries to the output, latest first'))
    .addOption(new Option('--format <format>', 'lines of JSON, or CSV').choices(['ndjson', 'csv']).default('ndjson'))
    .action(async ({ format, ...filters }: Filters & { format: 'ndjson' | 'csv' }) => {
      const write = async (text: string) => {
        if (!cli.streams.stdout.write(text)) await once(cli.streams.stdout, 'drain');
      };
      if (format === 'csv') await write(csvLine(COLUMNS));
      const lineOf = (line: Line) => (format === 'csv' ? csvLine(cellsOf(line)) : `${JSON.stringify(line)}\n`);
      for await (const lines of read(filters, Infinity)) await write(lines.map(lineOf).join(''));
    });

  group
    .command('retention')
    .description('for how many days entries are stored; sets it if a number is given')
    .argument('[days]', 'number of days', wholeNumber(30, 3650))
    .action(async (days: number | undefined) => {
      const log = await service();
      const { SYSTEM } = await import('../../access/principal.js');
      if (days !== undefined) await log.setRetentionDays(days, SYSTEM);
      const stored = await log.retentionDays();
      cli.print({ days: stored }, `Entries are stored for ${stored} days.`);
    });
}

function filtered(command: Command): Command {
  return command
    .option('--event <name>', 'only this event, such as user.updated')
    .option('--actor <id>', 'only what this user did', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .option('--after <date>', 'only entries since this date, such as 2026-01-31', time)
    .option('--before <date>', 'only entries before this date', time);
}

function time(value: string): number {
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It must be a date such as 2026-01-31.');
  return ms;
}

function whoOf({ actor, actor_login: login, via }: Line): string {
  const who = login || (actor === 0 ? '-' : String(actor));
  return via === '' ? who : `${who} via ${via}`;
}

function whatOf({ object_type: type, object_id: id, object_name: name, details }: Line): string {
  const values = Object.entries(details).map(([key, value]) => `${key}: ${[value].flat().join(' ')}`);
  return [type, id || '', name && JSON.stringify(name), ...values].filter(Boolean).join(' ');
}

function cellsOf(line: Line): string[] {
  return COLUMNS.map((name) => (name === 'details' ? JSON.stringify(line.details) : String(line[name])));
}
