import { Injectable } from '@nestjs/common';
import { Histogram } from '../../telemetry/counts.js';
import { type Endpoint } from '../route/route.types.js';

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERIES = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 100];

/** Other methods are counted together: clients can invent any name. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const;
const METHOD_NUMBERS = new Map<string, number>(METHODS.map((method, number) => [method, number]));
const OTHER_METHOD = METHODS.length - 1;

/** What admission has done so far; for the metrics. */
export interface AdmissionCounts {
  running: number;
  waiting: number;
  /** Answered with 503. */
  refused: number;
  /** Not processed, because the client had left. */
  abandoned: number;
}

/** Requests of one method to one route. */
export class RouteStats {
  readonly durations = new Histogram(DURATIONS);
  readonly queries = new Histogram(QUERIES);
  /** Number of responses by status; 0 if the client disconnected before the response. */
  readonly responses = new Map<number, number>();

  constructor(
    readonly route: string,
    readonly method: string,
  ) {}
}

/** Counts requests by route: their number, status and duration. All counters are allocated at start. */
@Injectable()
export class RequestStatsRegistry {
  inFlight = 0;
  /** Undefined where requests are not admitted by this service, as in an application that embeds it. */
  admission?: Readonly<AdmissionCounts>;
  /** Indexed by endpoint and method. */
  private readonly ofEndpoints: RouteStats[] = [];
  private readonly ofOthers = new Map<string, RouteStats>();

  /** `elsewhere` names requests outside the declared endpoints; one of a few fixed names. */
  add(
    endpoint: Endpoint | undefined,
    elsewhere: string,
    method: string,
    status: number,
    ms: number,
    queries: number | undefined,
  ): void {
    const stats = this.place(endpoint, elsewhere, METHOD_NUMBERS.get(method) ?? OTHER_METHOD);
    stats.responses.set(status, (stats.responses.get(status) ?? 0) + 1);
    stats.durations.add(ms / 1000);
    if (queries !== undefined) stats.queries.add(queries);
  }

  all(): RouteStats[] {
    return [...this.ofEndpoints.filter(Boolean), ...this.ofOthers.values()];
  }

  private place(endpoint: Endpoint | undefined, elsewhere: string, method: number): RouteStats {
    if (endpoint)
      return (this.ofEndpoints[endpoint.number * METHODS.length + method] ??= new RouteStats(
        endpoint.route.pattern,
        METHODS[method]!,
      ));
    const name = `${METHODS[method]} ${elsewhere}`;
    let stats = this.ofOthers.get(name);
    if (!stats) this.ofOthers.set(name, (stats = new RouteStats(elsewhere, METHODS[method]!)));
    return stats;
  }
}
