import { type Database } from '../database/database.js';
import { type SourceTable } from '../database/engine/table-names.js';
import { defaultProblem } from './schema-checks.js';
import { DeclarationError, type PlacedDeclaration } from './declaration-error.js';
import { type MetaSchema } from './meta-fields.js';

/** A block of a content while it is rendered. */
export interface RenderedBlock {
  /** Values of the declared attributes; a value that does not fit its schema is replaced by the default. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** ID of the entry that contains the block, if the declaration has `usesEntry`; 0 outside of entries. */
  readonly entry?: number;
}

/** What blocks are rendered from. */
export interface BlockContext {
  /** Entries of a content type as visitors may read them. Name the members to read in `_fields`. */
  entries(type: string): {
    find(query?: Readonly<Record<string, unknown>>): Promise<{
      readonly items: readonly Readonly<Record<string, unknown>>[];
      readonly total: number;
    }>;
    get(id: number, options?: { readonly _fields?: string }): Promise<Readonly<Record<string, unknown>> | undefined>;
  };
  readonly database: Database;
}

/** What an attribute may hold: a text, number or boolean. */
export type BlockAttributeSchema = Pick<
  MetaSchema,
  'type' | 'enum' | 'choices' | 'label' | 'help' | 'minimum' | 'maximum' | 'lines'
> & { readonly default?: string | number | boolean };

/** A block that the service renders. */
export interface BlockDeclaration {
  /** With the namespace of the module: `museum/openings`. */
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  /** Name of its icon in the block editor, such as `calendar`: one of the Dashicons. */
  readonly icon?: string;
  readonly category?: 'text' | 'media' | 'design' | 'widgets' | 'theme' | 'embed';
  readonly keywords?: readonly string[];
  readonly attributes?: Readonly<Record<string, BlockAttributeSchema>>;
  /** Tables that `render` reads, whose changes invalidate cached responses. */
  readonly reads?: readonly SourceTable[];
  /** Whether the HTML depends on the entry that contains the block. */
  readonly usesEntry?: boolean;
  /** The HTML of each block, for all blocks of a page at once. */
  render(blocks: readonly RenderedBlock[], context: BlockContext): readonly string[] | Promise<readonly string[]>;
}

const TYPES: readonly string[] = ['string', 'integer', 'number', 'boolean'];

/** Blocks that can be rendered; what is wrong with another stops the start. */
export function declaredBlocks(declared: readonly PlacedDeclaration<BlockDeclaration>[]): BlockDeclaration[] {
  return declared.map(({ value, place }, index) => {
    const fail = (problem: string) => new DeclarationError(`Block "${value.name}" (${place}) ${problem}.`);
    if (!/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(value.name) || value.name.startsWith('core/'))
      throw fail('needs a name such as museum/openings: a namespace of your own and a name, in lower case');
    if (declared.slice(0, index).some((other) => other.value.name === value.name)) throw fail('is declared twice');
    for (const [name, { type, ...schema }] of Object.entries(value.attributes ?? {})) {
      if (!TYPES.includes(type))
        throw fail(`has the attribute "${name}", whose type must be one of ${TYPES.join(', ')}`);
      const problem = schema.default === undefined ? undefined : defaultProblem({ type, ...schema }, schema.default);
      if (problem !== undefined) throw fail(`has the attribute "${name}", which ${problem}`);
    }
    return value;
  });
}

/** The values of the declared attributes. */
export function blockAttributes(
  { attributes = {} }: BlockDeclaration,
  saved: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, schema]) => {
      const value = Object.hasOwn(saved, name) ? saved[name] : undefined;
      return [name, fits(value, schema) ? value : schema.default];
    }),
  );
}

function fits(value: unknown, { type, enum: values, minimum, maximum }: BlockAttributeSchema): boolean {
  if (values && !values.includes(value as string)) return false;
  if (type === 'string' || type === 'boolean') return typeof value === type;
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return false;
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}
