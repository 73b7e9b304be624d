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
      cli.print(
        { purged: true },
        'Purged. Running processes notice at once with REDIS_URL, within two seconds without.',
      );
    });

  cache
    .command('stats')
    .description('what the cache of the running service did since its start, and how full it is')
    .option(
      '--metrics <url>',
      'where the service serves its metrics; METRICS_HOST and METRICS_PORT unless said otherwise',
    )
    .action(async ({ metrics = configuredMetrics(cli) }: { metrics?: string }) => {
      if (!/^https?:\/\/[^\s/]+/.test(metrics)) cli.fail('--metrics must be an http or https address.', 2);
      const { readCacheStats } = await import('../cache-stats.js');
      const stats = await readCacheStats(metrics);
      cli.print(stats, textTable(['Cache', ''], Object.entries(stats), ''));
    });
}

function configuredMetrics(cli: Cli): string {
  const { metricsHost, metricsPort } = cli.config().observe;
  if (metricsPort === undefined)
    return cli.fail('The service tells its numbers where METRICS_PORT is set; say it here as well, or --metrics.');
  return `http://${metricsHost}:${metricsPort}/metrics`;
}
