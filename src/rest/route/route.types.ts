import { type CompiledArgs } from '../args/compile.js';
import { type ValueSchema } from '../args/schema.js';
import { type ResourceFields } from '../fields/resource-fields.js';
import { type RestError } from '../errors/rest-error.js';
import { type CommitCheck } from '../../database/commit-check.js';
import { type SourceTable } from '../../database/engine/table-names.js';
import { type ProtocolHeaders, type RequestContext } from '../http/request-context.js';

/** The tables a response is built from. A committed write to one of them invalidates the cached response. */
export type CacheTag = SourceTable;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Result of a permission check: allowed, refused, or refused with a specific error. */
export type Allowed = boolean | RestError | Promise<boolean | RestError>;

/** How the body of a route that accepts files is received. */
export interface UploadDeclaration {
  /** The capability required before any byte of a file is stored. */
  upload: string;
  /** Files are accepted in any field, not only in the usual one. */
  everyField?: boolean;
  /** Maximum body size in bytes, if the route accepts less than the service. */
  limit?: number;
  /** The handler reads the body itself: a part of a file, in the format of the protocol. */
  isPart?: boolean;
}

/** What a successful response contains, for the API documentation only. `optional`: an item, or an empty list without one. */
export type ReturnShape = 'item' | 'optional' | 'list' | 'map' | 'nothing' | StreamShape;

/** A response that is sent in parts, of this media type. */
export interface StreamShape {
  readonly stream: string;
}

/** A response format other than JSON, also for errors, if the request asks for it. */
export type Represent = (ctx: RequestContext, body: unknown) => { type: string; text: string } | undefined;

/** One handler of a route, ready to run. */
export interface Endpoint {
  /** Index of the endpoint, for arrays with one element per endpoint. */
  readonly number: number;
  readonly route: RestRoute;
  readonly methods: readonly HttpMethod[];
  readonly args: CompiledArgs;
  readonly can: (ctx: RequestContext, args: object) => Allowed;
  /** Calls the handler without Nest, with its declared parameters. */
  readonly call: (exchange: RestExchange) => Promise<unknown>;
  /** Path at which Nest registers it. */
  readonly nest: { method: HttpMethod; path: string };
  readonly handler: string;
  readonly body?: UploadDeclaration;
  readonly bodyBytes?: number;
  readonly isRead?: boolean;
  readonly cache?: readonly CacheTag[];
  readonly represent?: Represent;
  readonly returns?: ReturnShape;
  readonly responds?: ValueSchema;
}

/** All handlers of one path pattern; one entry of the index. */
export interface RestRoute {
  readonly namespace: string;
  /** Full pattern with named groups; key of the index. */
  readonly pattern: string;
  readonly endpoints: Endpoint[];
  readonly fields?: ResourceFields;
  readonly hidesSchema?: boolean;
  readonly allowsAll?: boolean;
  readonly allowsBatch?: boolean | 'refused';
  readonly protocol?: ProtocolHeaders;
}

/** A write whose response is stored, so that the client may repeat the request. */
export interface RepeatableWrite {
  /** Called when the requester may write; rejects if another request carries out the same write. */
  claim(commitCheck: CommitCheck): Promise<void>;
}

/** State passed between the stages of one request. */
export interface RestExchange {
  ctx: RequestContext;
  endpoint?: Endpoint;
  args?: object;
  /** Of a conditional or repeatable write. */
  commitCheck?: CommitCheck;
  /** Of a write that the client may repeat. */
  repeatable?: RepeatableWrite;
  /** The cache key of the response, the state of the cache when the request arrived, and the time. */
  cache?: { key: string; since: number; at: number };
}
