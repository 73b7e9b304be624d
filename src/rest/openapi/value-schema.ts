import { type ResolvedArg, type ValueSchema } from '../args/schema.js';
import { type Field, type FieldMap, type ResourceFields } from '../fields/resource-fields.js';
import { type Schema } from './openapi.types.js';
import { type Profile, resolve } from '../../variant/profile.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type Context, CONTEXTS } from '../args/common.dto.js';

/** Formats that every generator supports; the description explains others. */
const KNOWN_FORMATS = ['date-time', 'email', 'uri'];

/** WordPress's schemas follow an older draft of JSON Schema, in which exclusive limits were flags. */
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
    required,
    pattern,
  } = value;
  const onlyText = allowed ? undefined : LITERAL_PATTERN.exec(pattern ?? '')?.[1];
  return {
    ...(type && { type: jsonType(type) }),
    ...(onlyText !== undefined && { enum: [onlyText] }),
    ...(format && KNOWN_FORMATS.includes(format) && { format }),
    ...(allowed && { enum: allowed }),
    ...(items && { items: nestedSchema(items) }),
    ...(minimum !== undefined && (exclusiveMinimum ? { exclusiveMinimum: minimum } : { minimum })),
    ...(maximum !== undefined && (exclusiveMaximum ? { exclusiveMaximum: maximum } : { maximum })),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, nestedSchema(member)])),
    }),
    ...(Array.isArray(required) && required.length > 0 && { required: required as string[] }),
    ...(additionalProperties !== undefined
      ? {
          additionalProperties:
            typeof additionalProperties === 'object' ? valueSchema(additionalProperties) : additionalProperties,
        }
      : anyMembers(type, properties)),
  };
}

/** A pattern that one text matches, such as the name of a kind of rows. */
const LITERAL_PATTERN = /^\^([\w-]+)\$$/;

/** Names of PHP that schemas of plugins have. */
const PHP_TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['float', 'number'],
  ['bool', 'boolean'],
]);

function jsonType(type: NonNullable<Schema['type']>): Schema['type'] {
  const named = (name: string) => PHP_TYPES.get(name) ?? name;
  return typeof type === 'string' ? named(type) : [...new Set(type.map(named))];
}

/** With its alternatives, which differ in a member that each of them has. */
function nestedSchema(value: ValueSchema): Schema {
  const alternative = (one: ValueSchema): Schema => {
    const flagged = Object.entries(one.properties ?? {}).filter(([, member]) => member.required === true);
    return { ...valueSchema(one), ...(flagged.length > 0 && { required: flagged.map(([name]) => name) }) };
  };
  return { ...valueSchema(value), ...(value.oneOf && { oneOf: value.oneOf.map(alternative) }) };
}

/** Without it, generators take an object of which no members are declared for an empty one. */
function anyMembers(type: Schema['type'], properties: object = {}): Schema {
  const isObject = [type].flat().includes('object');
  return isObject && Object.keys(properties).length === 0 ? { additionalProperties: true } : {};
}

/** The field that an argument writes, and what its properties depend on. */
export interface WrittenMember {
  field: Field | undefined;
  profile: Profile;
  model: ContentModel;
}

export function argSchema(arg: ResolvedArg, written?: WrittenMember): Schema {
  const { description, nullAs } = arg;
  const schema = isText(written?.field)
    ? textSchema()
    : { ...valueSchema(arg), ...(written && declaredMembers(written)) };
  return {
    ...schema,
    ...(nullAs !== undefined && typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(description && { description }),
    ...(arg.default !== undefined && arg.default !== null && { default: fittingDefault(arg) }),
  };
}

/** Fields with a raw and a rendered form are written as text, or as an object with the raw form. */
function isText(field: Field | undefined): boolean {
  return [field?.type].flat().includes('object') && typeof field?.properties === 'object' && 'raw' in field.properties;
}

/** Properties that depend on declared content, such as meta keys. Null represents a stored value of another type, and deletes. */
function declaredMembers({ field, profile, model }: WrittenMember): Schema | undefined {
  const members = field?.declared?.(model, profile) ?? [];
  if (Array.isArray(members)) return undefined;
  const nullable = (value: ValueSchema): Schema => {
    // A default need not be a writable value, and an empty map is encoded as an empty list.
    const { enum: allowed, ...schema } = nestedSchema(value);
    const types = value.type === 'object' ? ['object', 'array'] : [value.type];
    return {
      ...schema,
      ...(allowed && { examples: allowed }),
      ...(value.items && { items: nullable(value.items) }),
      ...(typeof value.type === 'string' && { type: [...types, 'null'] as string[] }),
    };
  };
  // If contexts hide every property, an empty list remains.
  const isHidden = Object.values(members).every((member) => 'context' in member);
  const type = isHidden ? ['object', 'array'] : 'object';
  return {
    type,
    ...anyMembers(type, members),
    properties: Object.fromEntries(Object.entries(members).map(([name, value]) => [name, nullable(value)])),
  };
}

function textSchema(): Schema {
  return {
    anyOf: [{ type: 'string' }, { type: 'object', properties: { raw: { type: 'string' } }, required: ['raw'] }],
  };
}

function fittingDefault(arg: ResolvedArg): unknown {
  return arg.type === 'array' && !Array.isArray(arg.default) ? [arg.default] : arg.default;
}

/** Which contexts a schema is for: its fields are those that any of `shown` includes, required those that all of `always` include. */
interface ContextRange {
  shown: readonly Context[];
  always: readonly Context[];
}

/** Embedding shortens items; all other responses have the fields of `view`, and those of `edit` in addition. */
const COMPLETE: ContextRange = { shown: CONTEXTS, always: ['view', 'edit'] };

/**
 * The response schema of a resource in one context. Without one, the schema of complete items, in the contexts `view` and
 * `edit`: fields that one of them lacks are optional and name their contexts.
 */
export function resourceSchema(
  resource: ResourceFields,
  profile: Profile,
  model: ContentModel,
  context?: Context,
): Schema {
  const range = context ? { shown: [context], always: [context] } : COMPLETE;
  const schema = membersSchema(resource.fields, { profile, model, ...range });
  return {
    ...schema,
    properties: {
      ...schema.properties,
      _links: { $ref: '#/components/schemas/Links' },
      _embedded: { $ref: '#/components/schemas/Embedded' },
    },
  };
}

type Described = Omit<WrittenMember, 'field'> & ContextRange;

function membersSchema(fields: FieldMap<never, never>, about: Described): Schema {
  const { profile, shown, always } = about;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const contexts = contextsOf(field, profile);
    if (!shown.some((context) => contexts.includes(context)) || (field.present && !field.present(profile))) continue;
    const isMarked = shown.length > 1 && contexts.length < CONTEXTS.length;
    properties[name] = { ...memberSchema(field, about), ...(isMarked && { 'x-context': contexts }) };
    if (always.every((context) => contexts.includes(context)) && !field.optional) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function contextsOf({ context }: Field, profile: Profile): readonly Context[] {
  return context ? resolve(context, profile) : CONTEXTS;
}

function memberSchema(field: Field, about: Described): Schema {
  const { description, readonly } = field;
  return {
    ...shape(field, about),
    description,
    ...(readonly && { readOnly: true }),
  };
}

function shape(field: Field, about: Described): Schema {
  const { profile, model } = about;
  const nullable = field.nullable === true || field.default === null;
  const isEmptyMap = field.type === 'object' && Array.isArray(field.default);
  // An empty map is encoded as an empty list.
  const types = [field.type, ...(isEmptyMap ? ['array'] : []), ...(nullable ? ['null'] : [])].flat();
  const type = types.length === 1 ? types[0] : types;
  if (field.responds) return { ...valueSchema(field.responds), ...(nullable && { type }) };
  if (Array.isArray(field.properties) || typeof field.properties === 'function')
    return (
      declaredMembers({ field, profile, model }) ?? {
        type: [...new Set([...types, 'object', 'array'])] as string[],
        additionalProperties: true,
      }
    );
  if (field.properties) {
    const members = membersSchema(field.properties, about);
    // Texts are also written as strings, but sent with their members.
    const sent = field.value ? types : types.filter((name) => name !== 'string');
    const all = isEmptySomewhere(field, field.properties, about) ? [...sent, 'array'] : sent;
    return {
      ...members,
      ...anyMembers(all as string[], members.properties),
      type: all.length === 1 ? all[0] : (all as string[]),
    };
  }
  return {
    type,
    ...anyMembers(type as Schema['type']),
    ...(field.items && { items: nestedSchema(field.items) }),
    ...(field.format === 'uri' && { format: 'uri-reference' }),
    ...values(field, profile),
  };
}

/** Whether a context includes the field, but none of its properties. */
function isEmptySomewhere(
  field: Field,
  properties: FieldMap<never, never>,
  { profile, shown }: Pick<Described, 'profile' | 'shown'>,
): boolean {
  const present = Object.values(properties).filter((property) => !property.present || property.present(profile));
  return contextsOf(field, profile)
    .filter((context) => shown.includes(context))
    .some((context) => !present.some((property) => contextsOf(property, profile).includes(context)));
}

/** Written values are validated, but stored ones may differ (the trash status, a template that no longer exists). */
function values(field: Field, profile: Profile): Schema {
  const allowed = field.enum && resolve(field.enum, profile);
  if (!allowed) return field.format === 'date-time' ? { examples: ['2024-05-01T12:30:00'] } : {};
  return field.readonly ? { enum: allowed } : { examples: allowed };
}
