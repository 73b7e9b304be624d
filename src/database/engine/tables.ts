import { OWN_TABLE_PREFIX } from '../schema/index.js';
import { checkTablePrefix } from './options.js';

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

export type Tables = Readonly<Record<TableName, string>> & {
  /** Full names without quotes, of WordPress's tables only. */
  readonly all: readonly string[];
  /** The quoted name of a table of our own. */
  own(name: string): string;
};

export function tablesWithPrefix(prefix: string): Tables {
  checkTablePrefix(prefix);
  const names = Object.fromEntries(NAMES.map((name) => [name, `\`${prefix}${name}\``])) as Record<TableName, string>;
  return { ...names, all: NAMES.map((name) => prefix + name), own: (name) => `\`${prefix}${OWN_TABLE_PREFIX}${name}\`` };
}
