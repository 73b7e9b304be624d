import { type Request, type Response } from 'express';
import { type Client, type SignedIn } from '../../access/authentication/index.js';
import { RestError } from '../../rest/errors/index.js';
import { type Site } from '../../site/index.js';

/**
 * Protects requests that carry cookies or credentials against pages of other origins. Browsers send `Origin` with every
 * POST; a client that sends neither header is not a browser that could be misled.
 */
export function assertSameOrigin(request: Request, site: Site): void {
  const { origin, host, 'sec-fetch-site': fetchSite } = request.headers;
  const own = [site.serviceHome, site.siteUrl].filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  const isOwn = origin === undefined || own.includes(origin) || (host !== undefined && hostOf(origin) === host);
  const isSameSite = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  if (isOwn && isSameSite) return;
  throw new RestError('rest_cross_origin', 'This address accepts requests from its own pages only.', 403);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

export function answerSignIn(response: Response, { nonce, principal, cookies }: SignedIn): object {
  response.setHeader('Set-Cookie', cookies);
  response.setHeader('Cache-Control', 'no-store');
  return { nonce, user_id: principal.id };
}

export function clientOf(request: Request): Client {
  return {
    address: request.ip ?? '127.0.0.1',
    userAgent: request.headers['user-agent'] ?? '',
    isSecure: request.secure,
  };
}
