import fresh from 'fresh';

/** Whether a request's If-None-Match names this tag; weak and strong forms count as the same. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header === etag || (header !== undefined && fresh({ 'if-none-match': header }, { etag }));
}
