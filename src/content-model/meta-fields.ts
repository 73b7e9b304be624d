/** Objects that have meta, each in a table of its own. */
export type MetaObject = 'post' | 'term' | 'user' | 'comment';

export const META_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
export type MetaType = (typeof META_TYPES)[number];

/** Schema of a value, in the keywords of the REST API. */
export interface MetaSchema {
  readonly type: MetaType;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly format?: 'date-time' | 'email' | 'ip' | 'uri';
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
  /** Title of the value in the schema, where schemas have titles. */
  readonly label?: string;
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
  readonly validate?: (value: unknown) => string | undefined;
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
): MetaField {
  const {
    name = key,
    label = '',
    single = true,
    default: standard,
    read,
    write,
    revisions = false,
    validate,
    ...schema
  } = declaration;
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
    ...(validate && { validate }),
    place,
  };
}

/** As in WordPress, an object has no properties besides those it declares, unless it allows them. */
function closed(schema: MetaSchema): MetaSchema {
  return {
    ...schema,
    ...(schema.items && { items: closed(schema.items) }),
    ...(schema.type === 'object' && {
      properties: Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, closed(property)]),
      ),
      additionalProperties: schema.additionalProperties ?? false,
    }),
  };
}
