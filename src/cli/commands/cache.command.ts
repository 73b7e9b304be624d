import { type Command } from 'commander';
import { type Cli } from '../cli.js';

export function register(program: Command, cli: Cli): void {
  const cache = program.command('cache').description('answers that running processes keep in memory');

  cache
    .command('purge')
    .description('makes every running process of this site forget the answers it keeps, within two seconds')
    .action(async () => {
      const { CachePurge } = await import('../../rest/cache/cache-purge.js');
      await (await cli.app()).get(CachePurge, { strict: false }).everywhere();
      cli.print({ purged: true }, 'Purged. Running processes notice at once with REDIS_URL, within two seconds without.');
    });
}
