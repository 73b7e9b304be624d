/** Things that have meta, each in a table of its own. */
export type MetaObject = 'post' | 'term' | 'user' | 'comment';

export const META_OBJECTS: readonly MetaObject[] = ['post', 'term', 'user', 'comment'];

export const META_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
export type MetaType = (typeof META_TYPES)[number];

/** Shape of a value, in the vocabulary of the interface's schemas. */
export interface MetaSchema {
  readonly type: MetaType;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly format?: 'date-time' | 'email' | 'ip' | 'uri';
  readonly readonly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: MetaSchema;
  readonly properties?: Readonly<Record<string, MetaSchema>>;
  readonly additionalProperties?: boolean | MetaSchema;
}

/** One meta key, as it is declared. */
export interface MetaFieldDeclaration extends MetaSchema {
  /** One row with one value (the default), or a row for each value of a list. */
  readonly single?: boolean;
  /** Shown where nothing is stored. */
  readonly default?: unknown;
  /** Capability that is needed to see the value; without it everybody sees it who sees the object. */
  readonly read?: string;
  /**
   * Capability that is needed to write the value on top of the right to edit the object. Keys that begin with `_` are
   * writable only where one is named.
   */
  readonly write?: string;
  /** Whether revisions of an entry keep the value it had. */
  readonly revisions?: boolean;
  /** Says what is wrong with a value that fits the schema; only in code. */
  readonly validate?: (value: unknown) => string | undefined;
}

/** One meta key, ready for use. */
export interface MetaField {
  readonly object: MetaObject;
  readonly subtype?: string;
  readonly key: string;
  readonly single: boolean;
  /** Of one value, also where there are several. */
  readonly schema: MetaSchema;
  readonly default: unknown;
  readonly read?: string;
  readonly write?: string;
  readonly revisions: boolean;
  readonly validate?: (value: unknown) => string | undefined;
  /** Shown as a member of the entry instead of in its `meta`; only keys of WordPress itself. */
  readonly ownMember?: true;
  /** Stored under the table prefix, as WordPress stores what belongs to one site of many; only keys of WordPress itself. */
  readonly isPrefixed?: true;
  /** Shown to editors only; only keys of WordPress itself. */
  readonly editOnly?: true;
  /** Where it was declared. */
  readonly place: string;
}

/** What a key without a default shows where nothing is stored. */
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
  { single = true, default: standard, read, write, revisions = false, validate, ...schema }: MetaFieldDeclaration,
  place: string,
): MetaField {
  return {
    object,
    ...(subtype !== undefined && { subtype }),
    key,
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

/** As WordPress registers meta: an object has no members but those it declares, unless it says so. */
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
