import { readFileSync } from 'node:fs';
import { type Command } from 'commander';
import { type Cli } from '../../../platform/command-line/cli.js';
import { ROWS } from '../../../platform/command-line/progress-line.js';

interface CopyFlags {
  from?: string;
  to?: string;
  replace?: boolean;
}

export function register(program: Command, cli: Cli): void {
  program
    .command('copy')
    .description(
      'copies a whole site from one database to another, MySQL or embedded, and compares them; uploads are not part of it',
    )
    .option(
      '--from <place>',
      'mysql://user:password@host/name, a file, or @ and a file that holds the address; otherwise the site of the environment',
    )
    .option('--to <place>', 'the same; must be empty')
    .option('--replace', 'delete the site that is in the target first')
    .action(async ({ from, to, replace = false }: CopyFlags) => {
      const { copySite } = await import('./copy-site.js');
      const { loadModules } = await import('../../../hooks/load-modules.js');
      // Modules register their tables when they are loaded.
      await loadModules(cli.config());
      if (from === undefined && to === undefined) cli.fail('Say with --from or --to where the other site is.', 2);
      const places = { from: placeOf(cli, from), to: placeOf(cli, to) };
      const tables = await cli.withProgress(ROWS, (line) =>
        copySite(
          { ...places, replace, tablePrefix: cli.config().tablePrefix },
          {
            progress: (table, rows, total) => line.update(rows, total, table),
            note: (sentence) => cli.note(sentence),
          },
        ),
      );
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      cli.print({ rows, tables }, `Copied ${rows} rows in ${tables.length} tables; both are the same.`);
    });
}

/** Other users of the machine can read the command line, so a URL with a password can also come from a file. */
function placeOf(cli: Cli, place: string | undefined): string {
  if (place === undefined) return cli.config().databaseUrl ?? cli.config().databaseFile;
  if (!place.startsWith('@')) return place;
  try {
    return readFileSync(place.slice(1), 'utf8').trim();
  } catch {
    return cli.fail(`The file ${place.slice(1)} cannot be read.`);
  }
}
