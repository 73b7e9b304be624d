import { isEmail } from '../../../text/email.js';
import { parseUrlFront } from '../../../text/parse-url.js';

export function isEmailAddress(text: string): boolean {
  return isEmail(text, { minLength: 6 });
}

const PRINTABLE = /^[!-~]+$/;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/i;
const HOSTLESS = new Set(['mailto', 'news', 'file']);

/** A complete web address, also of other schemes than http. */
export function isAbsoluteUrl(text: string): boolean {
  if (text.length > 2048 || !PRINTABLE.test(text)) return false;
  const front = parseUrlFront(text);
  const scheme = front?.scheme?.toLowerCase();
  if (!front || scheme === undefined) return false;
  if (front.host === undefined) return HOSTLESS.has(scheme);
  return scheme !== 'http' && scheme !== 'https'
    ? true
    : HOST.test(front.host) || /^\[[0-9a-f:.]+\]$/i.test(front.host);
}

/** Groups of digits, bare or in parentheses, with blanks, dashes and slashes between them. */
export function isTelephoneNumber(text: string): boolean {
  return /^\+?(?:\d|\(\d+\))(?:[\d/ -]|\(\d+\))*$/.test(text) && /[\d)]$/.test(text);
}

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

export function readNumber(text: string): number | undefined {
  return text.length < 400 && NUMERIC.test(text) ? Number(text) : undefined;
}
