import { type Components, type Schema } from '../openapi.types.js';

const PREFIX = '#/components/schemas/';
/** Deeper members are left to the reader; schemas may refer to themselves. */
const MAX_DEPTH = 4;

/** A value that fits a schema, as a starting point for a request. */
export function exampleOf(schema: Schema, components: Components, depth = 0): unknown {
  if (schema.$ref) {
    const name = schema.$ref.slice(PREFIX.length);
    const target = Object.hasOwn(components.schemas, name) ? components.schemas[name] : undefined;
    return target && depth < MAX_DEPTH ? exampleOf(target, components, depth + 1) : {};
  }
  const known = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (known !== undefined) return known;
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, components, depth);
  if (schema.properties && depth < MAX_DEPTH) {
    const members = Object.entries(schema.properties);
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, components, depth + 1)]));
  }
  return plainExample(schema, components, depth);
}

function plainExample({ type, format, minimum, items }: Schema, components: Components, depth: number): unknown {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return items && depth < MAX_DEPTH ? [exampleOf(items, components, depth + 1)] : [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return format === 'date-time' ? '2030-05-01T19:00:00' : 'text';
  }
}
