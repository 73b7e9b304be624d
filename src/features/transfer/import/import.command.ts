import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { type Command } from 'commander';
import { type ImportReport } from './import.store.js';
import { type Cli } from '../../../platform/command-line/cli.js';
import { BYTES } from '../../../platform/command-line/progress-line.js';

interface ImportFlags {
  authors?: string;
  authorDefault?: string;
  uploads?: string;
  fetch?: boolean;
}

export function register(program: Command, cli: Cli): void {
  program
    .command('import <file>')
    .description('imports a WordPress export file (WXR); running the same command again resumes an interrupted import')
    .option('--authors <file>', 'a JSON object that maps logins in the file to logins on this site')
    .option(
      '--author-default <login>',
      'account that gets the entries of unknown authors; by default accounts are created for them',
    )
    .option('--uploads <folder>', 'a copy of the other site’s wp-content/uploads, to take files from')
    .option('--fetch', 'download files from the other site')
    .action(async (file: string, flags: ImportFlags) => {
      if (!existsSync(file)) cli.fail(`There is no file ${file}.`);
      if (flags.uploads !== undefined && !existsSync(flags.uploads)) cli.fail(`There is no folder ${flags.uploads}.`);
      const authorMap = flags.authors === undefined ? undefined : await readAuthors(cli, flags.authors);
      // Importing a large file allocates a lot of short-lived memory: collect garbage early.
      setFlagsFromString('--optimize-for-size');
      const { ImportService } = await import('./import.service.js');
      const service = (await cli.app()).get(ImportService);
      const options = {
        authorMap,
        defaultAuthor: flags.authorDefault,
        files: { folder: flags.uploads, fetch: flags.fetch === true },
      };
      const report = await cli.withProgress(BYTES, (line) =>
        service.run(file, options, {
          progress: (bytes, total, { imported, alreadyHere }) =>
            line.update(bytes, total, `${imported + alreadyHere} items`),
          note: (sentence) => cli.note(sentence),
        }),
      );
      cli.print(report, toText(report));
    });
}

async function readAuthors(cli: Cli, file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => cli.fail(`The file ${file} cannot be read.`));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    cli.fail(`${file} is not JSON.`);
  }
  const entries = Object.entries((value ?? {}) as object);
  if (typeof value !== 'object' || Array.isArray(value) || entries.some(([, login]) => typeof login !== 'string')) {
    cli.fail(`${file} must be an object of logins, such as {"old": "new"}.`);
  }
  return new Map(entries as [string, string][]);
}

function toText(report: ImportReport): string {
  const lines = [
    `Imported ${report.imported} items with ${report.comments} comments from ${report.from || 'an unnamed site'}; ${report.alreadyHere} were here already.`,
    `New: ${report.terms} terms, ${report.authors} authors. Files: ${report.filesBrought} brought, ${report.filesMissing} missing; ${report.textsRewritten} texts now name the files here.`,
  ];
  if (report.isContinued) lines.unshift('Went on where the run before was cut short.');
  if (report.refused > 0) lines.push(`${report.refused} items were left out.`);
  return lines.join('\n');
}
