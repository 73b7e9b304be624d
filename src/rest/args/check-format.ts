import { parseRestDate } from '../../text/dates.js';
import { isEmail } from '../../text/email.js';
import { toText } from '../../text/php/php-values.js';
import { type ArgDialect } from '../../variant/rest.variants.js';
import { ArgIssue, type JsonType, type ValueSchema } from './schema.js';

const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\.){3}(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\n?$/;

export function isIpAddress(value: string): boolean {
  return IPV4.test(value) || isIpv6(value);
}

function isIpv6(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2 || value.length > 45) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1)!.at(-1);
  const withIpv4 = last !== undefined && last.includes('.');
  if (withIpv4 && !IPV4.test(last)) return false;
  const count = groups.flat().length + (withIpv4 ? 1 : 0);
  if (halves.length === 2 ? count > 7 : count !== 8) return false;
  const plain = withIpv4 ? groups.flat().slice(0, -1) : groups.flat();
  return plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

export const isHexColor = (text: string): boolean => /^#(?:[A-Fa-f0-9]{3}){1,2}$/.test(text);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** The calendar has the day: 31 February is parsed as a day of March, or not at all. */
function isDate(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

export function checkFormat(
  value: unknown,
  { format }: ValueSchema,
  type: JsonType | undefined,
  name: string,
  { checksAllFormats, isOwn }: ArgDialect,
): ArgIssue | undefined {
  if (type !== 'string' && type !== undefined) return undefined;
  const text = toText(value);
  // An empty text is no date.
  if (isOwn && format === 'date')
    return text === '' || isDate(text) ? undefined : new ArgIssue(`${name} must be a date such as 2026-03-31.`);
  if (isOwn && format === 'time')
    return text === '' || TIME.test(text) ? undefined : new ArgIssue(`${name} must be a time such as 18:30.`);
  switch (format) {
    case 'date-time':
      return parseRestDate(text) !== undefined ? undefined : new ArgIssue('Invalid date.', 'rest_invalid_date');
    case 'email':
      return isEmail(text, { minLength: 6 }) ? undefined : new ArgIssue('Invalid email address.', 'rest_invalid_email');
    case 'ip':
      return isIpAddress(text) ? undefined : new ArgIssue(`${name} is not a valid IP address.`, 'rest_invalid_ip');
  }
  if (!checksAllFormats && !isOwn) return undefined;
  switch (format) {
    case 'uuid':
      return UUID.test(text) ? undefined : new ArgIssue(`${name} is not a valid UUID.`, 'rest_invalid_uuid');
    case 'hex-color':
      return isHexColor(text) ? undefined : new ArgIssue('Invalid hex color.', 'rest_invalid_hex_color');
    default:
      return undefined;
  }
}
