import { type CompiledArgs } from '../args/compile.js';
import { type ResourceFields } from '../fields/resource-fields.js';
import { type RestError } from '../errors/rest-error.js';
import { type TableName } from '../../database/engine/tables.js';
import { type RequestContext } from './context.js';

/** What an answer is made from: tables of the database. A committed write to one drops the answers that have it. */
export type CacheTag = TableName;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A permission check's answer: yes, a plain no, or a no with its own error. */
export type Allowed = boolean | RestError | Promise<boolean | RestError>;

/** One handler of a route, ready to run. */
export interface Endpoint {
  readonly route: RestRoute;
  readonly methods: readonly HttpMethod[];
  readonly args: CompiledArgs;
  readonly can: (ctx: RequestContext, args: object) => Allowed;
  /** Where Nest listens for it. */
  readonly nest: { method: HttpMethod; path: string };
  readonly handler: string;
  readonly body?: { upload: string };
  readonly cache?: readonly CacheTag[];
}

/** All handlers of one path pattern, as one entry of the index. */
export interface RestRoute {
  readonly namespace: string;
  /** Full pattern with named groups, the key of the index. */
  readonly pattern: string;
  readonly endpoints: Endpoint[];
  readonly fields?: ResourceFields;
}

/** What the stages of one request hand on. */
export interface RestRoundTrip {
  ctx: RequestContext;
  endpoint?: Endpoint;
  args?: object;
  /** Under which name the answer may be kept, and what the cache knew when the request came. */
  cache?: { key: string; since: number };
}
