import { type Site } from '../../../site/index.js';
import { recordOf, textOf } from '../../../text/index.js';

const TOKEN = /^\s*bearer +[\w-]+\.([\w-]+)\.[\w-]*\s*$/i;
const MAX_LENGTH = 16_384;

/**
 * Whether the header has a JSON Web Token that names the site as its issuer, as those of plugins do. It is not verified: WordPress
 * does so when the request is forwarded, and knows nothing else about the requester.
 */
export function isTokenOf(site: Pick<Site, 'home' | 'siteUrl'>, authorization: string | undefined): boolean {
  const payload = authorization !== undefined && authorization.length <= MAX_LENGTH && TOKEN.exec(authorization)?.[1];
  if (!payload) return false;
  try {
    const { iss } = recordOf(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    const issuer = withoutSlash(textOf(iss));
    return [site.home, site.siteUrl].some((address) => withoutSlash(address) === issuer);
  } catch {
    return false;
  }
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
