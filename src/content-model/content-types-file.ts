import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type ContentDeclaration,
  type ContentTypeDeclaration,
  DeclarationError,
  defineContentType,
  defineMeta,
  defineTaxonomy,
  type MetaDeclaration,
  type TaxonomyDeclaration,
} from './declarations.js';

interface ContentTypesFile {
  types?: ContentTypeDeclaration[];
  taxonomies?: TaxonomyDeclaration[];
  meta?: MetaDeclaration[];
}

/** The subset of JSON Schema that content-types.schema.json uses. */
interface FileSchema {
  $ref?: string;
  $defs?: Record<string, FileSchema>;
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  required?: string[];
  properties?: Record<string, FileSchema>;
  additionalProperties?: boolean | FileSchema;
  items?: FileSchema;
}

/** Reads declarations from a JSON file and validates them against the schema published with the package. */
export function readContentTypes(file: string): ContentDeclaration[] {
  const content = parse(file);
  const root = publishedSchema();
  const issues = [...check(content, root, '', root)];
  if (issues.length > 0) throw new DeclarationError(issues.map((issue) => `${file}: ${issue}`).join('\n'));
  const { types = [], taxonomies = [], meta = [] } = content as ContentTypesFile;
  return [
    ...types.map((one, index) => defineContentType(one, `${file} types[${index}]`)),
    ...taxonomies.map((one, index) => defineTaxonomy(one, `${file} taxonomies[${index}]`)),
    ...meta.map((one, index) => defineMeta(one, `${file} meta[${index}]`)),
  ];
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    throw new DeclarationError(`CONTENT_TYPES names the file ${file}, which cannot be read (${code}).`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DeclarationError(`${file} is not valid JSON: ${(error as Error).message}.`);
  }
}

function publishedSchema(): FileSchema {
  // The folder of the package is above this file, whether it is compiled or not.
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'content-types.schema.json'), 'utf8')) as FileSchema;
}

/** The problems, each with the member it is about, such as `types[0].supports[2]`. */
function* check(value: unknown, provided: FileSchema, name: string, root: FileSchema): Generator<string> {
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
  { required = [], properties = {}, additionalProperties = true }: FileSchema,
  name: string,
  root: FileSchema,
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
