import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command } from 'commander';
import { type ExportFilter } from './export-filter.js';
import { type Cli } from '../../../platform/command-line/cli.js';
import { ROWS } from '../../../platform/command-line/progress-line.js';

interface ExportFlags {
  output?: string;
  type?: string;
  status?: string;
  author?: string;
  category?: string;
  start?: string;
  end?: string;
}

export function register(program: Command, cli: Cli): void {
  program
    .command('export')
    .description('writes the site as an export file of WordPress (WXR 1.2)')
    .option('-o, --output <file>', 'output file; standard output by default')
    .option('--type <types>', 'only entries of these types, separated by commas: post,page')
    .option('--status <statuses>', 'only entries with these statuses: publish,draft')
    .option('--author <login>', 'only entries of this author')
    .option('--category <slug>', 'only entries in this category')
    .option('--start <day>', 'only entries from this day (2020-05-01) or month (2020-05) on')
    .option('--end <day>', 'only entries up to this day or month')
    .action(async ({ output, type, status, ...rest }: ExportFlags) => {
      if (output === undefined && cli.json) cli.fail('--json requires --output.');
      const filter: ExportFilter = { ...rest, types: list(type), statuses: list(status) };
      const { ExportService } = await import('./export.service.js');
      const service = (await cli.app()).get(ExportService);
      let entries = 0;
      await cli.withProgress(ROWS, async (line) => {
        const document = Readable.from(
          service.document(filter, (done, total) => {
            entries = done;
            line.update(done, total, `${done} entries`);
          }),
        );
        if (output === undefined) await pipeline(document, cli.streams.stdout, { end: false });
        else await writeWhole(document, output);
      });
      if (output !== undefined) cli.print({ file: output, entries }, `Wrote ${entries} entries to ${output}.`);
    });
}

/** Writes to a temporary name and renames, so that no incomplete file is left behind. */
async function writeWhole(document: Readable, file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await pipeline(document, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function list(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
