import { parseAttributes } from '../../../text/sanitize/attributes.js';
import { escapeAttribute } from '../../../text/escape.js';

/** Stops at the next bracket of either kind, so that openings that never end cost nothing. */
const LINK = /<a[ \t\r\n]([^<>]+)>/gi;
const NOFOLLOW = 'nofollow';

/** Marks links as not vouched for by the site, except those to the site itself. */
export function addNofollow(html: string, home: string): string {
  return html.replace(
    LINK,
    (_link, attributes: string) => `<a ${isOwn(attributes, home) ? attributes : marked(attributes)}>`,
  );
}

function isOwn(attributes: string, home: string): boolean {
  const href = /(?:^|[ \t\r\n])href[ \t\r\n]*=[ \t\r\n]*["']?([^"' \t\r\n]*)/i.exec(attributes)?.[1] ?? '';
  const target = withoutScheme(href);
  const site = withoutScheme(home);
  return target !== href && target.startsWith(site) && /^(?:[/?#]|$)/.test(target.slice(site.length));
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//i, '').toLowerCase();
}

function marked(attributes: string): string {
  if (!/\brel[ \t\r\n]*=/i.test(attributes)) return `${attributes} rel="${NOFOLLOW}"`;
  const parsed = parseAttributes(attributes);
  const words = (parsed.find(({ name }) => name.toLowerCase() === 'rel')?.value ?? '')
    .split(/[ \t\r\n]+/)
    .filter((word) => word !== '');
  if (!words.includes(NOFOLLOW)) words.push(NOFOLLOW);
  const others = parsed
    .filter(({ name }) => name.toLowerCase() !== 'rel')
    .map(({ name, value }) => (value === undefined ? name : `${name}="${escapeAttribute(value)}"`));
  return [...others, `rel="${escapeAttribute(words.join(' '))}"`].join(' ');
}
