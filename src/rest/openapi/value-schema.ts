import { type ResolvedArg, type ValueSchema } from '../args/schema.js';
import { type Field } from '../fields/resource-fields.js';
import { type Schema } from './openapi.types.js';

/** Formats every generator understands; others are told in words by the description. */
const KNOWN_FORMATS = ['date-time', 'email', 'uri'];

/** The interface's vocabulary is an older draft of JSON Schema: exclusive limits were flags. */
export function valueSchema(value: ValueSchema): Schema {
  const {
    type,
    items,
    enum: allowed,
    format,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    properties,
    additionalProperties,
  } = value;
  return {
    ...(type && { type }),
    ...(format && KNOWN_FORMATS.includes(format) && { format }),
    ...(allowed && { enum: allowed }),
    ...(items && { items: valueSchema(items) }),
    ...(minimum !== undefined && (exclusiveMinimum ? { exclusiveMinimum: minimum } : { minimum })),
    ...(maximum !== undefined && (exclusiveMaximum ? { exclusiveMaximum: maximum } : { maximum })),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, valueSchema(member)])),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? valueSchema(additionalProperties) : additionalProperties,
    }),
  };
}

/** An argument; `field` is the member it writes, where it writes one. */
export function argSchema(arg: ResolvedArg, field?: Field): Schema {
  const { description } = arg;
  return {
    ...(isText(field) ? textSchema() : valueSchema(arg)),
    ...(description && { description }),
    ...(arg.default !== undefined && arg.default !== null && { default: fittingDefault(arg) }),
  };
}

/** Members with a raw and a rendered form are written as text, or as an object with the raw form. */
function isText(field: Field | undefined): boolean {
  return field?.type === 'object' && typeof field.properties === 'object' && 'raw' in field.properties;
}

function textSchema(): Schema {
  return {
    anyOf: [{ type: 'string' }, { type: 'object', properties: { raw: { type: 'string' } }, required: ['raw'] }],
  };
}

function fittingDefault(arg: ResolvedArg): unknown {
  return arg.type === 'array' && !Array.isArray(arg.default) ? [arg.default] : arg.default;
}
