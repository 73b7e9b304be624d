import { type Request } from 'express';
import { RestError } from '../rest/errors/rest-error.js';
import { type Site } from '../site/site.js';

/**
 * Protects requests that carry cookies or credentials against pages of other origins. Browsers send `Origin` with every
 * POST; a client that sends neither header is not a browser that could be misled.
 */
export function assertSameOrigin(request: Request, site: Site): void {
  const { origin, host, 'sec-fetch-site': fetchSite } = request.headers;
  const own = [site.home, site.siteUrl].filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  const isOwn = origin === undefined || own.includes(origin) || (host !== undefined && hostOf(origin) === host);
  const isSameSite = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  if (isOwn && isSameSite) return;
  throw new RestError('rest_cross_origin', 'This address accepts requests from its own pages only.', 403);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
