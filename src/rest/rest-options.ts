import { type Inbox } from './http/incoming-upload.js';

export interface RestOptions {
  /** Memory for kept answers; 0 keeps none. */
  cacheBytes: number;
  /** Where processes tell each other at once what they wrote. */
  redisUrl?: string;
  /** Path of the interface's root, without a trailing slash. */
  basePath: string;
  /** Largest body of an ordinary request, in bytes. */
  bodyLimit: number;
  /** Largest upload, in bytes. */
  uploadLimit: number;
  /** Where uploads are kept while they arrive. */
  inbox: Inbox;
}

export const REST_OPTIONS = Symbol('REST_OPTIONS');
