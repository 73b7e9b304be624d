import { type Shape } from '../text/value-shape.js';
import { type BlockAttributeSchema, type BlockDeclaration } from './block-declarations.js';
import { type CommandDeclaration } from './command-declarations.js';
import { type ConsoleExtension, type EntryAction, type EntryPanel } from './console-extension.js';
import { type AnyField } from './field-types.js';
import {
  type FilterDeclaration,
  type OrderDeclaration,
  type RowFilterDeclaration,
  type ScopeDeclaration,
} from './declared-queries.js';
import { type SettingsDeclaration } from './declared-settings.js';
import { type RoleDeclaration } from './declarations.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const callback = { type: 'function' } as const;
const texts = { type: 'array', items: text } as const;
const any: Shape = {};
/** Values of meta, as the published JSON schema describes them. */
const schema: Shape = { $ref: '#/$defs/value' };
const tables: Shape = { anyOf: [{ type: 'string', enum: ['elsewhere'] }, texts] };

/** All members of a declaration: TypeScript reports one that is missing here, which the start would refuse. */
type Members<D> = Readonly<Record<keyof Required<D> & string, Shape>>;

/** An object with these members only. */
function only<D>(properties: Members<D>, required: readonly (keyof D & string)[]): Shape {
  return { type: 'object', properties, required, additionalProperties: false };
}

const member = (of: Shape): Shape => ({ type: 'object', additionalProperties: of });
const titled = only<{ title: string }>({ title: text }, ['title']);

const action = only<EntryAction>(
  {
    name: text,
    on: texts,
    label: text,
    capability: text,
    confirm: text,
    done: text,
    undo: text,
    isHidden: flag,
    run: callback,
  },
  ['name', 'on', 'label', 'run'],
);

const panel = only<EntryPanel>(
  { name: text, title: text, on: texts, capability: text, actions: texts, rows: callback },
  ['name', 'title', 'on', 'rows'],
);

const attribute = only<BlockAttributeSchema>(
  {
    type: text,
    enum: { type: 'array' },
    choices: member(text),
    label: text,
    help: text,
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    lines: { type: 'integer' },
    default: any,
  },
  ['type'],
);

/** Declarations that only code can make, by kind. */
export const CODE_SHAPES = {
  field: only<AnyField>(
    {
      on: any,
      name: text,
      schema,
      context: {
        anyOf: [
          { type: 'string', enum: ['unstated'] },
          { type: 'array', items: { enum: ['view', 'edit', 'embed'] } },
        ],
      },
      replaces: text,
      optional: flag,
      isHidden: flag,
      reads: tables,
      traced: only({ parameters: texts }, ['parameters']),
      ignoresContent: flag,
      mayBeLate: flag,
      isFallback: flag,
      isIncomplete: flag,
      load: callback,
      update: callback,
      refuse: callback,
      links: callback,
      embeds: texts,
      onRevisions: flag,
    },
    ['on', 'name', 'schema', 'load'],
  ),
  scope: only<ScopeDeclaration>({ on: texts, reads: texts, where: callback }, ['on', 'where']),
  filter: only<FilterDeclaration>(
    {
      on: texts,
      reads: texts,
      name: text,
      schema,
      isSearched: flag,
      check: callback,
      candidates: callback,
      where: callback,
    },
    ['on', 'name', 'schema', 'where'],
  ),
  'row filter': only<RowFilterDeclaration>({ on: any, name: text, schema, reads: texts, where: callback }, [
    'on',
    'name',
    'schema',
    'where',
  ]),
  order: only<OrderDeclaration>({ on: texts, reads: texts, name: text, by: callback, rows: callback }, [
    'on',
    'name',
    'by',
  ]),
  settings: only<SettingsDeclaration>({ name: text, title: text, settings: member({ $ref: '#/$defs/setting' }) }, [
    'name',
    'title',
    'settings',
  ]),
  role: only<RoleDeclaration>({ name: text, label: text, capabilities: texts, manages: texts }, ['name']),
  block: only<BlockDeclaration>(
    {
      name: text,
      title: text,
      description: text,
      icon: text,
      category: { enum: ['text', 'media', 'design', 'widgets', 'theme', 'embed'] },
      keywords: texts,
      attributes: member(attribute),
      reads: texts,
      usesEntry: flag,
      render: callback,
    },
    ['name', 'title', 'render'],
  ),
  command: only<CommandDeclaration>(
    { name: text, description: text, arguments: text, options: member(text), run: callback },
    ['name', 'description', 'run'],
  ),
  'console extension': only<ConsoleExtension>(
    {
      name: text,
      module: any,
      capability: text,
      page: titled,
      card: titled,
      fields: texts,
      actions: { type: 'array', items: action },
      panels: { type: 'array', items: panel },
    },
    ['name'],
  ),
} as const satisfies Readonly<Record<string, Shape>>;
