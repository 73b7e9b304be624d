import coreBlockTypes from './core-block-types.json' with { type: 'json' };

type Context = Readonly<Record<string, string>> | readonly [];
type JsonMap = Readonly<Record<string, unknown>> | readonly [];

/** What an attribute of a block holds. */
export interface BlockAttribute {
  /** A type of JSON schemas, or one that only blocks have, such as `rich-text`. */
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly items?: { readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  /** Where the saved HTML has the value; attributes without a source are in the block's delimiter. */
  readonly source?: 'attribute' | 'text' | 'rich-text' | 'html' | 'raw' | 'tag' | 'query';
  /** The elements that have it, in CSS; the saved HTML as a whole without one. */
  readonly selector?: string;
  /** The element of which each line of the source `html` is one. */
  readonly multiline?: string;
  /** The HTML attribute of the source `attribute`. */
  readonly attribute?: string;
  /** `local`: no delimiter has it. */
  readonly role?: string;
  /** The members of each element that the source `query` finds. */
  readonly query?: Readonly<Record<string, BlockAttribute>>;
}

/** A registered kind of block, with the members that differ from their defaults. */
export interface BlockTypeData {
  /** With its namespace: `core/paragraph`. */
  readonly name: string;
  readonly title: string;
  readonly attributes: Readonly<Record<string, BlockAttribute>>;
  /** Rendered on the server, whatever was saved. */
  readonly is_dynamic?: boolean;
  readonly api_version?: number;
  readonly icon?: string;
  readonly category?: string;
  readonly keywords?: readonly string[];
  readonly parent?: readonly string[];
  readonly ancestor?: readonly string[];
  readonly allowed_blocks?: readonly string[];
  readonly provides_context?: Context;
  readonly uses_context?: readonly string[];
  readonly selectors?: JsonMap;
  readonly supports?: JsonMap;
  readonly styles?: readonly JsonMap[];
  readonly view_script_module_ids?: readonly string[];
  // Sentences, and what themes and plugins register: only known from WordPress.
  readonly description?: string;
  readonly textdomain?: string | null;
  readonly example?: JsonMap | null;
  readonly variations?: readonly JsonMap[];
  readonly block_hooks?: Context;
  readonly editor_script_handles?: readonly string[];
  readonly script_handles?: readonly string[];
  readonly view_script_handles?: readonly string[];
  readonly editor_style_handles?: readonly string[];
  readonly style_handles?: readonly string[];
  readonly view_style_handles?: readonly string[];
}

/** The block types of WordPress itself, as tools/generate-block-types.mjs wrote them. */
export const CORE_BLOCK_TYPES = coreBlockTypes as unknown as readonly BlockTypeData[];
