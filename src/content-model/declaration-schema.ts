import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ContentDeclaration, kindOf } from './declarations.js';
import { DeclarationError } from './declaration-error.js';

/** The subset of JSON Schema that content-types.schema.json uses. */
interface DeclarationSchema {
  $ref?: string;
  $defs?: Record<string, DeclarationSchema>;
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  required?: string[];
  properties?: Record<string, DeclarationSchema>;
  additionalProperties?: boolean | DeclarationSchema;
  items?: DeclarationSchema;
}

/** The schema that is published with the package. */
function readPublished(): DeclarationSchema {
  // The folder of the package is above this file, whether it is compiled or not.
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'content-types.schema.json'), 'utf8')) as DeclarationSchema;
}

let published: DeclarationSchema | undefined;
const publishedSchema = () => (published ??= readPublished());

/** The problems of the content of a file, each with the member it is about, such as `types[0].supports[2]`. */
export function problemsOfFile(content: unknown): string[] {
  const root = publishedSchema();
  return [...check(content, root, '', root)];
}

/** Members of declarations that only code can make, with the types of their values. */
const CODE_MEMBERS: Readonly<
  Record<string, { required: readonly string[]; members: Readonly<Record<string, string>> }>
> = {
  field: {
    required: ['on', 'name', 'schema', 'load'],
    members: {
      on: 'any',
      name: 'string',
      schema: 'object',
      context: 'array',
      optional: 'boolean',
      reads: 'any',
      replaces: 'string',
      isFallback: 'boolean',
      load: 'function',
      update: 'function',
    },
  },
  scope: { required: ['on', 'where'], members: { on: 'array', where: 'function', reads: 'any' } },
  filter: {
    required: ['on', 'name', 'schema', 'where'],
    members: {
      on: 'array',
      name: 'string',
      schema: 'object',
      isSearched: 'boolean',
      where: 'function',
      reads: 'any',
    },
  },
  'row filter': {
    required: ['on', 'name', 'schema', 'where'],
    members: { on: 'any', name: 'string', schema: 'object', reads: 'array', where: 'function' },
  },
  order: { required: ['on', 'name', 'by'], members: { on: 'array', name: 'string', by: 'function', reads: 'any' } },
  settings: {
    required: ['name', 'title', 'settings'],
    members: { name: 'string', title: 'string', settings: 'object' },
  },
  role: {
    required: ['name'],
    members: { name: 'string', label: 'string', capabilities: 'array', manages: 'array' },
  },
  block: {
    required: ['name', 'title', 'render'],
    members: {
      name: 'string',
      title: 'string',
      description: 'string',
      icon: 'string',
      category: 'string',
      keywords: 'array',
      attributes: 'object',
      reads: 'array',
      usesEntry: 'boolean',
      render: 'function',
    },
  },
  command: {
    required: ['name', 'description', 'run'],
    members: { name: 'string', description: 'string', arguments: 'string', options: 'object', run: 'function' },
  },
  'console extension': {
    required: ['name'],
    members: {
      name: 'string',
      module: 'any',
      capability: 'string',
      page: 'object',
      card: 'object',
      fields: 'array',
      actions: 'array',
      panels: 'array',
    },
  },
};

/** Definitions of the published schema, by kind of declaration. */
const DEFINITIONS: Readonly<Record<string, string>> = { 'content type': 'type', taxonomy: 'taxonomy', meta: 'meta' };

/** Members of content types, taxonomies and meta keys that only code can have. */
const ONLY_IN_CODE: ReadonlySet<string> = new Set(['validate', 'hasDefaultTerm', 'readonly', 'pageTemplate']);

/** Refuses a declaration with members that do not exist or have values of the wrong type. */
export function assertValid(declaration: ContentDeclaration): void {
  const kind = kindOf(declaration);
  const value = declaration.value as unknown as Record<string, unknown>;
  const definition = DEFINITIONS[kind];
  const problems = definition === undefined ? codeProblems(kind, value) : schemaProblems(definition, value);
  const [problem] = problems;
  if (problem === undefined) return;
  const name = typeof value.name === 'string' ? value.name : typeof value.key === 'string' ? value.key : '';
  throw new DeclarationError(`${upperFirst(kind)} "${name}" (${declaration.place}): ${problem}`);
}

function schemaProblems(definition: string, value: Record<string, unknown>): string[] {
  const root = publishedSchema();
  // The content model says more of names that do not fit.
  return [...check(plain(value), root.$defs![definition]!, '', root)].filter(
    (issue) => !issue.includes(' must match '),
  );
}

/** Without what only code can have, and members that are undefined. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined || (ONLY_IN_CODE.has(name) && (typeof member !== 'object' || member instanceof URL))
        ? []
        : [[name, plain(member)]],
    ),
  );
}

function codeProblems(kind: string, value: Record<string, unknown>): string[] {
  const { required, members } = Object.hasOwn(CODE_MEMBERS, kind) ? CODE_MEMBERS[kind]! : { required: [], members: {} };
  const names = Object.keys(members).join(', ');
  return [
    ...required.flatMap((name) => (value[name] === undefined ? [`${name} is missing.`] : [])),
    ...Object.entries(value).flatMap(([name, member]) => {
      if (!Object.hasOwn(members, name)) return [`${name} is not known here. Known are ${names}.`];
      const expected = (members as Record<string, string>)[name]!;
      const isFitting = member === undefined || expected === 'any' || kindOfValue(member) === expected;
      return isFitting ? [] : [`${name} must be of type ${expected}, not ${kindOfValue(member)}.`];
    }),
  ];
}

const kindOfValue = (value: unknown) => (typeof value === 'function' ? 'function' : typeOf(value));

function* check(value: unknown, provided: DeclarationSchema, name: string, root: DeclarationSchema): Generator<string> {
  const schema = provided.$ref === undefined ? provided : root.$defs![provided.$ref.replace('#/$defs/', '')]!;
  const subject = name === '' ? 'the file' : name;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types && !types.includes(typeOf(value)) && !(types.includes('number') && typeOf(value) === 'integer')) {
    yield `${subject} must be of type ${types.join(' or ')}, not ${typeOf(value)}.`;
    return;
  }
  if (schema.enum && !schema.enum.includes(value))
    yield `${subject} must be one of ${schema.enum.join(', ')}, not ${JSON.stringify(value)}.`;
  if (schema.pattern !== undefined && typeof value === 'string' && !new RegExp(schema.pattern).test(value))
    yield `${subject} must match ${schema.pattern}, but is ${JSON.stringify(value)}.`;
  if (Array.isArray(value)) {
    if (schema.items)
      for (const [index, item] of value.entries()) yield* check(item, schema.items, `${name}[${index}]`, root);
  } else if (typeof value === 'object' && value !== null) {
    yield* checkMembers(value as Record<string, unknown>, schema, name, root);
  }
}

function* checkMembers(
  value: Record<string, unknown>,
  { required = [], properties = {}, additionalProperties = true }: DeclarationSchema,
  name: string,
  root: DeclarationSchema,
): Generator<string> {
  const path = (member: string) => (name === '' ? member : `${name}.${member}`);
  for (const member of required) if (!Object.hasOwn(value, member)) yield `${path(member)} is missing.`;
  for (const [member, item] of Object.entries(value)) {
    if (Object.hasOwn(properties, member)) yield* check(item, properties[member]!, path(member), root);
    else if (additionalProperties === false)
      yield `${path(member)} is not known here. Known are ${Object.keys(properties).join(', ')}.`;
    else if (typeof additionalProperties === 'object') yield* check(item, additionalProperties, path(member), root);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
