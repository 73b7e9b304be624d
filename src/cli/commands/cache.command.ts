import { type Command } from 'commander';
import { type Cli, textTable } from '../../platform/command-line/cli.js';

export function register(program: Command, cli: Cli): void {
  const cache = program.command('cache').description('the response cache of running processes');

  cache
    .command('purge')
    .description('purges the response cache of every running process of this site, within two seconds')
    .action(async () => {
      const { CachePurgeService: CachePurgeService } = await import('../../rest/cache/cache-purge.service.js');
      await (await cli.app()).get(CachePurgeService).everywhere();
      cli.print(
        { purged: true },
        'Purged. Running processes notice at once with REDIS_URL, within two seconds without.',
      );
    });

  cache
    .command('stats')
    .description('hits, misses and size of the running service’s cache since its start')
    .option('--metrics <url>', 'URL of the service’s metrics; METRICS_PORT by default')
    .action(async ({ metrics: url }: { metrics?: string }) => {
      const metrics = url ?? (await configuredMetrics(cli));
      if (!/^https?:\/\/[^\s/]+/.test(metrics)) cli.fail('--metrics must be an http or https address.', 2);
      const { readCacheStats } = await import('../cache-stats.js');
      const stats = await readCacheStats(metrics);
      cli.print(stats, textTable(['Cache', ''], Object.entries(stats), ''));
    });
}

async function configuredMetrics(cli: Cli): Promise<string> {
  const { FEATURES } = await import('../../start/active-features.js');
  const config = cli.config();
  const listener = FEATURES.map((feature) => feature.ports?.(config).METRICS_PORT).find(Boolean);
  if (listener === undefined) return cli.fail('Set METRICS_PORT as for the service, or pass --metrics.');
  return `http://${listener.host}:${listener.port}/metrics`;
}
