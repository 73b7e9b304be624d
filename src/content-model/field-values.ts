import { type Database, type Transaction } from '../database/database.js';
import { type PlacedDeclaration } from './declaration-error.js';
import { type AnyField, type FieldRequest } from './field-types.js';
import { Provisional } from './field-fallbacks.js';

/** The values of fields by field and ID. */
export type FieldValues = ReadonlyMap<string, ReadonlyMap<number, unknown>>;

/** The values of fields for a page of items. Fields load side by side. */
export async function loadFields(
  fields: readonly AnyField[],
  items: readonly { readonly id: number }[],
  database: Database,
  request: FieldRequest,
): Promise<FieldValues> {
  const loaded = await Promise.all(
    fields.map(async ({ name, load }) => {
      const values = items.length > 0 ? await load(items, database, request) : [];
      if (!Array.isArray(values) || values.length !== items.length)
        throw new TypeError(`Field "${name}": load must return one value for each of its ${items.length} items.`);
      return [
        name,
        new Map(items.map(({ id }, index) => [id, certain((values as readonly unknown[])[index])])),
      ] as const;
    }),
  );
  return new Map(loaded);
}

/** The field with values that are compared with its schema, as far as that costs nothing: plain ones by their type. */
export function withCheckedValues({ place, value: field }: PlacedDeclaration<AnyField>): PlacedDeclaration<AnyField> {
  const { name, schema, replaces } = field;
  const expected =
    replaces === undefined && Object.hasOwn(PLAIN_TYPES, schema.type) ? PLAIN_TYPES[schema.type]! : undefined;
  if (!expected) return { place, value: field };
  const load: AnyField['load'] = async (items, database, request) => {
    const values = await field.load(items, database, request);
    const wrong = Array.isArray(values) ? values.find((value) => !isFitting(value, expected)) : undefined;
    if (wrong !== undefined)
      throw new TypeError(
        `Field "${name}" (${place}): load must return values of the type ${schema.type} or null, not ${JSON.stringify(wrong)}.`,
      );
    return values;
  };
  return { place, value: { ...field, load } };
}

const PLAIN_TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

const isFitting = (value: unknown, expected: string) =>
  value === null || value === undefined || typeof value === expected;

const certain = (value: unknown) => (value instanceof Provisional ? value.value : value);

/** Stores the values of fields that a request sends; undefined if it sends none. */
export function fieldUpdate(
  fields: readonly AnyField[],
  sent: object,
  request: FieldRequest,
): ((tx: Transaction, id: number) => Promise<void>) | undefined {
  const values = sent as Readonly<Record<string, unknown>>;
  const changed = fields.filter(({ name, update }) => update && values[name] !== undefined);
  if (changed.length === 0) return undefined;
  return async (tx, id) => {
    for (const { name, update } of changed) await update!(id, values[name] as never, tx, request);
  };
}
