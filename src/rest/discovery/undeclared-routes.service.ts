import { Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { BoundedCounts } from '../../telemetry/counts.js';
import { type RequestRecord } from '../observe/request-record.js';
import { type RequestContext } from '../http/request-context.js';
import { type EndpointMatch } from '../route/route-registry.js';
import { type RestExchange } from '../route/route.types.js';

/** A request as it came. Its body is unread, unless it is in `restBody`. */
export type UnreadRequest = Request & {
  readonly id?: string;
  readonly record?: RequestRecord;
  readonly restBody?: Buffer;
};

/** Answers requests for routes that nothing here declares. */
export interface RouteFallback {
  /** Rejects with the error to answer, as long as nothing was sent. */
  handle(request: UnreadRequest, response: Response, exchange: RestExchange): Promise<void>;
  /** Whether it also handles this request although the route is declared here. */
  claims(request: UnreadRequest, ctx: RequestContext, declared: EndpointMatch | undefined): boolean;
  /** The same, now that its body was read. */
  claimsBody(ctx: RequestContext, declared: EndpointMatch, body: Buffer): boolean;
  /** Its routes, for the index; another object whenever they change. */
  readonly routes: FallbackRoutes;
}

export interface FallbackRoutes {
  readonly namespaces: readonly string[];
  /** Entries of the index by pattern. */
  readonly entries: Readonly<Record<string, { readonly namespace: string }>>;
}

export const NO_FALLBACK_ROUTES: FallbackRoutes = { namespaces: [], entries: {} };

/** The first parts of a route that looks like one: other texts of clients are counted together. */
const NAMED = /^\/([a-z][\w-]{0,40}\/v\d{1,3}(?:\/[a-z][a-z_-]{0,40})?)(?:\/|$)/;

/** Requests for routes that nothing here declares: an extension may answer them; those that stay 404 are counted. */
@Injectable()
export class UndeclaredRoutesService {
  fallback?: RouteFallback;
  /** Requests answered 404, by the first parts of the route. */
  readonly missed = new BoundedCounts();

  noteMissed(route: string): void {
    this.missed.add(NAMED.exec(route)?.[1] ?? 'other');
  }
}
