import { type StoredMeta } from './meta.store.js';
import { elementSchema, listSchema, type MetaField, type MetaSchema } from '../../content-model/meta-fields.js';
import { maybeUnserialize, PhpFloat, type PhpInput, phpToJs, toStored } from '../../text/php/index.js';
import { isMap } from '../../text/php/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { type ArgDialect, ownArgs, WP4_ARGS } from '../../variant/rest.variants.js';
import { sanitizeValue } from '../../rest/args/sanitize-value.js';
import { validateValue } from '../../rest/args/validate-value.js';

/** Stored meta is validated in the same way, objects included, whatever the profile says about arguments. */
const DIALECT = WP4_ARGS;

/** Meta in the API's form: a map by key, or an empty list if no key is declared. */
export function shownMeta(fields: readonly MetaField[], stored: StoredMeta | undefined): unknown {
  if (fields.length === 0) return [];
  return Object.fromEntries(fields.map((field) => [field.name, shownValue(field, stored?.get(field.key) ?? [])]));
}

function shownValue({ single, schema, default: standard }: MetaField, texts: readonly string[]): unknown {
  if (!single) return texts.length > 0 ? texts.map((text) => fromStored(text, schema)) : standard;
  if (texts.length > 0) return emptyAsList(fromStored(texts[0]!, schema));
  // A default that does not match the schema either is not returned.
  return validateValue(standard, schema, '', DIALECT) === undefined ? emptyAsList(standard) : null;
}

const WITHOUT_EMPTY_TEXT = new Set(['boolean', 'integer', 'number']);

/** Null if the stored value does not match its schema, for example after the schema was changed. */
function fromStored(text: string, schema: MetaSchema): unknown {
  if (text === '' && WITHOUT_EMPTY_TEXT.has(schema.type)) return schema.type === 'boolean' ? false : 0;
  const value: unknown = phpToJs(maybeUnserialize(text));
  return validateValue(value, schema, '', DIALECT) === undefined ? sanitizeValue(value, schema, DIALECT) : null;
}

/** Whether clients see a stored value as null because it does not match its schema. */
export const isInvalidStored = ({ schema }: MetaField, text: string) => fromStored(text, schema) === null;

/** An empty map is encoded as an empty list, as everywhere in the API. */
export const emptyAsList = (value: unknown) => (isMap(value) && Object.keys(value).length === 0 ? [] : value);

/** The problem with a value to be stored, if any. */
export function metaIssue(field: MetaField, value: unknown, name: string, dialect: ArgDialect): ArgIssue | undefined {
  const checked = field.isOwn ? ownArgs(dialect) : { ...dialect, checksObjects: true };
  const issue = validateValue(value, listSchema(field), name, checked);
  const message = issue ? undefined : field.validate?.(metaValue(field, value));
  return issue ?? (message === undefined ? undefined : Object.assign(new ArgIssue(message), { path: name }));
}

/** A validated value, converted to the type of its schema. */
export function metaValue(field: MetaField, value: unknown): unknown {
  return sanitizeValue(value, listSchema(field), DIALECT);
}

/** The texts WordPress stores for a value, one for each row. */
export function storedTexts(field: MetaField, value: unknown): string[] {
  const converted = metaValue(field, value);
  const values = field.single ? [converted] : (converted as unknown[]);
  return values.map((item) => toStored(phpValue(item, field.schema)));
}

/** Numbers that are floats in PHP must be floats inside serialized values too. */
export function phpValue(value: unknown, schema: MetaSchema | undefined): PhpInput {
  if (typeof value === 'number')
    return schema?.type === 'number' || !Number.isInteger(value) ? new PhpFloat(value) : value;
  if (Array.isArray(value)) return value.map((item) => phpValue(item, schema && elementSchema(schema, item)));
  if (!isMap(value)) return value as PhpInput;
  const extra = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      phpValue(member, Object.hasOwn(schema?.properties ?? {}, name) ? schema!.properties![name] : extra),
    ]),
  );
}
