import { type Database } from '../database/database.js';
import { type AnyField, type FieldRequest } from './field-types.js';

/** A value of `load` that a fallback field of the same name knows better, if there is one with a value for the item. */
export class Provisional {
  constructor(readonly value: unknown) {}
}

/** A field that asks the fallback for the values that it does not know for certain. */
export function withCertainValues(field: AnyField, fallback: AnyField): AnyField {
  return {
    ...field,
    // What the fallback knows has no versions.
    traced: undefined,
    load: async (items: readonly unknown[], database: Database, request: FieldRequest) => {
      const values = await field.load(items, database, request);
      const uncertain = items.filter((_item, index) => values[index] instanceof Provisional);
      if (uncertain.length === 0) return values;
      const loaded = await fallback.load(uncertain, database, request);
      return values.map((value, index) =>
        value instanceof Provisional ? (loaded[uncertain.indexOf(items[index])] ?? value.value) : value,
      );
    },
  };
}

/** A field with the members that only the schema of the fallback has; undefined if there are none. */
export function withFurtherMembers(field: AnyField, fallback: AnyField): AnyField | undefined {
  const own = field.schema.properties ?? {};
  const further = Object.entries(fallback.schema.properties ?? {}).filter(([name]) => !Object.hasOwn(own, name));
  if (further.length === 0) return undefined;
  const furtherOf = (value: unknown) =>
    Object.fromEntries(further.flatMap(([name]) => (isObject(value) && name in value ? [[name, value[name]]] : [])));
  return {
    ...field,
    traced: undefined,
    schema: { ...field.schema, properties: { ...own, ...Object.fromEntries(further) } },
    ignoresContent: Boolean(field.ignoresContent && fallback.ignoresContent),
    load: async (items: readonly unknown[], database: Database, request: FieldRequest) => {
      const [values, loaded] = await Promise.all([
        field.load(items, database, request),
        fallback.load(items, database, request),
      ]);
      return values.map((value, index) => completedValue(value, furtherOf(loaded[index])));
    },
    // What the value links to is found by the value itself.
    ...(field.links && { links: (value) => field.links!(completedFrom.get(value as object) ?? value) }),
    refuse: async (value, id) => {
      const sent = furtherOf(value);
      return Object.keys(sent).length === 0 ? field.refuse?.(value, id) : fallback.refuse?.(sent, id);
    },
  };
}

/** The values that were completed. */
const completedFrom = new WeakMap<object, unknown>();

function completedValue(value: unknown, further: Readonly<Record<string, unknown>>): unknown {
  const hasMembers = isObject(value) && !Array.isArray(value);
  if (Object.keys(further).length === 0 || (!hasMembers && !Array.isArray(value))) return value;
  const completed = { ...further, ...(hasMembers && value) };
  completedFrom.set(completed, value);
  return completed;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
