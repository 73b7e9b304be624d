import { EMPTY_VALUES, type MetaSchema } from './meta-fields.js';

/** A schema with the names of the fields next to it, and all schemas inside of it. */
export function* placesIn(schema: MetaSchema, siblings: readonly string[]): Generator<[MetaSchema, readonly string[]]> {
  yield [schema, siblings];
  const { items, additionalProperties, properties, layouts = {} } = schema;
  for (const part of [items, additionalProperties]) if (typeof part === 'object') yield* placesIn(part, []);
  for (const fields of [properties ?? {}, ...Object.values(layouts).map((layout) => layout.fields)])
    for (const part of Object.values(fields)) yield* placesIn(part, Object.keys(fields));
}

export const schemasIn = (schema: MetaSchema) => [...placesIn(schema, [])].map(([part]) => part);

/** What is wrong with labels of values, or with conditions. */
export function editorProblem([{ enum: values, choices = {}, when = [] }, siblings]: [MetaSchema, readonly string[]]):
  | string
  | undefined {
  const texts = values?.map(String) ?? [];
  const choice = Object.keys(choices).find((value) => !texts.includes(value));
  if (choice !== undefined) return `has a label in \`choices\` for "${choice}", which is not in its \`enum\``;
  const unknown = when.find(({ field }) => !siblings.includes(field));
  return unknown && `depends in \`when\` on "${unknown.field}", but the fields next to it are ${siblings.join(', ')}`;
}

/** Why a value cannot be the default of a schema. */
export function defaultProblem(schema: Pick<MetaSchema, 'type' | 'enum'>, value: unknown): string | undefined {
  const { type, enum: allowed } = schema;
  const fits = {
    string: typeof value === 'string',
    integer: Number.isInteger(value),
    number: typeof value === 'number',
    boolean: typeof value === 'boolean',
    // As in WordPress, a single value is a list of one.
    array: Array.isArray(value) || ['string', 'number', 'boolean'].includes(typeof value),
    object: typeof value === 'object' && value !== null && !Array.isArray(value),
  }[type];
  if (!fits) return `has a default that is not of the type ${type}`;
  const isEmpty = value === EMPTY_VALUES[type];
  return allowed && !isEmpty && !allowed.includes(value as string)
    ? 'has a default that is not in its `enum`'
    : undefined;
}

/** A pattern of a schema or of a part of it that cannot be compiled. */
export function brokenPattern(schema: MetaSchema): string | undefined {
  for (const { pattern } of schemasIn(schema)) {
    try {
      if (pattern !== undefined) new RegExp(pattern, 'u');
    } catch {
      return pattern;
    }
  }
  return undefined;
}
