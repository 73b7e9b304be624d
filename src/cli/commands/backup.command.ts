import { type Command } from 'commander';
import { type Cli } from '../cli.js';

export function register(program: Command, cli: Pick<Cli, 'config' | 'print'>): void {
  program
    .command('backup')
    .description('copies the database and the uploads into a new folder, while the service goes on')
    .argument('<folder>', 'where to; must not exist')
    .addHelpText('after', '\nHow to restore it is in docs/backup.md.')
    .action(async (folder: string) => {
      const { createBackup } = await import('../../platform/backup/create-backup.js');
      const { database, bytes, uploads } = await createBackup(cli.config(), folder);
      const files =
        uploads === undefined ? 'The uploads are in a bucket and are not copied.' : `Uploads: ${uploads} files.`;
      cli.print(
        { folder, database, bytes, uploads: uploads ?? null },
        `Wrote ${folder}: ${database}, ${bytes} bytes. ${files}`,
      );
    });
}
