import { type Span } from '@opentelemetry/api';
import { type Request } from 'express';
import { type QueryContext } from '../../database/engine/query-counter.js';
import { type RequestSlot } from '../http/request-slot.js';
import { type Endpoint, type RestExchange } from '../route/route.types.js';

/** A request of Express, with what the stages of the REST API add to it. */
export type RestExpressRequest = Request & {
  rest?: RestExchange;
  restBody?: Buffer;
  id?: string;
  record?: RequestRecord;
  slot?: RequestSlot;
};

/** What is recorded about a request while it runs. Statements are counted only if query attribution is enabled. */
export class RequestRecord implements QueryContext {
  /** As received; both are rewritten on the way to Nest. */
  readonly method: string;
  /** Without the query string, which may contain passwords. */
  readonly path: string;
  /** What handles the request if it is not a declared route, for the metrics. */
  place?: string;
  /** Cache status: hit, miss or bypass. */
  cache?: string;
  span?: Span;
  queries = 0;
  private readonly began = performance.now();
  private running = 0;
  private busySince = 0;
  private busyMs = 0;

  constructor(
    readonly id: string,
    private readonly request: { method: string; url: string; rest?: RestExchange },
    /** Whether the response gets a Server-Timing header. */
    readonly showsTiming: boolean,
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

  /** Time during which at least one statement was running. */
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
