import { type EntityClass, tableName } from '../entities/index.js';
import { prefixOf, type SiteNetwork } from './network.js';
import { OWN_TABLE_PREFIX } from '../schema/index.js';

const NAMES = [
  'posts',
  'postmeta',
  'terms',
  'termmeta',
  'term_taxonomy',
  'term_relationships',
  'users',
  'usermeta',
  'comments',
  'commentmeta',
  'options',
  'links',
] as const;

export type TableName = (typeof NAMES)[number];

/** A table that responses are built from: WordPress's, or one of our own (`nestpress_…`). */
export type SourceTable = TableName | `${typeof OWN_TABLE_PREFIX}${string}`;

export type Tables = Readonly<Record<TableName, string>> & {
  /** Full, unquoted names of the tables that responses are built from: WordPress's, and our own that were registered. */
  readonly all: readonly string[];
  /**
   * Registers a table of our own, so that its changes are detected and published like those of WordPress's tables. With
   * `partOf`, everything built from that table is built from this one, too.
   */
  watch(table: SourceTable, partOf?: TableName): void;
  /** Full, unquoted names of a table and of those that were registered as a part of it. */
  withParts(table: SourceTable): readonly string[];
  readonly metaValues: MetaValues;
  /** The quoted name of an entity's table. */
  of(entity: EntityClass): string;
  /** The quoted name of a table of our own. */
  own(name: string): string;
  /** The full, unquoted name of a table of the site; in a network, accounts are in tables of the network. */
  full(name: string): string;
};

/** Stored values of entries' meta that conditions compare. */
export interface MetaValues {
  /** Keys that the index has the values of; see ../meta-index.ts. */
  indexed: ReadonlySet<string>;
  /** What a FROM clause reads the values of a key from: rows with `meta_id`, `post_id`, `field`, `number` and `text`. */
  of(key: string): string;
  /** What follows the name of these rows so that they are read by an index; nothing where the key is not indexed. */
  forced(key: string, index: 'post' | 'number' | 'text'): string;
  /** Set with `indexed`: the hint of the engine. */
  hint(index: string): string;
}

export const META_VALUES = 'meta_values';

/** Longer texts are compared by their beginning. */
export const MAX_INDEXED_TEXT = 191;

const PREFIX = /^[A-Za-z0-9_]*$/;

/** The prefix becomes part of SQL text, so only letters, digits and underscores are allowed. */
export function checkTablePrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('The table prefix may hold letters, digits and underscores only.');
  return prefix;
}

export function tablesWithPrefix(prefix: string, network?: Pick<SiteNetwork, 'prefix'>): Tables {
  checkTablePrefix(prefix);
  const full = (name: string) => prefixOf(name, prefix, network) + name;
  const names = Object.fromEntries(NAMES.map((name) => [name, `\`${full(name)}\``])) as Record<TableName, string>;
  const all: string[] = NAMES.map(full);
  const withParts = new Map<SourceTable, string[]>(NAMES.map((name) => [name, [full(name)]]));
  const watch = (table: SourceTable, partOf?: TableName) => {
    if (!all.includes(full(table))) all.push(full(table));
    if (partOf !== undefined) withParts.set(partOf, [...new Set([...withParts.get(partOf)!, full(table)])]);
  };
  const stored =
    `(SELECT meta_id, post_id, meta_key AS field, meta_value + 0 AS number, ` +
    `SUBSTR(meta_value, 1, ${MAX_INDEXED_TEXT}) AS text FROM ${names.postmeta})`;
  const metaValues: MetaValues = {
    indexed: new Set(),
    of: (key) => (metaValues.indexed.has(key) ? `\`${prefix}${OWN_TABLE_PREFIX}${META_VALUES}\`` : stored),
    forced: (key, index) => (metaValues.indexed.has(key) ? metaValues.hint(index) : ''),
    hint: () => '',
  };
  return {
    ...names,
    metaValues,
    all,
    watch,
    withParts: (table) => withParts.get(table) ?? [full(table)],
    of: (entity) => `\`${full(tableName(entity))}\``,
    full,
    own: (name) => `\`${prefix}${OWN_TABLE_PREFIX}${name}\``,
  };
}
