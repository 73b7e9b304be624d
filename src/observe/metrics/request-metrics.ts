import { type Metric } from 'prom-client';
import { type CacheMetrics } from '../../rest/cache/cache-metrics.js';
import { type RequestStats } from '../../rest/observe/request-stats.js';
import { counted, measured } from './sample.js';

/** Answers from memory have no route of their own: looking it up would cost more than the answer. */
const FROM_MEMORY = { route: 'from memory', method: 'GET' };

export function requestMetrics(requests: RequestStats, cache: CacheMetrics): Metric[] {
  const labels = ({ route, method }: { route: string; method: string }) => ({ route, method });
  return [
    counted(
      {
        name: 'nestpress_requests_total',
        help: 'Requests by route, method and status; aborted where the client left before there was an answer.',
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
              [...stats.answers].map(
                ([status, count]) => [{ ...labels(stats), status: status === 0 ? 'aborted' : status }, count] as const,
              ),
            ),
        ];
      },
    ),
    counted({ name: 'nestpress_requests_in_flight', help: 'Requests being answered now.', type: 'gauge' }, () => [
      [{}, requests.inFlight],
    ]),
    measured(
      'nestpress_request_duration_seconds',
      'Time from the arrival of a request to the end of its answer; not of answers from memory.',
      () => requests.all().map((stats) => [labels(stats), stats.durations] as const),
    ),
    measured(
      'nestpress_request_queries',
      'Statements a request ran; empty unless they are told apart by request.',
      () =>
        requests
          .all()
          .filter(({ queries }) => queries.counts.some(Boolean))
          .map((stats) => [labels(stats), stats.queries] as const),
    ),
  ];
}
