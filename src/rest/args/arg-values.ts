import { cleanTextField } from '../../text/clean.js';
import { parseRestDate } from '../../text/dates.js';
import { isEmail } from '../../text/email.js';
import { cleanUrl } from '../../text/urls.js';
import { type ArgDialect } from '../rest.variants.js';
import {
  alternative,
  checkBounds,
  isBoolean,
  isHexColor,
  isIpAddress,
  listOf,
  typeFor,
  validateBySchema,
} from './full-schema.js';
import { asList, asNumber, isMap, isTruthy, splitList, toInteger, toNumber, toText } from '../../text/php-values.js';
import { ArgIssue, type JsonType, propertyOf, type ValueSchema } from './schema.js';

/** The problem with a value, in the interface's words; undefined if it is valid. */
export function validateValue(
  value: unknown,
  schema: ValueSchema,
  name: string,
  dialect: ArgDialect,
): ArgIssue | undefined {
  if (dialect.fullJsonSchema) return validateBySchema(value, schema, name);
  const message = verdictOn(value, schema, name, dialect);
  return message === undefined ? undefined : new ArgIssue(message);
}

type Verdict = string | undefined;

function verdictOn(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): Verdict {
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
    const verdict = verdictOn(element, schema.items, `${name}[${index}]`, dialect);
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
      const verdict = verdictOn(member, property, `${name}[${key}]`, dialect);
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
  if (schema.type !== 'integer' && schema.type !== 'number') return undefined;
  return checkBounds(asNumber(value) ?? 0, schema, name, dialect.shortRangeMessages);
}

/** Converts a validated value to the type of its schema. */
export function sanitizeValue(value: unknown, declared: ValueSchema, dialect: ArgDialect): unknown {
  const schema = dialect.fullJsonSchema ? narrowed(value, declared) : declared;
  switch (schema.type) {
    case 'null':
      if (dialect.fullJsonSchema) return null;
      break;
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
      return cleanTextField(textOf(value, dialect));
    case 'uri':
      return cleanUrl(textOf(value, dialect), dialect.fullJsonSchema ? 'current' : 'classic');
    case 'hex-color':
      if (dialect.fullJsonSchema) return isHexColor(textOf(value, dialect)) ? value : '';
  }
  return schema.type === 'string' ? toText(value) : value;
}

/** Current releases turn a list given for a string into an empty string, not into the word Array. */
function textOf(value: unknown, { fullJsonSchema }: ArgDialect): string {
  return fullJsonSchema && typeof value === 'object' ? '' : toText(value);
}

/** The schema with the alternative and type that match the value. */
function narrowed(value: unknown, schema: ValueSchema): ValueSchema {
  const chosen = alternative(value, schema, '');
  const whole = chosen instanceof ArgIssue || !chosen ? schema : { ...schema, ...chosen };
  return Array.isArray(whole.type) ? { ...whole, type: typeFor(value, whole.type) } : whole;
}

function sanitizeArray(value: unknown, schema: ValueSchema, dialect: ArgDialect): unknown {
  if (dialect.fullJsonSchema) {
    const list = isMap(value) ? Object.values(value) : (listOf(value) ?? []);
    return schema.items ? list.map((element) => sanitizeValue(element, schema.items!, dialect)) : list;
  }
  if (!schema.items) return Array.isArray(value) || isMap(value) ? value : [value];
  const items = schema.items;
  const list = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : splitList(toText(value));
  return (asList(list) ?? []).map((element) => sanitizeValue(element, items, dialect));
}

/** An empty result is an empty list, like the reference's arrays. */
function sanitizeObject(value: unknown, schema: ValueSchema, dialect: ArgDialect): unknown {
  const map = Array.isArray(value) ? { ...value } : value;
  if (!isMap(map)) return [];
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(map)) {
    const property = propertyOf(schema, key);
    if (property) kept[key] = sanitizeValue(member, property, dialect);
    else if (dialect.fullJsonSchema && typeof schema.additionalProperties === 'object')
      kept[key] = sanitizeValue(member, schema.additionalProperties, dialect);
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
