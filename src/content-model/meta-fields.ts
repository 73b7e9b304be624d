/** Objects that have meta, each in a table of its own. */
export type MetaObject = 'post' | 'term' | 'user' | 'comment';

export const META_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
export type MetaType = (typeof META_TYPES)[number];

/** Schema of a value, in the keywords of the REST API. */
export interface MetaSchema {
  readonly type: MetaType;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly format?: 'date-time' | 'date' | 'time' | 'hex-color' | 'email' | 'ip' | 'uri';
  readonly readonly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: MetaSchema;
  readonly properties?: Readonly<Record<string, MetaSchema>>;
  readonly additionalProperties?: boolean | MetaSchema;
  /** Whether an object must have this property. */
  readonly required?: boolean;
  /** The IDs are those of entries, terms or users: the name of their content type or taxonomy, or `user`. See `relation`. */
  readonly relation?: { readonly to: string };
  /** The IDs are those of files. See `media`. */
  readonly media?: 'image' | 'file';
  /** What the objects of a list can be; `layout` of an object names one of these. See `layouts`. */
  readonly layouts?: Readonly<Record<string, Layout>>;
  /** What the field is called for editors. */
  readonly label?: string;
  /** A sentence for editors, below the field. */
  readonly help?: string;
  /** Title of the tab that has the field. */
  readonly tab?: string;
  /** Labels of the values of `enum`. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Height of a text of several lines. */
  readonly lines?: number;
  /** Editors see the field while all of these hold. Its value is stored in any case. */
  readonly when?: readonly FieldCondition[];
}

/** One of several kinds of objects in a list. */
export interface Layout {
  readonly label: string;
  readonly fields: Readonly<Record<string, MetaSchema>>;
}

/** A comparison with the value of another field of the same row. */
export interface FieldCondition {
  readonly field: string;
  readonly is: 'equal' | 'unequal' | 'set' | 'unset' | 'contains' | 'above' | 'below';
  readonly value?: string | number | boolean;
}

/** The schema of an object in a list, which depends on its layout if the list has layouts. */
export function elementSchema<S extends MetaSchema>({ items, layouts }: S, element: unknown): MetaSchema | undefined {
  if (!layouts) return items;
  const name: unknown = (element as { layout?: unknown } | null)?.layout;
  const fields = typeof name === 'string' && Object.hasOwn(layouts, name) ? layouts[name]!.fields : {};
  return { ...items!, properties: { ...items!.properties, ...fields }, additionalProperties: false };
}

/** The values of a schema in TypeScript. */
export type ValueOf<S> = S extends { readonly enum: readonly (infer V)[] }
  ? V
  : S extends { readonly type: 'string' }
    ? string
    : S extends { readonly type: 'integer' | 'number' }
      ? number
      : S extends { readonly type: 'boolean' }
        ? boolean
        : S extends { readonly type: 'array'; readonly items: infer I extends MetaSchema }
          ? ValueOf<I>[]
          : S extends { readonly type: 'object'; readonly properties: infer P }
            ? { [K in keyof P]?: ValueOf<P[K]> }
            : unknown;

/** A declared meta key. */
export interface MetaFieldDeclaration extends MetaSchema {
  /** Name of the value in the REST API; the key if it has no other. */
  readonly name?: string;
  /** A single value in one row (the default), or a list with a row for each value. */
  readonly single?: boolean;
  /** Returned if nothing is stored. */
  readonly default?: unknown;
  /** Capability required to read the value; without it, everyone who may read the object. */
  readonly read?: string;
  /**
   * Capability required to write the value, in addition to the right to edit the object. Keys that begin with `_` are
   * writable only if one is named.
   */
  readonly write?: string;
  /** Whether revisions store the value. */
  readonly revisions?: boolean;
  /** Whether lists can be filtered and sorted by the value (entries only); see docs/adding-a-content-type.md. */
  readonly indexed?: boolean;
  /** Whether lists of the console have a column with the value. */
  readonly column?: boolean;
  /** Whether GraphQL shows the value; a text is the name of its field. See docs/graphql.md. */
  readonly graphql?: boolean | string;
  /** For relations: the member of what they lead to that lists the IDs of the published entries which relate to it. */
  readonly reverse?: string;
  /** Validates a value beyond its schema and returns the problem; only in code. */
  readonly validate?: (value: unknown) => string | undefined;
}

/** A meta key, with defaults applied. */
export interface MetaField {
  readonly object: MetaObject;
  readonly subtype?: string;
  readonly key: string;
  /** In the REST API. */
  readonly name: string;
  readonly label: string;
  readonly single: boolean;
  /** Schema of one value, also for lists. */
  readonly schema: MetaSchema;
  readonly default: unknown;
  readonly read?: string;
  readonly write?: string;
  readonly revisions: boolean;
  readonly indexed: boolean;
  readonly column: boolean;
  readonly graphql: boolean | string;
  readonly reverse?: string;
  readonly validate?: (value: unknown) => string | undefined;
  /** Declared in code of this service, so it has no behaviour of WordPress to keep. */
  readonly isOwn?: true;
  /** Returned as a field of the entry instead of in its `meta`; only for WordPress's own keys. */
  readonly ownMember?: true;
  /** Stored with the table prefix, as WordPress stores user settings per site; only for WordPress's own keys. */
  readonly isPrefixed?: true;
  /** Visible in the edit context only; only for WordPress's own keys. */
  readonly editOnly?: true;
  /** Where it was declared, for error messages. */
  readonly place: string;
}

/** The value of a key without a default if nothing is stored. */
export const EMPTY_VALUES: Readonly<Record<MetaType, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
};

export function metaField(
  object: MetaObject,
  subtype: string | undefined,
  key: string,
  declaration: MetaFieldDeclaration,
  place: string,
  isOwn = false,
): MetaField {
  const {
    name = key,
    label = '',
    single: isSingle = true,
    default: standard,
    read,
    write,
    revisions = false,
    indexed = false,
    column = false,
    graphql = false,
    reverse,
    validate,
    ...declared
  } = declaration;
  // Each ID has a row of its own, by which lists can be filtered.
  const isIdList = declared.type === 'array' && (declared.relation ?? declared.media) !== undefined;
  const { items, ...plain } = declared;
  const single = isSingle && !isIdList;
  const schema: MetaSchema = isIdList ? { ...plain, type: items?.type ?? 'integer' } : declared;
  return {
    object,
    ...(subtype !== undefined && { subtype }),
    key,
    name,
    label,
    single,
    schema: closed(schema),
    default: standard ?? (single ? EMPTY_VALUES[schema.type] : []),
    ...(read !== undefined && { read }),
    ...(write !== undefined && { write }),
    revisions,
    indexed: indexed || (schema.relation !== undefined && object === 'post'),
    column,
    graphql,
    ...(reverse !== undefined && { reverse }),
    ...(validate && { validate }),
    ...(isOwn && { isOwn }),
    place,
  };
}

/** Whether a key has a row for each ID of an ordered list. */
export const isIdList = ({ single, schema }: Pick<MetaField, 'single' | 'schema'>) =>
  !single && (schema.relation ?? schema.media) !== undefined;

/** The schema of all of a key's values. What a list of IDs declares is about the list. */
export function listSchema({ single, schema }: Pick<MetaField, 'single' | 'schema'>): MetaSchema {
  if (single) return schema;
  if (!isIdList({ single, schema })) return { type: 'array', items: schema };
  const { type, description, ...list } = schema;
  return { ...list, type: 'array', items: { type, ...(description !== undefined && { description }) } };
}

/** As in WordPress, an object has no properties besides those it declares, unless it allows them. */
function closed({ layouts, ...schema }: MetaSchema): MetaSchema {
  return {
    ...schema,
    ...(schema.items && { items: closed(schema.items) }),
    ...(layouts && {
      layouts: mapValues(layouts, ({ fields, ...layout }) => ({ ...layout, fields: mapValues(fields, closed) })),
      items: {
        type: 'object',
        properties: { layout: { type: 'string', enum: Object.keys(layouts), required: true } },
        additionalProperties: true,
      },
    }),
    ...(schema.type === 'object' && {
      properties: mapValues(schema.properties ?? {}, closed),
      additionalProperties: schema.additionalProperties ?? false,
    }),
  };
}

function mapValues<T, R>(members: Readonly<Record<string, T>>, change: (member: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}
