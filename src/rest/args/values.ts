import { isEmail } from '../../text/email.js';
import { parseRestDate } from '../../text/dates.js';
import { type ArgDialect } from '../../variant/profile.js';
import { asList, asNumber, isMap, splitList, toText, isTruthy, toInteger, toNumber } from './php-values.js';
import { type JsonType, propertyOf, type ValueSchema } from './schema.js';
import { cleanTextField } from '../../text/clean.js';
import { cleanUrl } from '../../text/urls.js';

/** What is wrong with a value, in the interface's own words; undefined when nothing is. */
type Verdict = string | undefined;

export function validateValue(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): Verdict {
  return (
    checkShape(value, schema, name, dialect) ??
    checkEnum(value, schema, name) ??
    checkScalar(value, schema.type, name) ??
    checkFormat(value, schema.format) ??
    checkLimits(value, schema, name, dialect)
  );
}

function checkShape(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): Verdict {
  if (schema.type === 'array') return checkArray(value, schema, name, dialect);
  if (schema.type === 'object' && dialect.checksObjects) return checkObject(value, schema, name, dialect);
  return undefined;
}

function checkArray(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): Verdict {
  const list = typeof value === 'object' && value !== null ? asList(value) : splitList(toText(value));
  if (!list) return `${name} is not of type array.`;
  if (!schema.items) return undefined;
  for (const [index, element] of list.entries()) {
    const verdict = validateValue(element, schema.items, `${name}[${index}]`, dialect);
    if (verdict) return verdict;
  }
  return undefined;
}

function checkObject(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): Verdict {
  const map = Array.isArray(value) ? { ...value } : value;
  if (!isMap(map)) return `${name} is not of type object.`;
  for (const [key, member] of Object.entries(map)) {
    const property = propertyOf(schema, key);
    if (property) {
      const verdict = validateValue(member, property, `${name}[${key}]`, dialect);
      if (verdict) return verdict;
    } else if (schema.additionalProperties === false) {
      return `${key} is not a valid property of Object.`;
    }
  }
  return undefined;
}

function checkEnum(value: unknown, schema: ValueSchema, name: string): Verdict {
  if (!schema.enum || schema.enum.some((allowed) => allowed === value)) return undefined;
  return `${name} is not one of ${schema.enum.map(toText).join(', ')}.`;
}

const TRUTH_WORDS = new Set(['true', 'false', '0', '1']);

export function isBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return TRUTH_WORDS.has(value.toLowerCase());
  return value === 0 || value === 1;
}

function checkScalar(value: unknown, type: ValueSchema['type'], name: string): Verdict {
  const number = asNumber(value);
  switch (type as JsonType | undefined) {
    case 'integer':
      return number !== undefined && Math.round(number) === number ? undefined : `${name} is not of type integer.`;
    case 'number':
      return number !== undefined ? undefined : `${name} is not of type number.`;
    case 'boolean':
      return isBoolean(value) ? undefined : `${toText(value)} is not of type boolean.`;
    case 'string':
      return typeof value === 'string' ? undefined : `${name} is not of type string.`;
    default:
      return undefined;
  }
}

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

function checkFormat(value: unknown, format: string | undefined): Verdict {
  const text = toText(value);
  switch (format) {
    case 'date-time':
      return parseRestDate(text) ? undefined : 'Invalid date.';
    case 'email':
      return isEmail(text, { minLength: 6 }) ? undefined : 'Invalid email address.';
    case 'ip':
      return isIpAddress(text) ? undefined : `${text} is not a valid IP address.`;
    default:
      return undefined;
  }
}

function checkLimits(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): Verdict {
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) return undefined;
  if (schema.type !== 'integer' && schema.type !== 'number') return undefined;
  const number = asNumber(value) ?? 0;
  // Error messages contain the bounds as integers.
  const low = schema.exclusiveMinimum ? 'exclusive' : 'inclusive';
  const high = schema.exclusiveMaximum ? 'exclusive' : 'inclusive';
  const tooLow = minimum !== undefined && (schema.exclusiveMinimum ? number <= minimum : number < minimum);
  const tooHigh = maximum !== undefined && (schema.exclusiveMaximum ? number >= maximum : number > maximum);
  if (!tooLow && !tooHigh) return undefined;
  if (minimum !== undefined && maximum !== undefined)
    return `${name} must be between ${Math.trunc(minimum)} (${low}) and ${Math.trunc(maximum)} (${high})`;
  if (minimum !== undefined) return `${name} must be ${limit('greater than', Math.trunc(minimum), low, dialect)}`;
  return `${name} must be ${limit('less than', Math.trunc(maximum!), high, dialect)}`;
}

function limit(relation: string, bound: number, kind: 'inclusive' | 'exclusive', dialect: ArgDialect): string {
  if (!dialect.plainLimits) return `${relation} ${bound} (${kind})`;
  return kind === 'inclusive' ? `${relation} or equal to ${bound}` : `${relation} ${bound}`;
}

/** Converts a value that passed its checks into the type its schema names. */
export function sanitizeValue(value: unknown, schema: ValueSchema, dialect: ArgDialect): unknown {
  switch (schema.type) {
    case 'array':
      return sanitizeArray(value, schema, dialect);
    case 'object':
      return dialect.checksObjects ? sanitizeObject(value, schema, dialect) : value;
    case 'integer':
      return toInteger(value);
    case 'number':
      return toNumber(value);
    case 'boolean':
      return sanitizeBoolean(value);
  }
  switch (schema.format) {
    case 'date-time':
    case 'email':
    case 'ip':
      return cleanTextField(toText(value));
    case 'uri':
      return cleanUrl(toText(value));
  }
  return schema.type === 'string' ? toText(value) : value;
}

function sanitizeArray(value: unknown, schema: ValueSchema, dialect: ArgDialect): unknown {
  if (!schema.items) return Array.isArray(value) || isMap(value) ? value : [value];
  const items = schema.items;
  const list = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : splitList(toText(value));
  return (asList(list) ?? []).map((element) => sanitizeValue(element, items, dialect));
}

/** An empty result is an empty list, as the reference's arrays are. */
function sanitizeObject(value: unknown, schema: ValueSchema, dialect: ArgDialect): unknown {
  const map = Array.isArray(value) ? { ...value } : value;
  if (!isMap(map)) return [];
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(map)) {
    const property = propertyOf(schema, key);
    if (property) kept[key] = sanitizeValue(member, property, dialect);
    else if (schema.additionalProperties !== false) kept[key] = member;
  }
  if (Object.keys(kept).length === 0) return [];
  return Array.isArray(value) && schema.additionalProperties !== false ? value : kept;
}

export function sanitizeBoolean(value: unknown): boolean {
  if (typeof value === 'string') {
    const word = value.toLowerCase();
    return word !== 'false' && word !== '0' && word !== '';
  }
  return isTruthy(value);
}
