import { type Span } from '@opentelemetry/api';
import { type QueryContext } from '../../database/engine/query-counter.js';
import { type Endpoint, type RestRoundTrip } from '../route/route.types.js';

/** What is noted of one request while it runs. Its statements are only counted if query attribution is enabled. */
export class RequestRecord implements QueryContext {
  /** As on the wire; both are rewritten on the way to Nest. */
  readonly method: string;
  /** Without the query, which may hold passwords. */
  readonly path: string;
  /** What else than a route answers, for the metrics. */
  place?: string;
  /** What the response cache made of it. */
  cache?: string;
  span?: Span;
  queries = 0;
  private readonly began = performance.now();
  private running = 0;
  private busySince = 0;
  private busyMs = 0;

  constructor(
    readonly id: string,
    private readonly request: { method: string; url: string; rest?: RestRoundTrip },
    /** The answer shall tell how long it took. */
    readonly tellsTiming: boolean,
  ) {
    this.method = request.method;
    this.path = request.url.split('?', 1)[0]!;
  }

  get endpoint(): Endpoint | undefined {
    return this.request.rest?.endpoint;
  }

  get about(): object {
    return { requestId: this.id, route: this.endpoint?.route.pattern };
  }

  note(): void {
    this.queries++;
  }

  statementBegan(): void {
    if (this.running++ === 0) this.busySince = performance.now();
  }

  statementEnded(): void {
    if (--this.running === 0) this.busyMs += performance.now() - this.busySince;
  }

  get ms(): number {
    return rounded(performance.now() - this.began);
  }

  /** Time during which at least one statement was under way. */
  get databaseMs(): number {
    return rounded(this.busyMs);
  }

  /** Value of the Server-Timing header. */
  get timing(): string {
    return `total;dur=${this.ms}, db;dur=${this.databaseMs};desc="${this.queries} queries", cache;desc=${this.cache ?? 'none'}`;
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
