import { type Inbox } from './http/incoming-upload.js';

/** What is recorded about requests. */
export interface RequestObservation {
  /** A log line per request. */
  accessLog: boolean;
  /** Metrics. */
  stats: boolean;
  /** The statements of each request. */
  requestQueries: boolean;
  /** When responses have a Server-Timing header: never, if the request asks for it, always. */
  serverTiming: 'off' | 'request' | 'on';
  tracing: boolean;
}

export interface RestOptions {
  observe: RequestObservation;
  /** Memory for cached responses; 0 disables the cache. */
  cacheBytes: number;
  /** Redis connection over which processes announce their commits. */
  redisUrl?: string;
  /** Path of the REST root, without a trailing slash. */
  basePath: string;
  /** Largest body of an ordinary request, in bytes. */
  bodyLimit: number;
  /** Largest upload, in bytes. */
  uploadLimit: number;
  /** Origins whose pages may use the API; any origin if undefined. */
  corsOrigins?: readonly string[];
  /** `max-age` of Strict-Transport-Security; 0 omits the header. */
  hstsSeconds: number;
  /** Single items get entity tags in the edit context, and `If-Match` is honoured. */
  itemEtags: boolean;
  /** Responses that stay open at a time. */
  maxStreams: number;
  /** Folder for uploads in progress. */
  inbox: Inbox;
}

export const REST_OPTIONS = Symbol('REST_OPTIONS');
