import { createHash } from 'node:crypto';
import { escapeAttribute } from '../../../text/escape.js';
import { trimAscii } from '../../../text/php-strings.js';
import { type RenderContext } from '../../render-context.js';

/**
 * An avatar in two resolutions; '' if the site does not show avatars. Outside of contents, which decide how all of their
 * images load, it loads when it comes into view.
 */
export function avatarImage(
  {
    email,
    alt = '',
    size,
    extraClass,
    style = '',
  }: { email: string; alt?: string; size: number; extraClass?: string; style?: string },
  { site: { blocks: site }, isOutsideContent = false }: Pick<RenderContext, 'site' | 'isOutsideContent'>,
): string {
  if (!site.showsAvatars) return '';
  const hash = createHash('sha256').update(trimAscii(email).toLowerCase()).digest('hex');
  const fallback = site.avatarFallback === '' || site.avatarFallback === 'mystery' ? 'mm' : site.avatarFallback;
  const url = (pixels: number) =>
    `https://secure.gravatar.com/avatar/${email === '' ? '' : hash}?s=${pixels}` +
    (fallback === 'gravatar_default' ? '' : `&#038;d=${encodeURIComponent(fallback)}`) +
    (site.avatarRating === '' ? '' : `&#038;r=${encodeURIComponent(site.avatarRating.toLowerCase())}`);
  const classes = `avatar avatar-${size} photo${email === '' ? ' avatar-default' : ''}${extraClass === undefined ? '' : ` ${extraClass}`}`;
  const attributes = [
    ...(style === '' ? [] : [` style="${escapeAttribute(style)}"`]),
    ...(isOutsideContent ? ["loading='lazy' decoding='async'"] : []),
  ].join(' ');
  return `<img alt='${escapeAttribute(alt)}' src='${url(size)}' srcset='${url(2 * size)} 2x' class='${classes}' height='${size}' width='${size}' ${attributes}/>`;
}
