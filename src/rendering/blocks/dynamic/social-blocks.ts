import { escapeHtml } from '../../../text/escape.js';
import { filterWp7Style } from '../../../text/sanitize/css.js';
import { escapeUrl } from '../../../text/urls.js';
import { filledText } from '../block.js';
import { type BlockRenderer } from '../block-scope.js';
import { attributeText } from '../tags.js';
import { wrapperAttributes } from './wrapper.js';

/** Names of services whose name is not the slug with a capital letter. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['chain', 'Link'],
  ['codepen', 'CodePen'],
  ['deviantart', 'DeviantArt'],
  ['feed', 'RSS Feed'],
  ['fivehundredpx', '500px'],
  ['github', 'GitHub'],
  ['lastfm', 'Last.fm'],
  ['linkedin', 'LinkedIn'],
  ['mail', 'Mail'],
  ['soundcloud', 'SoundCloud'],
  ['tiktok', 'TikTok'],
  ['vk', 'VK'],
  ['whatsapp', 'WhatsApp'],
  ['wordpress', 'WordPress'],
  ['youtube', 'YouTube'],
]);

const SERVICES: ReadonlySet<string> = new Set(
  (
    'amazon bandcamp behance bluesky chain codepen deviantart discord dribbble dropbox etsy facebook feed fivehundredpx flickr foursquare ' +
    'github goodreads google gravatar instagram lastfm linkedin mail mastodon medium meetup patreon pinterest pocket reddit skype ' +
    'snapchat soundcloud spotify telegram threads tiktok tumblr twitch twitter vimeo vk whatsapp wordpress x yelp youtube'
  ).split(' '),
);

/** One plain icon for all services: their logos belong to them. */
const ICON =
  '<svg width="24" height="24" viewBox="0 0 24 24" version="1.1" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" focusable="false">' +
  '<path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" fill="none" stroke="currentColor" stroke-width="2"></path></svg>';

/** Links to profiles elsewhere. The container is saved HTML. */
export const SOCIAL_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  'social-link': (block, { parent }) => {
    const { service, url, label, rel } = block.attributes;
    const around = parent?.attributes ?? {};
    if (typeof service !== 'string' || typeof url !== 'string' || url === '') return '';
    const name = SERVICES.has(service)
      ? (NAMES.get(service) ?? `${service.charAt(0).toUpperCase()}${service.slice(1)}`)
      : 'Share Icon';
    const visible = filledText(filledText(label).trim()) || name;
    const classes = [
      'wp-social-link',
      `wp-social-link-${service}`,
      typeof around.iconColor === 'string' && `has-${around.iconColor}-color`,
      typeof around.iconBackgroundColor === 'string' && `has-${around.iconBackgroundColor}-background-color`,
    ];
    const newTab = around.openInNewTab === true;
    const relation = [typeof rel === 'string' ? rel : '', newTab ? 'noopener nofollow' : ''].join(' ').trim();
    const attributes = [
      ...(relation === '' ? [] : [`rel="${attributeText(relation)}"`]),
      ...(newTab ? ['target="_blank"'] : []),
      `href="${isEmail(url) ? `mailto:${encodedEmail(url)}` : escapeUrl(address(url), 'wp7')}"`,
      'class="wp-block-social-link-anchor"',
    ];
    const hidden = around.showLabels === true ? '' : ' screen-reader-text';
    // Values of the theme's palette, which WordPress takes as they are.
    const style = [
      ...(typeof around.iconColorValue === 'string' ? [`color:${around.iconColorValue}`] : []),
      ...(typeof around.iconBackgroundColorValue === 'string'
        ? [`background-color:${around.iconBackgroundColorValue}`]
        : []),
    ].join(';');
    return (
      `<li ${wrapperAttributes(block, { classes, style: filterWp7Style(style) })}><a ${attributes.join(' ')}>${ICON}` +
      `<span class="wp-block-social-link-label${hidden}">${escapeHtml(visible)}</span></a></li>`
    );
  },
};

function isEmail(url: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+$/.test(url);
}

/** An e-mail address that programs which collect them do not find: every other character is a reference to it. */
function encodedEmail(email: string): string {
  return Array.from(email, (character, at) =>
    at % 2 === 0 && character !== '@' && /[\w.]/.test(character)
      ? character
      : `&#${String(character.charCodeAt(0)).padStart(3, '0')};`,
  ).join('');
}

/** Addresses without a scheme are those of sites; a number after the colon is a port. */
function address(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:\/|$))|\/\/|#)/i.test(url) ? url : `https://${url}`;
}
