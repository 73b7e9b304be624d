import { type CompiledArgs } from '../args/compile.js';
import { type ResourceFields } from '../fields/resource-fields.js';
import { type RestError } from '../errors/rest-error.js';
import { type SourceTable } from '../../database/engine/tables.js';
import { type RequestContext } from './context.js';

/** What an answer is made from: tables of the database. A committed write to one drops the answers that have it. */
export type CacheTag = SourceTable;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A permission check's answer: yes, a plain no, or a no with its own error. */
export type Allowed = boolean | RestError | Promise<boolean | RestError>;

/** How the body of a route that takes files is received. */
export interface UploadDeclaration {
  /** The capability without which no byte of a file is stored. */
  upload: string;
  /** Files may come in any field, not only in the usual one. */
  everyField?: boolean;
  /** Largest body in bytes, where the route takes less than the service. */
  limit?: number;
}

/** What a success holds: one item, a list, items by name, or nothing (204). Documents tell it; answers do not depend on it. */
export type AnswerShape = 'item' | 'list' | 'map' | 'nothing';

/** Another form of an answer than JSON, errors included, where the request asks for one. */
export type Represent = (ctx: RequestContext, body: unknown) => { type: string; text: string } | undefined;

/** One handler of a route, ready to run. */
export interface Endpoint {
  /** Counted from 0, for tables with a place for each. */
  readonly number: number;
  readonly route: RestRoute;
  readonly methods: readonly HttpMethod[];
  readonly args: CompiledArgs;
  readonly can: (ctx: RequestContext, args: object) => Allowed;
  /** Runs the handler outside of Nest, with its declared parameters. */
  readonly call: (trip: RestRoundTrip) => Promise<unknown>;
  /** Where Nest listens for it. */
  readonly nest: { method: HttpMethod; path: string };
  readonly handler: string;
  readonly body?: UploadDeclaration;
  readonly bodyBytes?: number;
  readonly cache?: readonly CacheTag[];
  readonly represent?: Represent;
  readonly answers?: AnswerShape;
}

/** All handlers of one path pattern, as one entry of the index. */
export interface RestRoute {
  readonly namespace: string;
  /** Full pattern with named groups, the key of the index. */
  readonly pattern: string;
  readonly endpoints: Endpoint[];
  readonly fields?: ResourceFields;
  readonly allowsAll?: boolean;
  readonly allowsBatch?: boolean;
}

/** What the stages of one request hand on. */
export interface RestRoundTrip {
  ctx: RequestContext;
  endpoint?: Endpoint;
  args?: object;
  /** The cache key of the response, the state of the cache when the request arrived, and the time. */
  cache?: { key: string; since: number; at: number };
}
