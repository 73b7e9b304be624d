import { type Site } from '../../site/index.js';
import { type CommentRequest } from './page-comments.service.js';

/** What a request gets: a document, or another address. */
export type SiteResponse =
  | {
      readonly kind: 'html' | 'feed' | 'json' | 'xml' | 'text';
      readonly body: string;
      readonly isPrivate?: boolean;
      /** Entity tag of the body, if it is known. */
      readonly etag?: string;
      /** URLs of scripts that the page may run; it runs no others. */
      readonly scripts?: readonly string[];
    }
  | { readonly kind: 'redirect'; readonly url: string; readonly status?: number }
  | { readonly kind: 'blocked'; readonly seconds: number }
  | undefined;

export interface SiteRequest {
  readonly site: Site;
  /** Path and query, as the browser sent them. */
  readonly url: string;
  readonly cookie?: string;
  /** Address of the client. */
  readonly address: string;
  readonly comments: CommentRequest;
}
