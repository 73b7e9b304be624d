import { DeclarationError } from '../../content-model/declaration-error.js';
import { type AnyField } from '../../content-model/field-types.js';
import { ArgIssue, type ArgValidator, type ValueSchema } from '../args/schema.js';
import { everywhere, type Field, type FieldMap } from './resource-fields.js';

/** The fields of a resource with the computed ones that modules declare; `value` reads one of those by its name. */
export function withDeclaredFields<T, V>(
  fields: FieldMap<T, V>,
  declared: readonly AnyField[],
  owner: string,
  value: (item: T, view: V, name: string) => unknown,
): FieldMap<T, V> {
  const taken = declared.find(({ name, replaces }) => replaces === undefined && Object.hasOwn(fields, name));
  if (taken) throw new DeclarationError(`Field "${taken.name}": ${owner} already have one of this name.`);
  const missing = declared.find(({ replaces }) => replaces !== undefined && !Object.hasOwn(fields, replaces));
  if (missing) throw new DeclarationError(`Field "${missing.name}": ${owner} have no member of this name to replace.`);
  if (declared.length === 0) return fields;
  const all = declared.map((field) => [
    field.name,
    field.replaces === undefined ? declaredField(field, value) : replaced(fields[field.replaces]!, field.name, value),
  ]);
  return { ...fields, ...(Object.fromEntries(all) as FieldMap<T, V>) };
}

/** A member with the values of a declared field where that has some. */
function replaced<T, V>(
  field: Field<T, V>,
  name: string,
  value: (item: T, view: V, name: string) => unknown,
): Field<T, V> {
  const { properties } = field;
  if (field.value || typeof properties !== 'object' || Array.isArray(properties))
    return { ...field, value: (item, view) => value(item, view, name) ?? field.value?.(item, view) };
  const members = Object.entries(properties).map(([key, member]): [string, Field<T, V>] => [
    key,
    {
      ...member,
      value: (item, view) => {
        const changed = value(item, view, name) as Readonly<Record<string, unknown>> | null | undefined;
        return changed?.[key] ?? member.value?.(item, view);
      },
    },
  ]);
  return { ...field, properties: Object.fromEntries(members) };
}

function declaredField<T, V>(
  { name, schema, context = everywhere, optional, isHidden, update, refuse }: AnyField,
  value: (item: T, view: V, name: string) => unknown,
): Field<T, V> {
  const { properties, enum: allowed, ...plain } = schema as ValueSchema;
  // PHP writes an empty map as a list.
  const isEmpty = properties && Object.keys(properties).length === 0;
  const nested: Field<T, V>['properties'] = properties && (isEmpty ? [] : optionalMembers<T, V>(properties));
  return {
    description: '',
    ...(plain as Pick<Field<T, V>, 'type'>),
    ...(allowed && { enum: allowed as readonly string[] }),
    ...(nested && { properties: nested }),
    ...(context !== 'unstated' && { context }),
    nullable: true,
    ...(optional && { optional }),
    ...(isHidden && { unlisted: true, onRequest: true }),
    ...(update
      ? {
          arg: {
            ...schema,
            ...(isEmpty && { properties: [] }),
            early: true,
            unlisted: isHidden,
            ...(refuse && { validate: refusing(refuse) }),
          } as Field<T, V>['arg'],
        }
      : { readonly: true, ...(refuse && { refuse: refusing(refuse) }) }),
    value: (item, view) => {
      const found = value(item, view, name);
      return found === undefined && !optional ? null : found;
    },
  };
}

function refusing(refuse: NonNullable<AnyField['refuse']>): ArgValidator {
  return async (value, _name, { request }) => {
    const id = Number(request.pathParams.id);
    const reason = await refuse(value, Number.isSafeInteger(id) && id > 0 ? id : undefined);
    return reason === undefined ? undefined : new ArgIssue(reason);
  };
}

/** `load` may leave out members of an object. */
function optionalMembers<T, V>(properties: NonNullable<ValueSchema['properties']>): Record<string, Field<T, V>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { properties: nested, ...schema }]) => [
      name,
      { ...(schema as Field<T, V>), optional: true, ...(nested && { properties: optionalMembers<T, V>(nested) }) },
    ]),
  );
}
