import { elementSchema, type MetaSchema } from '../../content-model/meta-fields.js';
import { trimEndCharacters } from '../../text/php-strings.js';
import { asList, asNumber, isMap, splitList, toText } from '../../text/php/php-values.js';
import { type ArgDialect, WP7_ARGS } from '../../variant/rest.variants.js';
import { checkFormat } from './check-format.js';
import { ArgIssue, type JsonType, propertyOf, type ValueSchema } from './schema.js';

const TRUTH_WORDS = new Set(['true', 'false', '0', '1']);

export function isBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return TRUTH_WORDS.has(value.toLowerCase());
  return value === 0 || value === 1;
}

/** The problem with a number's size. */
function checkBounds(
  number: number,
  schema: ValueSchema,
  name: string,
  shortRangeMessages: boolean,
): string | undefined {
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) return undefined;
  // Messages show bounds as whole numbers.
  const low = schema.exclusiveMinimum ? 'exclusive' : 'inclusive';
  const high = schema.exclusiveMaximum ? 'exclusive' : 'inclusive';
  const tooLow = minimum !== undefined && (schema.exclusiveMinimum ? number <= minimum : number < minimum);
  const tooHigh = maximum !== undefined && (schema.exclusiveMaximum ? number >= maximum : number > maximum);
  if (!tooLow && !tooHigh) return undefined;
  if (minimum !== undefined && maximum !== undefined)
    return `${name} must be between ${Math.trunc(minimum)} (${low}) and ${Math.trunc(maximum)} (${high})`;
  if (minimum !== undefined)
    return `${name} must be ${limit('greater than', Math.trunc(minimum), low, shortRangeMessages)}`;
  return `${name} must be ${limit('less than', Math.trunc(maximum!), high, shortRangeMessages)}`;
}

function limit(relation: string, bound: number, kind: 'inclusive' | 'exclusive', shortRangeMessages: boolean): string {
  if (!shortRangeMessages) return `${relation} ${bound} (${kind})`;
  return kind === 'inclusive' ? `${relation} or equal to ${bound}` : `${relation} ${bound}`;
}

/** Validates by all keywords, whatever the profile does elsewhere. */
export const FULL_SCHEMA: ArgDialect = WP7_ARGS;

/**
 * The problem with a value, in the words of the profile; undefined if it is valid. WordPress 7 checks alternatives,
 * type, the rules of the type, enum and format in this order; WordPress 4 checks the enum of a scalar before its type.
 */
export function validateValue(
  value: unknown,
  schema: ValueSchema,
  name: string,
  dialect: ArgDialect,
): ArgIssue | undefined {
  const issue = issueOf(value, schema, name, dialect);
  // The innermost value was checked first.
  if (issue) issue.path ??= name;
  return issue;
}

function issueOf(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): ArgIssue | undefined {
  if (dialect.issues === 'wp4') return validateAsWp4(value, schema, name, dialect);
  const chosen = dialect.supportsAlternatives ? alternative(value, schema, name) : undefined;
  if (chosen instanceof ArgIssue) return chosen;
  const type = typeFor(value, chosen?.type && !schema.type ? chosen.type : schema.type);
  if (type === undefined && schema.type !== undefined) return wrongType(name, schema.type);
  return (
    checkType(value, type, schema, name, dialect) ??
    checkEnum(value, schema, type, name) ??
    (schema.format === undefined ? undefined : checkFormat(value, schema, type, name, dialect))
  );
}

function validateAsWp4(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): ArgIssue | undefined {
  const type = schema.type as JsonType | undefined;
  const isStructure = type === 'array' || type === 'object';
  const issue =
    (isStructure ? checkType(value, type, schema, name, dialect) : undefined) ??
    (schema.enum && !schema.enum.some((allowed) => allowed === value)
      ? new ArgIssue(`${name} is not one of ${schema.enum.map(toText).join(', ')}.`)
      : undefined) ??
    (isStructure ? undefined : checkType(value, type, schema, name, dialect)) ??
    (schema.format === undefined ? undefined : checkFormat(value, schema, undefined, toText(value), dialect));
  if (!issue) return undefined;
  const { path } = issue;
  return Object.assign(new ArgIssue(issue.message), { path });
}

/** "a", "a and b", "a, b, and c". */
function naturalList(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;
}

const wrongType = (name: string, type: JsonType | readonly JsonType[]): ArgIssue =>
  new ArgIssue(`${name} is not of type ${String(type)}.`, 'rest_invalid_type', { param: name });

/** A scalar given for a list: split at commas and white space, without empty parts. */
export function pieces(value: unknown): string[] {
  return toText(value)
    .split(/[\s,]+/)
    .filter((piece) => piece !== '');
}

export function listOf(value: unknown): unknown[] | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' ? asList(value) : pieces(value);
}

/** With its empty parts; null is an empty text. */
function listWithEmptyParts(value: unknown): unknown[] | undefined {
  return typeof value === 'object' && value !== null ? asList(value) : splitList(toText(value));
}

const JSON_TYPES: ReadonlySet<string> = new Set<JsonType>([
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
  'null',
]);

/** The first allowed type that the value matches; an empty string is treated as a string rather than an empty list or object. */
export function typeFor(value: unknown, types: ValueSchema['type']): JsonType | undefined {
  if (!Array.isArray(types)) return types as JsonType | undefined;
  const allowed = types as readonly JsonType[];
  if (value === '' && allowed.includes('string')) return 'string';
  // A value that matches none passes if one of them is no type of JSON schema, such as PHP's `int`.
  return allowed.find((type) => fits(value, type)) ?? allowed.find((type) => !JSON_TYPES.has(type));
}

function fits(value: unknown, type: JsonType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'boolean':
      return isBoolean(value);
    case 'integer':
      return isInteger(value);
    case 'number':
      return numeric(value) !== undefined;
    case 'string':
      return typeof value === 'string';
    case 'array':
      return typeof value === 'object' ? asList(value) !== undefined : value !== undefined;
    case 'object':
      return value === '' || isMap(value) || Array.isArray(value);
  }
}

/** Blanks around a number are ignored. */
function numeric(value: unknown): number | undefined {
  return asNumber(typeof value === 'string' ? trimEndCharacters(value, ' \t\n\r\v\f') : value);
}

function isInteger(value: unknown): boolean {
  const number = numeric(value);
  return number !== undefined && Math.round(number) === number;
}

function checkType(
  value: unknown,
  type: JsonType | undefined,
  schema: ValueSchema,
  name: string,
  dialect: ArgDialect,
): ArgIssue | undefined {
  switch (type) {
    case 'number':
    case 'integer':
      return checkNumber(value, type, schema, name, dialect);
    case 'string':
      if (typeof value !== 'string') return wrongType(name, type);
      return dialect.checksSizes ? checkText(value, schema, name) : undefined;
    case 'array':
      return checkList(value, schema, name, dialect);
    case 'object':
      return dialect.checksObjects ? checkObject(value, schema, name, dialect) : undefined;
    case 'boolean':
      return isBoolean(value) ? undefined : wrongType(dialect.issues === 'wp7' ? name : toText(value), type);
    case 'null':
      return value === null || !dialect.supportsAlternatives ? undefined : wrongType(name, type);
    default:
      return undefined;
  }
}

function checkNumber(
  value: unknown,
  type: 'number' | 'integer',
  schema: ValueSchema,
  name: string,
  { checksSizes, conversion, issues, shortRangeMessages }: ArgDialect,
): ArgIssue | undefined {
  const number = conversion === 'wp7' ? numeric(value) : asNumber(value);
  if (number === undefined) return wrongType(name, type);
  const fraction = type === 'integer' && Math.round(number) !== number ? wrongType(name, type) : undefined;
  if (fraction && issues === 'wp4') return fraction;
  const { multipleOf } = schema;
  if (checksSizes && multipleOf !== undefined && !Number.isInteger(number / multipleOf))
    return new ArgIssue(`${name} must be a multiple of ${multipleOf}.`, 'rest_invalid_multiple');
  const message = checkBounds(number, schema, name, shortRangeMessages);
  return message === undefined ? fraction : new ArgIssue(message, 'rest_out_of_bounds');
}

const patterns = new Map<string, RegExp>();

/** PCRE lets any punctuation be escaped; with Unicode, JavaScript does not. */
const NEEDLESS_ESCAPE = /\\([!"#%&',:;<=>@_`~ ])/g;

/** Patterns come from declarations, so their number is bounded. */
function compiled(pattern: string): RegExp {
  let expression = patterns.get(pattern);
  if (!expression) patterns.set(pattern, (expression = new RegExp(pattern.replace(NEEDLESS_ESCAPE, '$1'), 'u')));
  return expression;
}

function checkText(text: string, { minLength, maxLength, pattern }: ValueSchema, name: string): ArgIssue | undefined {
  const length = [...text].length;
  const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} long.`;
  if (minLength !== undefined && length < minLength)
    return new ArgIssue(`${name} must be at least ${characters(minLength)}`, 'rest_too_short');
  if (maxLength !== undefined && length > maxLength)
    return new ArgIssue(`${name} must be at most ${characters(maxLength)}`, 'rest_too_long');
  if (pattern !== undefined && !compiled(pattern).test(text))
    return new ArgIssue(`${name} does not match pattern ${pattern}.`, 'rest_invalid_pattern');
  return undefined;
}

function checkList(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): ArgIssue | undefined {
  const list = dialect.conversion === 'wp7' ? listOf(value) : listWithEmptyParts(value);
  if (!list) return wrongType(name, 'array');
  const { items: elements } = schema;
  const schemaOf = (element: unknown) => (schema.layouts ? elementSchema(schema as MetaSchema, element) : elements)!;
  // The name of an element is built only for a message: a list may have thousands.
  const wrong = elements ? list.findIndex((element) => validateValue(element, schemaOf(element), name, dialect)) : -1;
  if (wrong >= 0) return validateValue(list[wrong], schemaOf(list[wrong]), `${name}[${wrong}]`, dialect);
  if (!dialect.checksSizes) return undefined;
  const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}.`;
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && list.length < minItems)
    return new ArgIssue(`${name} must contain at least ${items(minItems)}`, 'rest_too_few_items');
  if (maxItems !== undefined && list.length > maxItems)
    return new ArgIssue(`${name} must contain at most ${items(maxItems)}`, 'rest_too_many_items');
  if (schema.uniqueItems && new Set(list.map((element) => JSON.stringify(element))).size < list.length)
    return new ArgIssue(`${name} has duplicate items.`, 'rest_duplicate_items');
  return undefined;
}

function checkObject(value: unknown, schema: ValueSchema, name: string, dialect: ArgDialect): ArgIssue | undefined {
  const { checksProperties, conversion } = dialect;
  if (!fits(value, 'object') || (value === '' && conversion === 'wp4')) return wrongType(name, 'object');
  const map: Record<string, unknown> = value === '' ? {} : { ...(value as object) };
  const missing = checksProperties ? requiredNames(schema).find((key) => !Object.hasOwn(map, key)) : undefined;
  if (missing !== undefined) {
    const issue = new ArgIssue(`${missing} is a required property of ${name}.`, 'rest_property_required');
    if (dialect.isOwn) issue.path = `${name}[${missing}]`;
    return issue;
  }
  for (const [key, member] of Object.entries(map)) {
    const declared = propertyOf(schema, key);
    const property = declared ?? schema.additionalProperties;
    if (property === false)
      return new ArgIssue(`${key} is not a valid property of Object.`, 'rest_additional_properties_forbidden');
    if (typeof property !== 'object' || (!declared && !checksProperties)) continue;
    const issue = validateValue(member, property, `${name}[${key}]`, dialect);
    if (issue) return issue;
  }
  return undefined;
}

function requiredNames({ required, properties = {} }: ValueSchema): readonly string[] {
  if (typeof required === 'object') return required;
  return Object.keys(properties).filter((key) => properties[key]!.required === true);
}

function checkEnum(
  value: unknown,
  schema: ValueSchema,
  type: JsonType | undefined,
  name: string,
): ArgIssue | undefined {
  const allowed = schema.enum;
  if (!allowed || allowed.some((option) => isSame(value, option, type))) return undefined;
  const words = allowed.map((option) =>
    typeof option === 'boolean' || option === null ? String(option) : toText(option),
  );
  return new ArgIssue(
    words.length === 1 ? `${name} is not ${words[0]}.` : `${name} is not one of ${naturalList(words)}.`,
    'rest_not_in_enum',
  );
}

/** Compared after conversion to the type: "5" is one of [5] for an integer. */
function isSame(value: unknown, allowed: string | number | boolean, type: JsonType | undefined): boolean {
  if (type === 'integer' || type === 'number') return numeric(value) === numeric(allowed);
  if (type === 'boolean') return ['true', '1'].includes(toText(value).toLowerCase()) === Boolean(allowed);
  return value === allowed;
}

interface Failure {
  position: number;
  schema: ValueSchema;
  issue: ArgIssue;
}

/** The alternative of `oneOf` or `anyOf` that the value matches; undefined without alternatives. */
export function alternative(value: unknown, schema: ValueSchema, name: string): ValueSchema | ArgIssue | undefined {
  const options = schema.oneOf ?? schema.anyOf;
  if (!options) return undefined;
  const failures: Failure[] = [];
  const matching: number[] = [];
  for (const [position, option] of options.entries()) {
    const typed = option.type === undefined && schema.type !== undefined ? { ...option, type: schema.type } : option;
    const issue = validateValue(value, typed, name, FULL_SCHEMA);
    if (issue) failures.push({ position, schema: typed, issue });
    else if (schema.anyOf) return typed;
    else matching.push(position);
  }
  if (matching.length === 1) return options[matching[0]!];
  if (matching.length === 0) return noneMatches(value, name, failures);
  const titles = matching.map((position) => options[position]!.title ?? '');
  return new ArgIssue(
    titles.every((title) => title !== '')
      ? `${name} matches ${naturalList(titles)}, but should match only one.`
      : `${name} matches more than one of the expected formats.`,
    'rest_one_of_multiple_matches',
    { positions: matching },
  );
}

/** Guesses the intended alternative by its type, or by the properties it shares with the value. */
function noneMatches(value: unknown, name: string, failures: readonly Failure[]): ArgIssue {
  const likely = failures.filter(
    ({ issue }) => issue.code !== 'rest_invalid_type' || (issue.data as { param?: string } | undefined)?.param !== name,
  );
  const reported = likely.length > 1 && isMap(value) ? [closest(value, likely)] : likely;
  if (reported.length !== 1 || reported[0] === undefined) {
    const titles = failures.map(({ schema }) => schema.title ?? '');
    return new ArgIssue(
      titles.every((title) => title !== '')
        ? `${name} is not a valid ${naturalList(titles)}.`
        : `${name} does not match any of the expected formats.`,
      'rest_no_matching_schema',
    );
  }
  const [{ schema, position, issue }] = reported as [Failure];
  const problem = schema.title ? `is not a valid ${schema.title}` : 'does not match the expected format';
  return new ArgIssue(`${name} ${problem}. Reason: ${issue.message}`, 'rest_no_matching_schema', { position });
}

function closest(value: object, failures: readonly Failure[]): Failure | undefined {
  const shared = ({ schema }: Failure) =>
    Object.keys(value).filter((key) => propertyOf(schema, key) !== undefined).length;
  const objects = failures.filter(({ schema }) => schema.type === 'object');
  if (objects.length === 0) return undefined;
  return objects.reduce((best, failure) => (shared(failure) > shared(best) ? failure : best));
}
