import { type ContentModel } from '../../content-model/content-model.js';
import { type Site } from '../../site/site.js';
import { type ByProfile, type Profile, resolve } from '../../variant/profile.js';
import { addArg, type DtoClass } from '../args/arg.decorator.js';
import { type Context } from '../args/common.dto.js';
import { FieldSelection } from '../http/field-selection.js';
import { type ArgDeclaration, type ArgValidator, type JsonType, type ValueSchema } from '../args/schema.js';

/**
 * A field of a resource: its schema for OPTIONS, the contexts that include it, how its value is read from an item, and
 * how it is written. A value that is not in a field table cannot leave the service.
 */
export interface Field<T = never, V = never> {
  description: string;
  type: JsonType | readonly JsonType[];
  format?: string;
  enum?: ByProfile<readonly string[] | undefined>;
  items?: ValueSchema;
  minimum?: number;
  minLength?: number;
  pattern?: string;
  oneOf?: readonly ValueSchema[];
  additionalProperties?: boolean;
  /** Properties of an object; a function if they depend on the site. */
  properties?: Record<string, Field<T, V>> | [] | ((site: Site, profile: Profile) => Record<string, object> | []);
  /** The same if only the declared content matters, such as meta keys; for OpenAPI. */
  declared?: (model: ContentModel, profile: Profile) => Record<string, ValueSchema> | [];
  /** What responses contain where OPTIONS says only the type, as in WordPress; for OpenAPI. */
  responds?: ValueSchema;
  /** Human-readable title, if the REST API has one; shown if the profile has `describesAllKeywords`. */
  title?: string;
  default?: unknown;
  required?: boolean;
  readonly?: boolean;
  context?: ByProfile<readonly Context[]>;
  /** May be absent or null. Shown in the OpenAPI document, not in OPTIONS. */
  optional?: boolean;
  nullable?: boolean;
  /** Sent, but not part of the schema that OPTIONS shows. */
  unlisted?: boolean;
  /** The same for fields that some sites do not have. */
  listed?: (site: Site) => boolean;
  /** Sent only to requests that name it: in `_fields`, or as a parameter (`ON_REQUEST`). */
  onRequest?: boolean;
  /** Values of the parameter besides 1 that ask for another form of it. */
  onRequestAs?: readonly string[];
  /** `_fields` can select it only as a whole. */
  undivided?: boolean;
  /** Reads the value; omitted if `properties` read theirs, or if the field is write-only. */
  value?: (item: T, view: V) => unknown;
  present?: (profile: Profile) => boolean;
  /** Differences of the schema between profiles. */
  variation?: (profile: Profile) => object | undefined;
  /** Schema keywords that depend on the site. */
  siteSchema?: (site: Site) => object;
  /** Why a request that sends a value of a read-only field is refused. Without it, the value is ignored. */
  refuse?: ArgValidator;
  /** How the derived write argument differs from the field's own schema. */
  arg?: Partial<ArgDeclaration>;
}

export type FieldMap<T, V> = Record<string, Field<T, V>>;

/** Contexts of fields. Their order differs between resources; schemas show it. */
export const everywhere = ['view', 'edit', 'embed'] as const;
export const embedFirst = ['embed', 'view', 'edit'] as const;
export const embedSecond = ['view', 'embed', 'edit'] as const;
export const viewAndEdit = ['view', 'edit'] as const;
export const viewAndEmbed = ['view', 'embed'] as const;
export const editAndEmbed = ['edit', 'embed'] as const;
export const editOnly = ['edit'] as const;

/** Formats of texts, which stand for the type of a field. */
const FORMATS = ['date-time', 'email', 'ip', 'uri', 'uuid'] as const;
type Format = (typeof FORMATS)[number];

/** A field on one line. */
export function field<T, V>(
  type: Field['type'] | Format,
  description: string,
  context: Field['context'],
  value?: Field<T, V>['value'],
  more?: Partial<Field<T, V>>,
): Field<T, V> {
  const schema = isFormat(type) ? ({ type: 'string', format: type } as const) : { type };
  return { description, ...schema, context, value, ...more };
}

/** A field that requests cannot change, on one line. */
export function readOnly<T, V>(...args: Parameters<typeof field<T, V>>): Field<T, V> {
  return { ...field(...args), readonly: true };
}

const isFormat = (type: Field['type'] | Format): type is Format => (FORMATS as readonly unknown[]).includes(type);

type Reader<T, V> = [name: string, read: (item: T, view: V) => unknown];

/** Turns an item into the fields of one context. */
export type Projection<T, V> = (item: T, view: V) => Record<string, unknown>;

/** The fields of one context, compiled once. */
interface VisibleFields<T, V> {
  projection: Projection<T, V>;
  members: ReadonlySet<string>;
}

export class ResourceFields<T = never, V = never> {
  private readonly visible = new WeakMap<Profile, Map<string, VisibleFields<T, V>>>();

  constructor(
    /** Title in the JSON schema. */
    readonly title: ByProfile<string>,
    readonly fields: FieldMap<T, V>,
    /** Relations a resource may link to besides the plain ones, described in its schema. */
    readonly links?: (profile: Profile, site: Site) => readonly object[] | undefined,
    /** The version of JSON Schema that the resource names, if it is not that of the others. */
    private readonly schemaVersion?: string,
  ) {}

  /** The fields of a context; with `only`, just the selected ones, so that nothing else is computed. */
  projection(profile: Profile, context: Context, only?: ReadonlySet<string>): Projection<T, V> {
    return this.show(profile, context, only).projection;
  }

  /** Names of the fields in a projection, so that only what they need is loaded. */
  members(profile: Profile, context: Context, only?: ReadonlySet<string>): ReadonlySet<string> {
    return this.show(profile, context, only).members;
  }

  private show(profile: Profile, context: Context, only?: ReadonlySet<string>): VisibleFields<T, V> {
    if (only) return shownBy(this.readers(this.fields, profile, context, only));
    let byContext = this.visible.get(profile);
    if (!byContext) this.visible.set(profile, (byContext = new Map()));
    let visible = byContext.get(context);
    if (!visible) byContext.set(context, (visible = shownBy(this.readers(this.fields, profile, context))));
    return visible;
  }

  private readers(
    fields: FieldMap<T, V>,
    profile: Profile,
    context: Context,
    only?: ReadonlySet<string>,
  ): Reader<T, V>[] {
    const readers: Reader<T, V>[] = [];
    for (const [name, field] of Object.entries(fields)) {
      if (only ? !only.has(name) : field.onRequest) continue;
      if (field.undivided && only instanceof FieldSelection && !only.namesWhole(name)) continue;
      if (field.present && !field.present(profile)) continue;
      const contexts = field.context && resolve(field.context, profile);
      if (contexts && !contexts.includes(context)) continue;
      if (field.value) readers.push([name, field.value]);
      else if (typeof field.properties === 'object' && !Array.isArray(field.properties)) {
        const members = this.readers(field.properties, profile, context);
        // PHP writes an empty map as a list.
        readers.push([name, members.length > 0 ? project(members) : () => []]);
      }
    }
    return readers;
  }

  /** The JSON schema in OPTIONS responses. */
  schema(profile: Profile, site: Site): Record<string, unknown> {
    const links = this.links?.(profile, site);
    return {
      $schema: this.schemaVersion ?? profile.rest.jsonSchema,
      title: resolve(this.title, profile),
      type: 'object',
      properties: describeFields(this.fields, profile, site),
      ...(links && { links }),
    };
  }
}

function shownBy<T, V>(readers: Reader<T, V>[]): VisibleFields<T, V> {
  return { projection: project(readers), members: new Set(readers.map(([name]) => name)) };
}

function project<T, V>(readers: Reader<T, V>[]): Projection<T, V> {
  return (item, view) => {
    const members: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      const value = read(item, view);
      if (value !== undefined) members[name] = value;
    }
    return members;
  };
}

function describeFields(fields: FieldMap<never, never>, profile: Profile, site: Site): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.unlisted && (field.present?.(profile) ?? true) && (field.listed?.(site) ?? true))
      .map(([name, field]) => [name, describeField(field, profile, site)]),
  );
}

function describeField(field: Field, profile: Profile, site: Site): Record<string, unknown> {
  const {
    value: _value,
    present: _present,
    declared: _declared,
    arg: _arg,
    optional: _optional,
    nullable: _nullable,
    undivided: _undivided,
    onRequest: _onRequest,
    onRequestAs: _onRequestAs,
    responds: _responds,
    listed: _listed,
    refuse: _refuse,
    siteSchema,
    variation,
    title,
    enum: allowed,
    context,
    properties,
    ...visible
  } = field;
  const values = allowed && resolve(allowed, profile);
  return {
    ...visible,
    ...(values && { enum: values }),
    ...(context && { context: resolve(context, profile) }),
    ...(properties && { properties: describeProperties(properties, profile, site) }),
    ...(title !== undefined && profile.rest.describesAllKeywords && { title }),
    ...variation?.(profile),
    ...siteSchema?.(site),
  };
}

export function describeProperties(properties: NonNullable<Field['properties']>, profile: Profile, site: Site): object {
  if (typeof properties === 'function') return properties(site, profile);
  return Array.isArray(properties) ? properties : describeFields(properties, profile, site);
}

/**
 * A DTO class with one argument for each writable field. Creation keeps required arguments and defaults; updates
 * drop both.
 */
export function writeDto<W extends object>(
  resource: ResourceFields<never, never>,
  mode: 'create' | 'update',
  base: DtoClass = class {},
): DtoClass<Partial<W>> {
  const dto = class extends base {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.readonly) {
      if (field.refuse) addArg(dto.prototype as object, name, { unlisted: true, validate: field.refuse });
      continue;
    }
    const { description, title, type, format, items, properties, present, minimum, minLength, pattern, oneOf } = field;
    const siteSchema: ArgDeclaration['siteSchema'] =
      properties && ((site, profile) => ({ properties: describeProperties(properties, profile, site) }));
    const creating = mode === 'create' && { required: field.required, default: field.default ?? undefined };
    const schema = { description, title, type, format, items, enum: field.enum, siteSchema };
    const limits = { minimum, minLength, pattern, oneOf };
    addArg(dto.prototype as object, name, { ...schema, ...limits, present, early: true, ...creating, ...field.arg });
  }
  return dto as DtoClass<Partial<W>>;
}
