import { decodeNumericEntities } from '../entities.js';
import { lowerAscii, trimAscii } from '../php-strings.js';

/** URL schemes that may appear in links. */
export const ALLOWED_PROTOCOLS: readonly string[] = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'news',
  'irc',
  'gopher',
  'nntp',
  'feed',
  'telnet',
  'mms',
  'rtsp',
  'svn',
  'tel',
  'fax',
  'xmpp',
  'webcal',
  'urn',
];

/** Protocols that WordPress 7 allows. */
export const WP7_PROTOCOLS: readonly string[] =
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  );

const MAX_ROUNDS = 6;
const MAX_NESTED_FEEDS = 2;

export function removeControlCharacters(text: string): string {
  return text.replace(/[\x00-\x08\x0B\x0C\x0E-\x1F]/g, '');
}

/** Removes control characters and the escapes `\0`, `\\0`, … of NUL. A run of backslashes is tried at its start only. */
export function removeNullCharacters(text: string): string {
  return removeControlCharacters(text).replace(/(?<!\\)\\+0+/g, '');
}

/** Removes forbidden schemes from the start of a URL until none is left; '' if that does not end. */
export function removeBadProtocols(url: string, allowed: readonly string[] = ALLOWED_PROTOCOLS): string {
  let current = removeNullCharacters(url);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = removeFirstBadProtocol(current, allowed);
    if (next === current) return current;
    current = next;
  }
  return '';
}

function removeFirstBadProtocol(url: string, allowed: readonly string[], feeds = 0): string {
  const colon = /:|&#0*58;|&#x0*3a;/i.exec(url);
  if (!colon) return url;
  const before = url.slice(0, colon.index);
  if (before.includes('/?')) return url;
  let rest = trimAscii(url.slice(colon.index + colon[0].length));
  const protocol = allowedProtocol(before, allowed);
  if (protocol === 'feed:') {
    // "feed:" wraps another URL, whose scheme counts as well.
    if (feeds >= MAX_NESTED_FEEDS) return '';
    rest = removeFirstBadProtocol(rest, allowed, feeds + 1);
    if (rest === '' || rest === '0') return rest;
  }
  return protocol + rest;
}

function allowedProtocol(text: string, allowed: readonly string[]): string {
  const name = lowerAscii(removeControlCharacters(decodeNumericEntities(text).replace(/[ \t\n\v\f\r]/g, '')));
  return allowed.includes(name) ? `${name}:` : '';
}
