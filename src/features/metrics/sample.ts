import {
  Counter,
  Gauge,
  Histogram as PrometheusHistogram,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';
import { type Histogram } from '../../telemetry/index.js';

export type Labels = Readonly<Record<string, string | number>>;

export interface Description {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  /** How the values of several processes are aggregated; values read from the database are the same for all. */
  together?: 'sum' | 'max';
}

type Sample = readonly [labels: Labels, value: number];
type ReadSamples = () => readonly Sample[] | Promise<readonly Sample[]>;

/** A metric whose numbers are counted elsewhere and read when the metrics are requested. */
export function counted({ name, help, type, together = 'sum' }: Description, read: ReadSamples): Metric {
  const options = { name, help, aggregator: together, registers: [] };
  return type === 'counter' ? new ReadCounter(options, read) : new ReadGauge(options, read);
}

class ReadCounter extends Counter {
  constructor(
    options: ConstructorParameters<typeof Counter>[0],
    private readonly read: ReadSamples,
  ) {
    super(options);
  }

  override async get(): ReturnType<Counter['get']> {
    return { ...(await super.get()), values: await valuesOf(this.read) };
  }
}

class ReadGauge extends Gauge {
  constructor(
    options: ConstructorParameters<typeof Gauge>[0],
    private readonly read: ReadSamples,
  ) {
    super(options);
  }

  override async get(): ReturnType<Gauge['get']> {
    return { ...(await super.get()), values: await valuesOf(this.read) };
  }
}

async function valuesOf(read: ReadSamples): Promise<MetricValue<string>[]> {
  return (await read()).map(([labels, value]) => ({ labels, value }));
}

type ReadHistograms = () => readonly (readonly [Labels, Histogram])[];

/** The same for histograms. */
export function measured(name: string, help: string, read: ReadHistograms): Metric {
  return new ReadHistogram(name, help, read);
}

class ReadHistogram extends PrometheusHistogram {
  constructor(
    private readonly ownName: string,
    private readonly ownHelp: string,
    private readonly read: ReadHistograms,
  ) {
    super({ name: ownName, help: ownHelp, aggregator: 'sum', registers: [] });
  }

  /** Read by both the registry and the inherited `get()`. */
  getForPromString(): Promise<object> {
    return Promise.resolve({
      name: this.ownName,
      help: this.ownHelp,
      type: 'histogram',
      aggregator: 'sum',
      values: this.read().flatMap(([labels, histogram]) => buckets(this.ownName, labels, histogram)),
    });
  }
}

/** Prometheus buckets are cumulative. */
function buckets(name: string, labels: Labels, { bounds, counts, sum }: Histogram): object[] {
  let total = 0;
  const values = counts.map((count, place) => ({
    metricName: `${name}_bucket`,
    sharedLabels: {},
    labels: { ...labels, le: bounds[place] ?? '+Inf' },
    value: (total += count),
  }));
  return [
    ...values,
    { metricName: `${name}_sum`, sharedLabels: {}, labels: { ...labels }, value: sum },
    { metricName: `${name}_count`, sharedLabels: {}, labels: { ...labels }, value: total },
  ];
}

/** The metrics one process reports to another. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];
