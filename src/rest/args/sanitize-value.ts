import { elementSchema, type MetaSchema } from '../../content-model/meta-fields.js';
import { cleanTextField } from '../../text/clean.js';
import { cleanUrl } from '../../text/urls.js';
import { type ArgDialect } from '../../variant/rest.variants.js';
import { isHexColor } from './check-format.js';
import { alternative, listOf, typeFor } from './validate-value.js';
import { asList, isMap, isTruthy, splitList, toInteger, toNumber, toText } from '../../text/php/php-values.js';
import { ArgIssue, propertyOf, type ValueSchema } from './schema.js';

/** Converts a validated value to the type of its schema. */
export function sanitizeValue(value: unknown, declared: ValueSchema, dialect: ArgDialect): unknown {
  const schema = dialect.supportsAlternatives ? narrowed(value, declared) : declared;
  switch (schema.type) {
    case 'null':
      if (dialect.supportsAlternatives) return null;
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
      return cleanUrl(textOf(value, dialect), dialect.urls);
    case 'hex-color':
      if (dialect.checksAllFormats) return isHexColor(textOf(value, dialect)) ? value : '';
  }
  return schema.type === 'string' ? toText(value) : value;
}

/** A list given for a text is an empty text, or the word Array. */
function textOf(value: unknown, { conversion }: ArgDialect): string {
  return conversion === 'wp7' && typeof value === 'object' ? '' : toText(value);
}

/** The schema with the alternative and type that match the value. */
function narrowed(value: unknown, schema: ValueSchema): ValueSchema {
  const chosen = alternative(value, schema, '');
  const merged = chosen instanceof ArgIssue || !chosen ? schema : { ...schema, ...chosen };
  return Array.isArray(merged.type) ? { ...merged, type: typeFor(value, merged.type) } : merged;
}

function sanitizeArray(value: unknown, schema: ValueSchema, dialect: ArgDialect): unknown {
  if (dialect.conversion === 'wp7') {
    const list = isMap(value) ? Object.values(value) : (listOf(value) ?? []);
    return schema.items ? list.map((element) => sanitizeValue(element, schema.items!, dialect)) : list;
  }
  if (!schema.items) return Array.isArray(value) || isMap(value) ? value : [value];
  const { items, layouts } = schema;
  const list = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : splitList(toText(value));
  return (asList(list) ?? []).map((element) =>
    sanitizeValue(element, layouts ? elementSchema(schema as MetaSchema, element)! : items, dialect),
  );
}

/** An empty result is an empty list, like WordPress's arrays. */
function sanitizeObject(value: unknown, schema: ValueSchema, dialect: ArgDialect): unknown {
  const map = Array.isArray(value) ? { ...value } : value;
  if (!isMap(map)) return [];
  const sanitized: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(map)) {
    const property = propertyOf(schema, key);
    if (property) sanitized[key] = sanitizeValue(member, property, dialect);
    else if (dialect.checksProperties && typeof schema.additionalProperties === 'object')
      sanitized[key] = sanitizeValue(member, schema.additionalProperties, dialect);
    else if (schema.additionalProperties !== false) sanitized[key] = member;
  }
  if (Object.keys(sanitized).length === 0) return [];
  return Array.isArray(value) && schema.additionalProperties !== false ? value : sanitized;
}

export function sanitizeBoolean(value: unknown): boolean {
  if (typeof value === 'string') {
    const word = value.toLowerCase();
    return word !== 'false' && word !== '0' && word !== '';
  }
  return isTruthy(value);
}
