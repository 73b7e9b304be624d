import { expect, test } from '@jest/globals';
import { AggregatorRegistry, Registry } from 'prom-client';
import { Histogram } from '../../telemetry/index.js';
import { counted, measured, type MetricsReport } from './sample.js';

const durations = new Histogram([0.1, 1]);
for (const value of [0.05, 0.5, 3]) durations.add(value);

function registry(): Registry {
  const metrics = new Registry();
  metrics.registerMetric(counted({ name: 'hits_total', help: 'Hits.', type: 'counter' }, () => [[{ kind: 'a' }, 3]]));
  metrics.registerMetric(
    counted({ name: 'waiting', help: 'Waiting.', type: 'gauge', together: 'max' }, async () => [[{}, 2]]),
  );
  metrics.registerMetric(measured('duration_seconds', 'Durations.', () => [[{ route: '/a' }, durations]]));
  return metrics;
}

const HISTOGRAM = (times: number) => `# HELP duration_seconds Durations.
# TYPE duration_seconds histogram
duration_seconds_bucket{route="/a",le="0.1"} ${1 * times}
duration_seconds_bucket{route="/a",le="1"} ${2 * times}
duration_seconds_bucket{route="/a",le="+Inf"} ${3 * times}
duration_seconds_sum{route="/a"} ${3.55 * times}
duration_seconds_count{route="/a"} ${3 * times}
`;

test('numbers counted elsewhere are written as Prometheus reads them', async () => {
  expect(await registry().metrics()).toBe(`# HELP hits_total Hits.
# TYPE hits_total counter
hits_total{kind="a"} 3

# HELP waiting Waiting.
# TYPE waiting gauge
waiting 2

${HISTOGRAM(1)}`);
});

test('reports of several processes add up', async () => {
  const reports = await Promise.all([registry(), registry()].map((one) => one.getMetricsAsJSON()));
  const together = await AggregatorRegistry.aggregate(reports as MetricsReport[]).metrics();
  expect(together).toContain('hits_total{kind="a"} 6');
  expect(together).toContain('waiting 2');
  expect(together).toContain(HISTOGRAM(2));
});
