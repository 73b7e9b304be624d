import { type Command } from 'commander';
import { type Cli } from '../../../platform/command-line/cli.js';

export function register(program: Command, cli: Pick<Cli, 'config' | 'print'>): void {
  program
    .command('backup')
    .description('copies the database and the uploads into a new folder, while the service goes on')
    .argument('<folder>', 'where to; must not exist')
    .addHelpText('after', '\n`nestpress restore` is the way back; see docs/backup.md.')
    .action(async (folder: string) => {
      const { createBackup } = await import('./create-backup.js');
      const { database, bytes, uploads, missing } = await createBackup(cli.config(), folder);
      const files =
        uploads === undefined ? 'The uploads are in a bucket and are not copied.' : `Uploads: ${uploads} files.`;
      cli.print(
        { folder, database, bytes, uploads: uploads ?? null, missing },
        `Wrote ${folder}: ${database}, ${bytes} bytes. ${files}${lost(missing)}`,
      );
    });
}

const SHOWN = 10;

function lost(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const more = missing.length > SHOWN ? `, and ${missing.length - SHOWN} more` : '';
  return `\n${missing.length} file(s) of media are missing, on the site or since the backup began: ${missing.slice(0, SHOWN).join(', ')}${more}.`;
}
