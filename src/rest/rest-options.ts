import { type Inbox } from './http/incoming-upload.js';

/** What is noted about requests. */
export interface RequestObservation {
  /** A line in the log for each. */
  accessLog: boolean;
  /** Numbers for the metrics. */
  stats: boolean;
  /** Which statements ran for which request. */
  requestQueries: boolean;
  /** Whether answers have a Server-Timing header: never, where the request asks, always. */
  serverTiming: 'off' | 'request' | 'on';
  tracing: boolean;
}

export interface RestOptions {
  observe: RequestObservation;
  /** Memory for cached responses; 0 disables the cache. */
  cacheBytes: number;
  /** Where processes tell each other at once what they wrote. */
  redisUrl?: string;
  /** Path of the interface's root, without a trailing slash. */
  basePath: string;
  /** Largest body of an ordinary request, in bytes. */
  bodyLimit: number;
  /** Largest upload, in bytes. */
  uploadLimit: number;
  /** Origins whose pages may use the interface; any where there is no list. */
  corsOrigins?: readonly string[];
  /** How long browsers shall use HTTPS only; 0 says nothing. */
  hstsSeconds: number;
  /** Single items have entity tags for editors, and `If-Match` is honoured. */
  itemEtags: boolean;
  /** Where uploads are stored while they arrive. */
  inbox: Inbox;
}

export const REST_OPTIONS = Symbol('REST_OPTIONS');
