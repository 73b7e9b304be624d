import { type Command } from 'commander';
import { type Cli } from '../../../platform/command-line/cli.js';

export function register(program: Command, cli: Pick<Cli, 'config' | 'print' | 'service'>): void {
  program
    .command('restore')
    .description('puts a backup into the configured database and uploads folder; stop the service first')
    .argument('<folder>', 'what `nestpress backup` wrote')
    .option('--overwrite', 'replace a database that is not empty; files with the same names are replaced, others stay')
    .action(async (folder: string, { overwrite = false }: { overwrite?: boolean }) => {
      const { restoreBackup } = await import('./restore-backup.js');
      const { database, uploads } = await restoreBackup(cli.config(), folder, {
        overwrite,
        afterRestore: cli.service.afterRestore,
      });
      const files = uploads === undefined ? 'The uploads are in a bucket.' : `Uploads: ${uploads} files.`;
      cli.print({ folder, database, uploads: uploads ?? null }, `Restored ${folder} into ${database}. ${files}`);
    });
}
