import { normalizeEntities } from './sanitize/entities.js';
import { ALLOWED_PROTOCOLS, removeBadProtocols } from './sanitize/protocols.js';
import { removeEncodedBreaks } from './clean.js';
import { parseUrlFront } from './parse-url.js';
import { lowerAscii } from './php-strings.js';

/** A URL for storage or redirection; '' when its scheme is not allowed. */
export function cleanUrl(url: string, protocols: readonly string[] = ALLOWED_PROTOCOLS): string {
  return clean(url, protocols, false);
}

/** A URL for an HTML attribute: as `cleanUrl`, with ampersands and apostrophes escaped. */
export function escapeUrl(url: string, protocols: readonly string[] = ALLOWED_PROTOCOLS): string {
  return clean(url, protocols, true);
}

function clean(input: string, protocols: readonly string[], forDisplay: boolean): string {
  let url = input.replaceAll(' ', '%20').replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\x80-\uffff]/gi, '');
  if (url === '') return '';
  if (!/^mailto:/i.test(url)) url = removeEncodedBreaks(url);
  url = url.replaceAll(';//', '://');
  if (!url.includes(':') && !/^[/#?]/.test(url) && !/^[a-z0-9-]+\.php/i.test(url)) url = `http://${url}`;
  if (forDisplay) url = normalizeEntities(url).replaceAll('&amp;', '&#038;').replaceAll("'", '&#039;');
  url = encodeBrackets(url);
  if (url.startsWith('/')) return url;
  const safe = removeBadProtocols(url, protocols);
  return lowerAscii(safe) === lowerAscii(url) ? safe : '';
}

/** Brackets are fine around an IPv6 host and nowhere else. */
function encodeBrackets(url: string): string {
  if (!/[[\]]/.test(url)) return url;
  const front = frontOf(url);
  const rest = front === '' ? url : url.replaceAll(front, '');
  const encoded = rest.replaceAll('[', '%5B').replaceAll(']', '%5D');
  return rest === '' ? url : url.replaceAll(rest, () => encoded);
}

function frontOf(url: string): string {
  const parts = parseUrlFront(url) ?? {};
  let front = parts.scheme !== undefined ? `${parts.scheme}://` : url.startsWith('/') ? '//' : '';
  if (parts.user !== undefined)
    front += parts.password === undefined ? `${parts.user}@` : `${parts.user}:${parts.password}@`;
  front += parts.host ?? '';
  if (parts.port !== undefined) front += `:${parts.port}`;
  return front;
}
