import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Shape, shapeProblems } from '../text/value-shape.js';
import { DEFAULT_TERM_CAPABILITIES, postTypeCapabilities } from './capabilities.js';
import { CODE_SHAPES } from './code-shapes.js';
import { type ContentDeclaration, kindOf } from './declarations.js';
import { DeclarationError } from './declaration-error.js';
import { POST_TYPE_LABEL_KEYS, TAXONOMY_LABEL_KEYS } from './labels.js';

/** The schema that is published with the package. */
function readPublished(): Shape {
  // The folder of the package is above this file, whether it is compiled or not.
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'content-types.schema.json'), 'utf8')) as Shape;
}

let published: Shape | undefined;
const publishedSchema = () => (published ??= readPublished());

/** The problems of the content of a file, each with the member it is about, such as `types[0].supports[2]`. */
export function problemsOfFile(content: unknown): string[] {
  return shapeProblems(content, publishedSchema(), 'the file');
}

/** Definitions of the published schema, by kind of declaration. */
const DEFINITIONS: Readonly<Record<string, string>> = { 'content type': 'type', taxonomy: 'taxonomy', meta: 'meta' };

/** An object of texts with these keys. */
const textsOf = (keys: readonly string[]): Shape => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
  additionalProperties: false,
});

let forCode: Shape | undefined;

/** The published schema with what only code can have, and with the names that a release has. */
function codeSchema(): Shape {
  if (forCode) return forCode;
  const root = publishedSchema();
  const definitions = root.$defs!;
  const extend = (name: string, properties: Readonly<Record<string, Shape>>): Shape => ({
    ...definitions[name],
    properties: { ...definitions[name]!.properties, ...properties },
  });
  const flag: Shape = { type: 'boolean' };
  const field = { validate: { type: 'function' }, readonly: flag };
  const { required: _required, ...settingMembers } = definitions.value!.properties!;
  return (forCode = {
    ...root,
    $defs: {
      ...definitions,
      type: extend('type', {
        labels: textsOf(POST_TYPE_LABEL_KEYS),
        capabilities: textsOf(Object.keys(postTypeCapabilities('post'))),
        // Checked where the file is read.
        pageTemplate: {},
        supports: {
          type: 'array',
          items: { enum: [...definitions.type!.properties!.supports!.items!.enum!, 'slug', 'autosave'] },
        },
      }),
      taxonomy: extend('taxonomy', {
        labels: textsOf(TAXONOMY_LABEL_KEYS),
        capabilities: textsOf(Object.keys(DEFAULT_TERM_CAPABILITIES)),
        hasDefaultTerm: flag,
        showInQuickEdit: flag,
      }),
      meta: extend('meta', field),
      metaField: extend('metaField', field),
      value: extend('value', { readonly: flag }),
      setting: {
        ...definitions.value,
        properties: { ...settingMembers, default: {}, public: flag },
        required: ['type', 'label', 'default'],
      },
    },
  });
}

/** Refuses a declaration with members that do not exist or have values of the wrong type. */
export function assertValid(declaration: ContentDeclaration): void {
  const kind = kindOf(declaration);
  const value = declaration.value as unknown as Record<string, unknown>;
  const root = codeSchema();
  const definition = DEFINITIONS[kind];
  const shape =
    definition === undefined ? (CODE_SHAPES as Readonly<Record<string, Shape>>)[kind] : root.$defs![definition];
  // The content model says more of names that do not fit.
  const problem = shapeProblems(value, shape ?? {}, 'it', root).find((issue) => !issue.includes(' must match '));
  if (problem === undefined) return;
  const name = typeof value.name === 'string' ? value.name : typeof value.key === 'string' ? value.key : '';
  throw new DeclarationError(`${upperFirst(kind)} "${name}" (${declaration.place}): ${problem}`);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
