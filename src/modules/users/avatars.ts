import { createHash } from 'node:crypto';
import { type Site } from '../../site/site.js';
import { trimAscii } from '../../text/php-strings.js';
import { type UsersDialect } from '../../variant/users.variants.js';

/** Avatar sizes in pixels, which are also the field names. */
export const AVATAR_SIZES = [24, 48, 96] as const;

const HOST_COUNT = 3;
/** Gravatar's name for the option's plain silhouette. */
const SILHOUETTE = { option: 'mystery', parameter: 'mm' };
/** The option's value for Gravatar's own default. */
const SERVICE_DEFAULT = 'gravatar_default';

/** Avatar URLs by size; undefined if the site does not show avatars. Pingbacks have none in newer releases. */
export function avatarUrls(
  email: string,
  site: Pick<Site, 'option' | 'isOn' | 'home'>,
  { secureAvatars, isPerson = true }: Pick<UsersDialect, 'secureAvatars'> & { isPerson?: boolean },
): Record<string, string | false> | undefined {
  if (!site.isOn('show_avatars')) return undefined;
  if (secureAvatars && !isPerson) return Object.fromEntries(AVATAR_SIZES.map((size) => [String(size), false]));
  const address = trimAscii(email).toLowerCase();
  const hash =
    address === ''
      ? ''
      : createHash(secureAvatars ? 'sha256' : 'md5')
          .update(address)
          .digest('hex');
  const front = `${host(hash, secureAvatars || site.home.startsWith('https:'))}/avatar/${hash}`;
  const rest = query(site.option('avatar_default'), site.option('avatar_rating'));
  return Object.fromEntries(AVATAR_SIZES.map((size) => [String(size), `${front}?s=${size}${rest}`]));
}

/** Without an e-mail address the first host is used. */
function host(hash: string, secure: boolean): string {
  return secure
    ? 'https://secure.gravatar.com'
    : `http://${parseInt(hash.charAt(0) || '0', 16) % HOST_COUNT}.gravatar.com`;
}

function query(fallback: string, rating: string): string {
  const picture = fallback === SILHOUETTE.option || fallback === '' ? SILHOUETTE.parameter : fallback;
  const visible = picture === SERVICE_DEFAULT ? '' : `&d=${encodeURIComponent(picture)}`;
  return `${visible}${rating === '' ? '' : `&r=${encodeURIComponent(rating.toLowerCase())}`}`;
}
