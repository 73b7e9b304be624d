import { type Type } from '@nestjs/common';
import { type ByProfile, type Profile } from '../../variant/profile.js';
import { type Site } from '../../site/site.js';
import { type MetaSchema } from '../../content-model/meta-fields.js';
import { type Shape } from '../../text/value-shape.js';
import { type RequestContext } from '../http/request-context.js';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** The schema of a value, in the keywords of the API's own index. */
export interface ValueSchema {
  type?: JsonType | readonly JsonType[];
  items?: ValueSchema;
  enum?: readonly (string | number | boolean)[];
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  properties?: Record<string, ValueSchema>;
  additionalProperties?: boolean | ValueSchema;
  title?: string;
  description?: string;
  default?: unknown;
  /** Of an object, the names of its required members; of a member, that it is one. */
  required?: boolean | readonly string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  multipleOf?: number;
  oneOf?: readonly ValueSchema[];
  anyOf?: readonly ValueSchema[];
  /** For a list of objects in declared meta: their further members, by their member `layout`. */
  layouts?: MetaSchema['layouts'];
}

/** The schema of a property. The name comes from the request, so inherited ones such as `constructor` are excluded. */
export function propertyOf({ properties }: ValueSchema, name: string): ValueSchema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** A problem with a value. Releases that report errors in detail also send the code and data. */
export class ArgIssue {
  /** The value that it is about, which may be a part of the argument: `meta.program[0][title]`. */
  path?: string;

  constructor(
    readonly message: string,
    readonly code: string = 'rest_invalid_param',
    readonly data: unknown = null,
  ) {}

  /** For a validator that only returns false. */
  get isExplained(): boolean {
    return this.message !== INVALID;
  }
}

const INVALID = 'Invalid parameter.';

export type ArgValidator = (
  value: unknown,
  name: string,
  ctx: RequestContext,
) => ArgIssue | undefined | Promise<ArgIssue | undefined>;
/** A provider that validates an argument, for checks that need a lookup. */
export interface ArgCheck {
  check: ArgValidator;
}

export type ArgSanitizer = (value: unknown, name: string, profile: Profile) => unknown;
/** A conversion that depends on who asks, or on other arguments. */
export type RequestSanitizer = (value: unknown, name: string, profile: Profile, ctx: RequestContext) => unknown;

export type ArgSource = 'path' | 'query' | 'form' | 'body';

/** An argument as declared with @Arg. Properties that differ between profiles are functions of the profile. */
export interface ArgDeclaration {
  type?: JsonType | readonly JsonType[];
  items?: ByProfile<ValueSchema>;
  enum?: ByProfile<readonly string[] | undefined>;
  default?: unknown;
  required?: boolean;
  description?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  /** Maximum number of list elements, if it differs from the default in rest/budget.ts. */
  maxItems?: number;
  /** Maximum length of a text, if it differs from the default in rest/budget.ts. */
  maxLength?: number;
  minLength?: number;
  minItems?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  properties?: Record<string, ValueSchema>;
  additionalProperties?: boolean;
  oneOf?: readonly ValueSchema[];
  uniqueItems?: boolean;
  title?: string;
  pattern?: string;
  /** Validated in the first phase, before arguments that are validated during conversion. */
  early?: boolean;
  /** A module declared it: the whole schema is checked, whichever release is emulated. */
  isOwn?: boolean;
  /** Not validated against its type; only `sanitize` or `sanitizeFor`, if any, is applied. */
  unchecked?: boolean;
  /** What a JSON null is converted to, if it differs from omitting the argument. */
  nullAs?: number | string | boolean | readonly [];
  validate?: ArgValidator;
  /** Like `validate`, by a provider. */
  checkedBy?: Type<ArgCheck>;
  /** Converts default values once, at start. */
  sanitize?: ArgSanitizer;
  sanitizeFor?: RequestSanitizer;
  /** Read only from this source; `body` is JSON or else the form. */
  from?: ArgSource;
  /** Accepted, but listed neither in the index nor in the API description: the REST API lists no arguments of such a route. */
  unlisted?: boolean;
  /** Whether the argument exists in this profile. */
  present?: (profile: Profile) => boolean;
  /** Schema keywords that depend on the site, shown in the index. */
  siteSchema?: (site: Site, profile: Profile) => object;
  /** Differences of the declaration between profiles. */
  variation?: (profile: Profile) => Partial<ArgDeclaration> | undefined;
}

const JSON_TYPES: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];
const any: Shape = {};
const text: Shape = { type: 'string' };
const flag: Shape = { type: 'boolean' };
const number: Shape = { type: 'number' };
const callback: Shape = { type: 'function' };
const list: Shape = { type: 'array' };

/** The members of the declaration, for those that are made without TypeScript. */
export const ARG_MEMBERS = {
  type: {
    anyOf: [
      { type: 'string', enum: JSON_TYPES },
      { type: 'array', items: { enum: JSON_TYPES } },
    ],
  },
  items: { type: ['object', 'function'] },
  enum: { type: ['array', 'function'] },
  default: any,
  required: flag,
  description: text,
  format: text,
  minimum: number,
  maximum: number,
  maxItems: number,
  maxLength: number,
  minLength: number,
  minItems: number,
  exclusiveMinimum: flag,
  exclusiveMaximum: flag,
  // PHP writes an empty map as a list.
  properties: { type: ['object', 'array'] },
  additionalProperties: { type: ['boolean', 'object'] },
  oneOf: list,
  uniqueItems: flag,
  title: text,
  pattern: text,
  early: flag,
  isOwn: flag,
  unchecked: flag,
  nullAs: any,
  validate: callback,
  checkedBy: callback,
  sanitize: callback,
  sanitizeFor: callback,
  from: { enum: ['path', 'query', 'form', 'body'] },
  unlisted: flag,
  present: callback,
  siteSchema: callback,
  variation: callback,
} as const satisfies Readonly<Record<keyof ArgDeclaration, Shape>>;

/** An argument with all functions of the profile resolved. */
export interface ResolvedArg extends Omit<ArgDeclaration, 'items' | 'enum' | 'present' | 'variation'> {
  name: string;
  items?: ValueSchema;
  enum?: readonly string[];
}
