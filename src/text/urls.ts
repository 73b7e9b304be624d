import { type TextRules } from './text-rules.js';
import { normalizeEntities } from './entities.js';
import { ALLOWED_PROTOCOLS, WP7_PROTOCOLS, removeBadProtocols } from './sanitize/protocols.js';
import { removeEncodedBreaks } from './clean.js';
import { lowerAscii, trimStartCharacters } from './php-strings.js';

const BLANKS = ' \t\n\r\0\v';

/** A URL for storage or redirection; '' when its scheme is not allowed. */
export function cleanUrl(url: string, rules: TextRules = 'wp4'): string {
  return clean(url, rules, false);
}

/** A URL for an HTML attribute: as `cleanUrl`, with ampersands and apostrophes escaped. */
export function escapeUrl(url: string, rules: TextRules = 'wp4'): string {
  return clean(url, rules, true);
}

function clean(input: string, rules: TextRules, forDisplay: boolean): string {
  const isWp7 = rules === 'wp7';
  let url = (isWp7 ? trimStartCharacters(input, BLANKS) : input)
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\x80-\uffff]/gi, '');
  if (url === '') return '';
  if (!/^mailto:/i.test(url)) url = removeEncodedBreaks(url);
  url = url.replaceAll(';//', '://');
  if (!url.includes(':') && !/^[/#?]/.test(url) && !/^[a-z0-9-]+\.php/i.test(url)) url = `http://${url}`;
  if (forDisplay) url = normalizeEntities(url).replaceAll('&amp;', '&#038;').replaceAll("'", '&#039;');
  url = encodeBrackets(url);
  if (url.startsWith('/')) return url;
  const safe = removeBadProtocols(url, isWp7 ? WP7_PROTOCOLS : ALLOWED_PROTOCOLS);
  return lowerAscii(safe) === lowerAscii(url) ? safe : '';
}

/** Brackets are only allowed around an IPv6 host. */
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

/** The parts of a URL before its path. */
interface UrlFront {
  scheme?: string;
  user?: string;
  password?: string;
  host?: string;
  port?: number;
}

/**
 * Splits the front of a URL as PHP's `parse_url` does; undefined for seriously malformed ones.
 * The WHATWG parser cannot be used: it normalizes what it parses.
 */
export function parseUrlFront(url: string): UrlFront | undefined {
  const colon = url.indexOf(':');
  if (colon > 0 && /^[a-zA-Z0-9+.-]+$/.test(url.slice(0, colon))) {
    const scheme = url.slice(0, colon);
    if (url.startsWith('//', colon + 1)) {
      const isPath = scheme.toLowerCase() === 'file' && url[colon + 3] === '/';
      return isPath ? { scheme } : parseAuthority(url.slice(colon + 3), { scheme });
    }
    return startsWithPort(url.slice(colon + 1)) ? parseAuthority(url, {}) : { scheme };
  }
  if (url.startsWith('//')) return parseAuthority(url.slice(2), {});
  if (colon >= 0 && !/[?#]/.test(url.slice(0, colon))) {
    if (colon + 1 === url.length) return undefined;
    if (startsWithPort(url.slice(colon + 1))) return parseAuthority(url, {});
  }
  return {};
}

function startsWithPort(text: string): boolean {
  return /^[0-9]{1,5}(?:\/|$)/.test(text);
}

function parseAuthority(text: string, front: UrlFront): UrlFront | undefined {
  const authority = text.slice(0, text.search(/[/?#]|$/));
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    const login = authority.slice(0, at);
    const colon = login.indexOf(':');
    front.user = colon < 0 ? login : login.slice(0, colon);
    if (colon >= 0) front.password = login.slice(colon + 1);
  }
  const hostAndPort = authority.slice(at + 1);
  const isBracketed = hostAndPort.startsWith('[') && hostAndPort.endsWith(']');
  const colon = isBracketed ? -1 : hostAndPort.lastIndexOf(':');
  if (colon >= 0) {
    const port = hostAndPort.slice(colon + 1);
    if (port.length > 5 || (port !== '' && !/^[0-9]/.test(port))) return undefined;
    if (port !== '') front.port = parseInt(port, 10);
    if ((front.port ?? 0) > 65535) return undefined;
  }
  front.host = colon < 0 ? hostAndPort : hostAndPort.slice(0, colon);
  return front.host === '' ? undefined : front;
}

/** The percent-decoded text; unchanged where that is not UTF-8, for example because half a character was cut off. */
export function decodeUrlText(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
