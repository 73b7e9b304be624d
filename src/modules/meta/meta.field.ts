import { type Principal } from '../../access/principal.js';
import { type MetaChange } from './meta.store.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { EMPTY_VALUES, type MetaField, type MetaObject, type MetaSchema } from '../../content-model/meta-fields.js';
import { isMap } from '../../text/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { authErrorStatus } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Context } from '../../rest/args/common.dto.js';
import { type Field, viewAndEdit } from '../../rest/fields/resource-fields.js';
import { type ArgDialect } from '../../rest/rest.variants.js';
import { type Profile } from '../../variant/profile.js';
import { emptyAsList, metaIssue, storedTexts } from './meta-values.js';

/** The field `meta` of a resource: the declared keys of its objects. */
export function metaMember<T, V>(
  object: MetaObject,
  subtype: string | undefined,
  value: Field<T, V>['value'],
  arg?: Field['arg'],
): Field<T, V> {
  const declared = (model: ContentModel, profile: Profile) => metaSchemas(model.metaOf(object, subtype), profile);
  const properties: Field['properties'] = ({ model }, profile) => declared(model, profile);
  const description = 'Registered meta values.';
  return { type: 'object', description, context: viewAndEdit, properties, declared, value, arg };
}

/** Any map is accepted; the values are validated by the write. */
export const META_ARG = {
  unchecked: true,
  validate: (value: unknown) =>
    typeof value === 'object' && value !== null ? undefined : new ArgIssue('Invalid parameter.'),
} as const;

function metaSchemas(fields: readonly MetaField[], profile: Profile): Record<string, MetaSchema> | [] {
  if (fields.length === 0) return [];
  const { fullJsonSchema } = profile.args;
  return Object.fromEntries(
    fields.map(({ key, single, schema, default: standard, editOnly }) => {
      const { type, description = '', ...rest } = schema;
      const one = {
        type,
        ...(fullJsonSchema && { title: '' }),
        description,
        default: fullJsonSchema ? emptyAsList(standard) : standard,
        ...(editOnly && { context: ['edit'] }),
        ...rest,
      };
      const item = { ...one, default: fullJsonSchema ? EMPTY_VALUES[type] : undefined };
      return [key, single ? one : { type: 'array', items: item }];
    }),
  );
}

/** The declared keys of an object that the requester may read. */
export function visibleMeta(
  model: ContentModel,
  object: MetaObject,
  subtype: string | undefined,
  principal: Principal,
  context?: Context,
): readonly MetaField[] {
  return model
    .metaOf(object, subtype)
    .filter(({ read, editOnly }) => (read === undefined || principal.can(read)) && !(editOnly && context !== 'edit'));
}

/** A client's `meta` as changes, and what is wrong with the values that cannot be written. */
export interface ReadMeta {
  readonly changes: MetaChange[];
  readonly error?: RestError;
}

/** The valid changes in a client's `meta`. Unknown keys are ignored, null deletes. Older releases report the first error, current ones all. */
export function readMeta(
  fields: readonly MetaField[],
  meta: unknown,
  principal: Principal,
  dialect: ArgDialect,
): ReadMeta {
  if (!isMap(meta)) return { changes: [] };
  const changes: MetaChange[] = [];
  const errors: RestError[] = [];
  for (const field of fields.filter(({ key }) => Object.hasOwn(meta, key))) {
    const { key, single, isPrefixed } = field;
    const value = meta[key];
    const isDeleted = value === null || (!single && Array.isArray(value) && value.length === 0);
    const issue = isDeleted ? undefined : metaIssue(field, value, `meta.${key}`, dialect);
    if (issue) errors.push(invalidMeta(issue));
    else if (!mayWrite(field, principal)) errors.push(cannotWrite(field, principal, isDeleted));
    else
      changes.push({
        key,
        single,
        ...(isPrefixed && { isPrefixed }),
        values: isDeleted ? [] : storedTexts(field, value),
      });
  }
  const [first, ...others] = errors;
  if (!first) return { changes };
  return { changes, error: dialect.fullJsonSchema ? RestError.joined([first, ...others]) : first };
}

/** All keys are validated before any is written, so that an invalid value leaves the object unchanged. */
export function metaChanges(
  fields: readonly MetaField[],
  meta: unknown,
  principal: Principal,
  dialect: ArgDialect,
): MetaChange[] {
  const { changes, error } = readMeta(fields, meta, principal, dialect);
  if (error) throw error;
  return changes;
}

/** The code is that of the violated rule, and its data comes after the status. */
function invalidMeta({ code, message, data }: ArgIssue): RestError {
  const error = new RestError(code, message, 400);
  return data === null ? error : error.withAdditionalData(data);
}

/** Keys with a leading underscore are protected: they need a rule of their own. */
function mayWrite({ key, write }: MetaField, principal: Principal): boolean {
  return write === undefined ? !key.startsWith('_') : principal.can(write);
}

function cannotWrite({ key }: MetaField, principal: Principal, isDeleted: boolean): RestError {
  const status = authErrorStatus(principal);
  const code = isDeleted ? 'rest_cannot_delete' : 'rest_cannot_update';
  return new RestError(code, `You may not edit the custom field ${key}.`, status, { key, status });
}
