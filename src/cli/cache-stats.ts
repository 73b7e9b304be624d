import { CliFailure } from '../platform/command-line/cli.js';
import { fetchText } from './http-get.js';
import { reasonOf } from '../platform/diagnostics/reason-of.js';

/** A line of the Prometheus text format: name, labels if any, value. */
const CACHE_LINE = /^nestpress_((?:cache|totals|entry_cache)_\w+?)(?:_total)?(?:\{[^}]*\})? (\S+)/;

/** Cache statistics of a running service, summed over its processes, read from its metrics. */
export async function readCacheStats(url: string): Promise<Record<string, number>> {
  const { status, text } = await fetchText(url).catch((error: unknown) => {
    throw new CliFailure(`${url} cannot be read: ${reasonOf(error)}. Is the service running, with METRICS_PORT set?`);
  });
  const stats: Record<string, number> = {};
  for (const line of status === 200 ? text.split('\n') : []) {
    const [, name, value] = CACHE_LINE.exec(line) ?? [];
    if (name !== undefined) stats[name] = (stats[name] ?? 0) + Number(value);
  }
  if (Object.keys(stats).length === 0) throw new CliFailure(`${url} does not serve the metrics of this service.`);
  const { cache_hits: hits = 0, cache_misses: misses = 0 } = stats;
  return { ...stats, ...(hits + misses > 0 && { hit_percent: Math.round((hits / (hits + misses)) * 1000) / 10 }) };
}
