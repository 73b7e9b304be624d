import { cleanTextField } from '../../text/clean.js';
import { cleanUrl } from '../../text/urls.js';
import { type ArgDialect } from '../../variant/profile.js';
import { asList, isMap, isTruthy, splitList, toInteger, toNumber, toText } from './php-values.js';
import { propertyOf, type ValueSchema } from './schema.js';

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
