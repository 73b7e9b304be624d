import { type Type } from '@nestjs/common';
import { type Profile } from '../../variant/profile.js';
import { type ArgDialect, ownArgs } from '../../variant/rest.variants.js';
import { invalidParams, missingParams } from '../errors/catalogue.js';
import { type RestError } from '../errors/rest-error.js';
import { type Site } from '../../site/site.js';
import { type RestRequest } from '../http/rest-request.js';
import { type RequestContext } from '../http/request-context.js';
import { type DtoClass, readArgs } from './arg.decorator.js';
import { type PhpMap, toInteger } from '../../text/php/php-values.js';
import { type ArgCheck, ArgIssue, type ArgSource, type ArgValidator, type ResolvedArg } from './schema.js';
import { sanitizeValue } from './sanitize-value.js';
import { validateValue } from './validate-value.js';
import { MAX_ITEMS, MAX_LENGTH } from '../budget.js';

/** Resolves the provider that validates an argument. */
export type FindCheck = (provider: Type<ArgCheck>) => ArgCheck;

const NO_CHECKS: FindCheck = (provider) => {
  throw new Error(`${provider.name} cannot be asked here.`);
};

const REFUSED = new ArgIssue('');

/** The arguments of a DTO, compiled at start into the two phases in which WordPress checks them. */
export class CompiledArgs<T extends object = object> {
  readonly args: readonly ResolvedArg[];
  /** Arguments that the index and the API description list. */
  readonly listed: readonly ResolvedArg[];
  private readonly ownArgs: ArgDialect;
  private readonly byName: ReadonlyMap<string, ResolvedArg>;
  private readonly required: readonly ResolvedArg[];
  private readonly early: readonly ResolvedArg[];
  private readonly validators: ReadonlyMap<string, ArgValidator>;
  private readonly defaults: PhpMap;
  private readonly convertedDefaults: PhpMap;
  /** Arguments whose default is valid: the default of some is not, so a request must send them. */
  private readonly validDefaults: ReadonlySet<string>;

  constructor(
    private readonly dto: DtoClass<T>,
    private readonly profile: Profile,
    findCheck: FindCheck = NO_CHECKS,
  ) {
    this.args = readArgs(dto, profile);
    this.ownArgs = ownArgs(profile.args);
    this.listed = this.args.filter((arg) => !arg.unlisted);
    this.byName = new Map(this.args.map((arg) => [arg.name, arg]));
    this.required = this.args.filter((arg) => arg.required);
    this.validators = new Map(this.args.flatMap((arg) => ownValidator(arg, findCheck)));
    this.early = this.args.filter((arg) => this.validators.has(arg.name) || (arg.early && !arg.unchecked));
    this.defaults = Object.fromEntries(
      this.args.filter((arg) => (arg.default ?? undefined) !== undefined).map((arg) => [arg.name, arg.default]),
    );
    this.convertedDefaults = Object.fromEntries(
      this.args
        .filter((arg) => Object.hasOwn(this.defaults, arg.name) && !arg.sanitizeFor)
        .map((arg) => [arg.name, Object.freeze(this.convert(arg, arg.default))]),
    );
    this.validDefaults = new Set(
      this.early
        .filter(({ name }) => !this.validators.has(name) && Object.hasOwn(this.defaults, name))
        .filter((arg) => validateValue(arg.default, arg, arg.name, this.profile.args) === undefined)
        .map(({ name }) => name),
    );
  }

  /** Checks size, then required arguments, then validates, then sanitizes; each phase reports all problems at once. */
  async check(ctx: RequestContext): Promise<T> {
    const { request } = ctx;
    request.defaults = this.defaults;
    this.checkSizes(ctx);
    const missing = this.required.filter((arg) => valueOf(request, arg) === undefined);
    if (missing.length > 0) throw missingParams(missing.map((arg) => arg.name));
    await this.validatePhase(ctx);
    return this.sanitizePhase(ctx);
  }

  get isEmpty(): boolean {
    return this.byName.size === 0;
  }

  /** Whether there is an argument of this name, listed or not. */
  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Runs before anything is split, matched or converted, on every source, as the sanitize phase reads all of them. */
  private checkSizes({ request }: RequestContext): void {
    let issues: Record<string, ArgIssue> | undefined;
    for (const source of request.sources()) {
      if (source === this.defaults) continue;
      for (const name of Object.keys(source)) {
        const arg = this.byName.get(name);
        const isLimited = arg && isReadFrom(source, arg, request) && !this.isLimitedBySchema(arg);
        const excess = isLimited ? excessOf(source[name], arg) : undefined;
        if (excess !== undefined) (issues ??= {})[name] = new ArgIssue(excess);
      }
    }
    if (issues) throw this.invalid(issues);
  }

  private async validatePhase(ctx: RequestContext): Promise<void> {
    let issues: Record<string, ArgIssue> | undefined;
    for (const arg of this.early) {
      const value = valueOf(ctx.request, arg);
      if (value === undefined) continue;
      if (value === this.defaults[arg.name] && this.validDefaults.has(arg.name)) continue;
      const validate = this.validators.get(arg.name);
      const issue = validate
        ? await validate(value, arg.name, ctx)
        : validateValue(value, arg, arg.name, arg.isOwn ? this.ownArgs : this.profile.args);
      if (issue !== undefined) (issues ??= {})[arg.name] = issue;
    }
    if (issues) throw this.invalid(issues);
  }

  /** Every source is checked, even if a source of higher precedence overrides it. */
  private sanitizePhase(ctx: RequestContext): T {
    let issues: Record<string, ArgIssue> | undefined;
    const result = this.instance();
    for (const source of ctx.request.sources()) {
      for (const name of Object.keys(source)) {
        const arg = this.byName.get(name);
        const value = source[name];
        if (!arg || value === undefined || !isReadFrom(source, arg, ctx.request)) continue;
        const converted = value === null ? arg.nullAs : this.converted(arg, value, source, ctx);
        if (value === null && converted === undefined) continue;
        if (converted instanceof ArgIssue) (issues ??= {})[name] = converted;
        else if (!Object.hasOwn(result, name)) (result as PhpMap)[name] = converted;
      }
    }
    if (issues) throw this.invalid(issues);
    return result;
  }

  private invalid(issues: Readonly<Record<string, ArgIssue>>): RestError {
    return invalidParams(issues, this.profile.rest.detailsInvalidArguments);
  }

  /**
   * The arguments for a permission check of a route that is not called: those that can be converted. Undefined if those of
   * the path cannot, since a policy may rely on them. A list among the arguments of the called method stays a list, also
   * where this route takes a single number: it equals none.
   */
  lenient(ctx: RequestContext, called: object = {}): T | undefined {
    const result = this.instance();
    for (const arg of this.args) {
      const list = arg.type === 'integer' && Object.hasOwn(called, arg.name) ? (called as PhpMap)[arg.name] : undefined;
      if (Array.isArray(list) && list.length > 0) {
        (result as PhpMap)[arg.name] = list;
        continue;
      }
      const value = valueOf(ctx.request, arg) ?? arg.default;
      if (value === undefined) continue;
      const converted = this.isRefused(arg, value) ? REFUSED : this.convert(arg, value, ctx);
      if (!(converted instanceof ArgIssue)) (result as PhpMap)[arg.name] = converted;
      else if (Object.hasOwn(ctx.request.pathParams, arg.name)) {
        // A query may have replaced the ID of the path; PHP takes the number at its beginning.
        if (arg.type !== 'integer') return undefined;
        (result as PhpMap)[arg.name] = toInteger(value);
      }
    }
    return result;
  }

  private isLimitedBySchema(arg: ResolvedArg): boolean {
    return isPartOfSchema(arg) && this.profile.args.checksSizes;
  }

  private isRefused(arg: ResolvedArg, value: unknown): boolean {
    if (excessOf(value, arg) !== undefined) return true;
    return arg.early === true && validateValue(value, arg, arg.name, this.profile.args) !== undefined;
  }

  private converted(arg: ResolvedArg, value: unknown, source: PhpMap, ctx: RequestContext): unknown {
    const isConverted = source === this.defaults && Object.hasOwn(this.convertedDefaults, arg.name);
    return isConverted ? this.convertedDefaults[arg.name] : this.convert(arg, value, ctx);
  }

  private convert(arg: ResolvedArg, value: unknown, ctx?: RequestContext): unknown {
    if (arg.sanitizeFor && ctx) return arg.sanitizeFor(value, arg.name, this.profile, ctx);
    if (arg.sanitize) return arg.sanitize(value, arg.name, this.profile);
    if (arg.unchecked || arg.type === undefined) return value;
    if (!arg.early) {
      const issue = validateValue(value, arg, arg.name, this.profile.args);
      if (issue !== undefined) return issue;
    }
    return sanitizeValue(value, arg, this.profile.args);
  }

  private instance(): T {
    return Object.create(this.dto.prototype as object) as T;
  }

  /** The arguments as the index lists them; an empty list if there are none, as in WordPress. */
  describe(site: Site): Record<string, unknown> | [] {
    if (this.listed.length === 0) return [];
    const { describesAllKeywords } = this.profile.rest;
    const describe = (arg: ResolvedArg) =>
      describesAllKeywords
        ? describeWhole(arg, arg.siteSchema?.(site, this.profile))
        : describeArg({ ...arg, ...arg.siteSchema?.(site, this.profile) });
    return Object.fromEntries(this.listed.map((arg) => [arg.name, describe(arg)]));
  }
}

/** The number of items that an argument checked early declares belongs to its schema; others are a budget. */
const isPartOfSchema = ({ maxItems, early }: ResolvedArg) => maxItems !== undefined && early === true;

function valueOf(request: RestRequest, { name, from }: ResolvedArg): unknown {
  if (from === undefined) return request.param(name);
  const source = sourceOf(request, from);
  return source && Object.hasOwn(source, name) ? (source[name] ?? undefined) : undefined;
}

function isReadFrom(source: PhpMap, { from }: ResolvedArg, request: RestRequest): boolean {
  return from === undefined || source === sourceOf(request, from) || source === request.defaults;
}

function sourceOf(request: RestRequest, from: ArgSource): PhpMap | undefined {
  if (from === 'path') return request.pathParams;
  if (from === 'query') return request.query;
  return from === 'body' ? (request.json ?? request.form) : request.form;
}

function ownValidator({ name, validate, checkedBy }: ResolvedArg, findCheck: FindCheck): [string, ArgValidator][] {
  if (!checkedBy) return validate ? [[name, validate]] : [];
  const provider = findCheck(checkedBy);
  return [[name, (value, argument, ctx) => provider.check(value, argument, ctx)]];
}

const KEYWORDS = [
  'title',
  'description',
  'type',
  'format',
  'enum',
  'items',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minLength',
  'pattern',
  'minItems',
  'uniqueItems',
  'properties',
  'additionalProperties',
  'oneOf',
] as const;

/** Every keyword of the argument's schema, as WordPress 7 lists them. */
function describeWhole(arg: ResolvedArg, ofSite: object = {}): Record<string, unknown> {
  const visible: Record<string, unknown> = {};
  for (const keyword of KEYWORDS) if (arg[keyword] !== undefined) visible[keyword] = arg[keyword];
  if (arg.default !== undefined) visible.default = arg.default;
  if (isPartOfSchema(arg)) visible.maxItems = arg.maxItems;
  return { ...visible, ...ofSite, required: arg.required === true };
}

function describeArg(arg: ResolvedArg): Record<string, unknown> {
  const visible: Record<string, unknown> = { required: arg.required === true };
  if (arg.default !== undefined && arg.default !== null) visible.default = arg.default;
  if (arg.enum) visible.enum = arg.enum;
  if (arg.description) visible.description = arg.description;
  if (arg.type) visible.type = arg.type;
  if (arg.items) visible.items = arg.items;
  return visible;
}

/** How a value exceeds the budget of its argument; undefined if it does not. Cheaper than splitting the text. */
function excessOf(value: unknown, arg: ResolvedArg): string | undefined {
  const { name, type, maxItems = MAX_ITEMS } = arg;
  if (typeof value === 'string') {
    const maxLength = arg.maxLength ?? (type === 'object' ? Infinity : MAX_LENGTH);
    if (value.length > maxLength) return `${name} is longer than ${maxLength} characters.`;
    return type === 'array' && hasMoreParts(value, maxItems) ? tooMany(name, maxItems) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  return size > maxItems ? tooMany(name, maxItems) : undefined;
}

function tooMany(name: string, maxItems: number): string {
  return `${name} has more than ${maxItems} items.`;
}

/** Whether splitting at commas and white space yields more than this many parts. */
function hasMoreParts(text: string, most: number): boolean {
  if (text.length < most) return false;
  const separators = /[\s,]+/g;
  for (let parts = 1; separators.test(text);) if (++parts > most) return true;
  return false;
}
