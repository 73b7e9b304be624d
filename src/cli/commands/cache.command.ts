import { type Command } from 'commander';
import { type Cli } from '../cli.js';
import { textTable } from '../text-table.js';

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

  cache
    .command('stats')
    .description('what the cache of the running service did since its start, and how full it is')
    .requiredOption('--metrics <url>', 'where the service serves its metrics, such as http://127.0.0.1:9464/metrics')
    .action(async ({ metrics }: { metrics: string }) => {
      if (!/^https?:\/\/[^\s/]+/.test(metrics)) cli.fail('--metrics must be an http or https address.', 2);
      const { readCacheStats } = await import('../cache-stats.js');
      const stats = await readCacheStats(metrics);
      cli.print(stats, textTable(['Cache', ''], Object.entries(stats), ''));
    });
}
