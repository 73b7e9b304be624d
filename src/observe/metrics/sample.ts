import { type Metric, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import { type Histogram } from '../../telemetry/histogram.js';

export type Labels = Readonly<Record<string, string | number>>;

export interface Description {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  /** How the values of several processes become one; those read from the database are the same for all. */
  together?: 'sum' | 'max';
}

type Sample = readonly [labels: Labels, value: number];

/** A metric whose numbers are kept elsewhere and read when somebody asks. */
export function counted(
  { name, help, type, together = 'sum' }: Description,
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): Metric {
  const get = async () => ({
    name,
    help,
    type,
    aggregator: together,
    values: (await read()).map(([labels, value]) => ({ labels, value })),
  });
  return { name, help, type, get } as unknown as Metric;
}

/** The same for numbers by size. */
export function measured(name: string, help: string, read: () => readonly (readonly [Labels, Histogram])[]): Metric {
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: read().flatMap(([labels, histogram]) => buckets(name, labels, histogram)),
  });
  return { name, help, type: 'histogram', get } as unknown as Metric;
}

/** Prometheus counts each value in every bucket it would fit into. */
function buckets(
  name: string,
  labels: Labels,
  { bounds, counts, sum }: Histogram,
): (MetricValue<string> & { metricName: string })[] {
  let total = 0;
  const values = counts.map((count, place) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: bounds[place] ?? '+Inf' },
    value: (total += count),
  }));
  return [
    ...values,
    { metricName: `${name}_sum`, labels: { ...labels }, value: sum },
    { metricName: `${name}_count`, labels: { ...labels }, value: total },
  ];
}

/** What one process tells another of its metrics. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];
