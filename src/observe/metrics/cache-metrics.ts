import { type Metric } from 'prom-client';
import { type EntryJsonCache } from '../../resources/entries/entry-json-cache.js';
import { type CacheMetrics } from '../../rest/cache/cache-metrics.js';
import { counted } from './sample.js';

type Numbers = ReturnType<CacheMetrics['snapshot']>;

const COUNTERS: readonly (readonly [name: string, member: keyof Numbers, help: string])[] = [
  ['cache_hits', 'hits', 'Answers from memory, 304 included.'],
  ['cache_not_modified', 'notModified', 'Answers from memory the client had already.'],
  ['cache_misses', 'misses', 'Answers made because none was kept, and kept if possible.'],
  ['cache_bypasses', 'bypasses', 'Answers to GET that are never kept.'],
  ['cache_stores', 'stores', 'Answers kept.'],
  [
    'cache_stale',
    'stale',
    'Kept answers dropped because a table they are made from was written, or their time was up.',
  ],
  ['cache_evictions', 'evictions', 'Kept answers pushed out by others for want of memory.'],
  ['cache_purges', 'purges', 'Changes of tables that made kept answers stale.'],
  ['totals_hits', 'totalHits', 'Totals of lists that were remembered.'],
  ['totals_misses', 'totalMisses', 'Totals of lists that had to be counted.'],
];

/** Entries as they are shown, by the versions that the database tells. */
export function entryCacheMetrics(cache: EntryJsonCache): Metric[] {
  return [
    counted({ name: 'nestpress_entry_cache_hits_total', help: 'Entries shown from memory.', type: 'counter' }, () => [
      [{}, cache.counts.hits],
    ]),
    counted(
      {
        name: 'nestpress_entry_cache_misses_total',
        help: 'Entries read and made, and kept if possible.',
        type: 'counter',
      },
      () => [[{}, cache.counts.misses]],
    ),
    counted({ name: 'nestpress_entry_cache_entries', help: 'Entries kept now.', type: 'gauge' }, () => [
      [{}, cache.size.entries],
    ]),
    counted({ name: 'nestpress_entry_cache_bytes', help: 'Memory of the entries kept now.', type: 'gauge' }, () => [
      [{}, cache.size.bytes],
    ]),
  ];
}

export function cacheMetrics(cache: CacheMetrics): Metric[] {
  return [
    ...COUNTERS.map(([name, member, help]) =>
      counted({ name: `nestpress_${name}_total`, help, type: 'counter' }, () => [[{}, cache.snapshot()[member]]]),
    ),
    counted({ name: 'nestpress_cache_entries', help: 'Answers kept now.', type: 'gauge' }, () => [
      [{}, cache.snapshot().entries],
    ]),
    counted({ name: 'nestpress_cache_bytes', help: 'Memory of the answers kept now.', type: 'gauge' }, () => [
      [{}, cache.snapshot().bytes],
    ]),
  ];
}
