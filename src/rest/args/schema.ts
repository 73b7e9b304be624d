import { type Type } from '@nestjs/common';
import { type ByProfile, type Profile } from '../../variant/profile.js';
import { type Site } from '../../site/site.js';
import { type RequestContext } from '../route/context.js';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A value's shape, in the vocabulary of the interface's own index. */
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
  required?: boolean;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  multipleOf?: number;
  oneOf?: readonly ValueSchema[];
  anyOf?: readonly ValueSchema[];
}

/** The schema of a member. The name comes from the request, so inherited ones such as `constructor` do not count. */
export function propertyOf({ properties }: ValueSchema, name: string): ValueSchema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** What is wrong with a value. Releases that explain errors in detail also send the code and data. */
export class ArgIssue {
  constructor(
    readonly message: string,
    readonly code: string = 'rest_invalid_param',
    readonly data: unknown = null,
  ) {}

  /** A check that only says no has nothing to explain. */
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
/** A provider that judges an argument, for checks that must look something up. */
export interface ArgCheck {
  check: ArgValidator;
}

export type ArgSanitizer = (value: unknown, name: string, ctx: RequestContext, profile: Profile) => unknown;

export type ArgSource = 'path' | 'query' | 'form' | 'body';

/** One argument as declared with @Arg. Members that are not the same everywhere are functions of the profile. */
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
  /** Most elements of a list, where it is not the default of rest/budget.ts. */
  maxItems?: number;
  /** Most characters of a text, where it is not the default of rest/budget.ts. */
  maxLength?: number;
  minItems?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  properties?: Record<string, ValueSchema>;
  additionalProperties?: boolean;
  oneOf?: readonly ValueSchema[];
  uniqueItems?: boolean;
  title?: string;
  pattern?: string;
  /** Checked in the first phase, before arguments that are checked while being converted. */
  early?: boolean;
  /** Never checked against its type; only `sanitize`, if any, sees it. */
  unchecked?: boolean;
  /** What a JSON null is converted to, where it is not the same as leaving the argument out. */
  nullAs?: number | string | boolean;
  validate?: ArgValidator;
  /** As `validate`, by a provider. */
  checkedBy?: Type<ArgCheck>;
  sanitize?: ArgSanitizer;
  /** Read from this source only; `body` is JSON, or else the form. */
  from?: ArgSource;
  /** Accepted, but in neither the index nor the API description: the interface lists no arguments of such a route. */
  unlisted?: boolean;
  /** Whether the argument exists at all. */
  present?: (profile: Profile) => boolean;
  /** Keywords of the schema that depend on the site, for those who read the index. */
  siteSchema?: (site: Site, profile: Profile) => object;
  /** What differs in the declaration by profile. */
  variation?: (profile: Profile) => Partial<ArgDeclaration> | undefined;
}

/** An argument with every reference to the profile resolved. */
export interface ResolvedArg extends Omit<ArgDeclaration, 'items' | 'enum' | 'present' | 'variation'> {
  name: string;
  items?: ValueSchema;
  enum?: readonly string[];
}
