import { type Metric } from 'prom-client';
import { type EntryRenderer } from '../../modules/entries/index.js';
import { type ItemJsonCache } from '../../modules/item-cache/index.js';
import { type CacheMetrics } from '../../rest/cache/index.js';
import { type UndeclaredRoutesService } from '../../rest/discovery/index.js';
import { type RequestStatsRegistry } from '../../rest/observe/index.js';
import { counted, measured } from './sample.js';

/** Cache hits are counted without a route: looking it up would cost more than the response. */
const FROM_MEMORY = { route: 'from memory', method: 'GET' };

export function requestMetrics(requests: RequestStatsRegistry, cache: CacheMetrics): Metric[] {
  const labels = ({ route, method }: { route: string; method: string }) => ({ route, method });
  return [
    counted(
      {
        name: 'nestpress_requests_total',
        help: 'Requests by route, method and status; aborted if the client disconnected before the response.',
        type: 'counter',
      },
      () => {
        const { hits, notModified } = cache.snapshot();
        return [
          [{ ...FROM_MEMORY, status: 200 }, hits - notModified],
          [{ ...FROM_MEMORY, status: 304 }, notModified],
          ...requests
            .all()
            .flatMap((stats) =>
              [...stats.responses].map(
                ([status, count]) => [{ ...labels(stats), status: status === 0 ? 'aborted' : status }, count] as const,
              ),
            ),
        ];
      },
    ),
    counted({ name: 'nestpress_requests_in_flight', help: 'Requests in progress.', type: 'gauge' }, () => [
      [{}, requests.inFlight],
    ]),
    counted({ name: 'nestpress_requests_waiting', help: 'Requests that wait for their turn.', type: 'gauge' }, () => [
      [{}, requests.admission?.waiting ?? 0],
    ]),
    counted(
      {
        name: 'nestpress_requests_refused_total',
        help: 'Requests answered with 503 before any work was done for them, because too many were waiting.',
        type: 'counter',
      },
      () => [[{}, requests.admission?.refused ?? 0]],
    ),
    counted(
      {
        name: 'nestpress_requests_abandoned_total',
        help: 'Requests whose client disconnected while they were waiting for their turn.',
        type: 'counter',
      },
      () => [[{}, requests.admission?.abandoned ?? 0]],
    ),
    measured(
      'nestpress_request_duration_seconds',
      'Time from the arrival of a request to the end of its response, without cache hits.',
      () => requests.all().map((stats) => [labels(stats), stats.durations] as const),
    ),
    measured('nestpress_request_queries', 'Statements per request; empty unless query attribution is enabled.', () =>
      requests
        .all()
        .filter(({ queries }) => queries.counts.some(Boolean))
        .map((stats) => [labels(stats), stats.queries] as const),
    ),
  ];
}

type Numbers = ReturnType<CacheMetrics['snapshot']>;

const COUNTERS: readonly (readonly [name: string, member: keyof Numbers, help: string])[] = [
  ['cache_hits', 'hits', 'Responses served from the response cache, including 304.'],
  ['cache_not_modified', 'notModified', 'Cache hits answered with 304.'],
  ['cache_misses', 'misses', 'Cacheable requests without a cached response.'],
  ['cache_bypasses', 'bypasses', 'GET requests that bypass the response cache.'],
  ['cache_stores', 'stores', 'Responses stored in the response cache.'],
  [
    'cache_stale',
    'stale',
    'Cached responses dropped because a table they are built from changed, or because they expired.',
  ],
  ['cache_evictions', 'evictions', 'Cached responses evicted to free memory.'],
  ['cache_purges', 'purges', 'Changes of tables that invalidated cached responses.'],
  ['totals_hits', 'totalHits', 'Totals of lists taken from the cache.'],
  ['totals_misses', 'totalMisses', 'Totals of lists that had to be counted.'],
];

/** The entry JSON cache. */
export function entryCacheMetrics(cache: ItemJsonCache): Metric[] {
  return [
    counted(
      { name: 'nestpress_entry_cache_hits_total', help: 'Entries served from the entry cache.', type: 'counter' },
      () => [[{}, cache.counts.hits]],
    ),
    counted(
      {
        name: 'nestpress_entry_cache_misses_total',
        help: 'Entries that were not in the entry cache, or stale.',
        type: 'counter',
      },
      () => [[{}, cache.counts.misses]],
    ),
    counted({ name: 'nestpress_entry_cache_entries', help: 'Entries in the cache.', type: 'gauge' }, () => [
      [{}, cache.size.entries],
    ]),
    counted({ name: 'nestpress_entry_cache_bytes', help: 'Bytes used by the entry cache.', type: 'gauge' }, () => [
      [{}, cache.size.bytes],
    ]),
  ];
}

/** Requests for routes that nothing here has. */
export function unknownRouteMetrics({ missed }: Pick<UndeclaredRoutesService, 'missed'>): Metric[] {
  return [
    counted(
      {
        name: 'nestpress_unknown_routes_total',
        help: 'Requests answered 404 because no route matched, by the first parts of the route.',
        type: 'counter',
      },
      () => [...missed.counts].map(([route, count]) => [{ route }, count]),
    ),
  ];
}

/** Blocks for which only their saved HTML is shown, and names in brackets that stay in the text. */
export function unknownContentMetrics({
  unknownBlocks,
  unknownShortcodes,
}: Pick<EntryRenderer, 'unknownBlocks' | 'unknownShortcodes'>): Metric[] {
  return [
    counted(
      {
        name: 'nestpress_unknown_blocks_total',
        help: 'Blocks rendered as their saved HTML because they are not known.',
        type: 'counter',
      },
      () => [...unknownBlocks.counts].map(([block, count]) => [{ block }, count]),
    ),
    counted(
      {
        name: 'nestpress_unknown_shortcodes_total',
        help: 'Rendered entries with a name in brackets that is not known as a shortcode, by name.',
        type: 'counter',
      },
      () => [...unknownShortcodes.counts].map(([shortcode, count]) => [{ shortcode }, count]),
    ),
  ];
}

export function cacheMetrics(cache: CacheMetrics): Metric[] {
  return [
    ...COUNTERS.map(([name, member, help]) =>
      counted({ name: `nestpress_${name}_total`, help, type: 'counter' }, () => [[{}, cache.snapshot()[member]]]),
    ),
    counted({ name: 'nestpress_cache_entries', help: 'Responses cached now.', type: 'gauge' }, () => [
      [{}, cache.snapshot().entries],
    ]),
    counted({ name: 'nestpress_cache_bytes', help: 'Bytes used by the response cache.', type: 'gauge' }, () => [
      [{}, cache.snapshot().bytes],
    ]),
  ];
}
