import { createHash } from 'node:crypto';
import { escapeAttribute } from '../../../../text/escape.js';
import { trimAscii } from '../../../../text/php-strings.js';
import { type BlockSite } from '../block-data.js';

/** An avatar in two resolutions; '' if the site does not show avatars. */
export function avatarImage(
  { email, alt = '', size, extraClass }: { email: string; alt?: string; size: number; extraClass?: string },
  site: BlockSite,
): string {
  if (!site.showsAvatars) return '';
  const hash = createHash('sha256').update(trimAscii(email).toLowerCase()).digest('hex');
  const fallback = site.avatarFallback === '' || site.avatarFallback === 'mystery' ? 'mm' : site.avatarFallback;
  const url = (pixels: number) =>
    `https://secure.gravatar.com/avatar/${email === '' ? '' : hash}?s=${pixels}` +
    (fallback === 'gravatar_default' ? '' : `&#038;d=${encodeURIComponent(fallback)}`) +
    (site.avatarRating === '' ? '' : `&#038;r=${encodeURIComponent(site.avatarRating.toLowerCase())}`);
  const classes = `avatar avatar-${size} photo${extraClass === undefined ? '' : ` ${extraClass}`}`;
  return `<img alt='${escapeAttribute(alt)}' src='${url(size)}' srcset='${url(2 * size)} 2x' class='${classes}' height='${size}' width='${size}' />`;
}
