import { type Database } from '../database.js';
import { VERSIONS } from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';

/** Expression of a version: equal values mean that nothing has changed in between. */
export function versionOf({ engine, tables }: Pick<Database, 'engine' | 'tables'>, subject: string): string {
  return `(SELECT ${TRIGGER_DIALECTS[engine].listed('version', 'slot')} FROM ${tables.own(VERSIONS)} WHERE subject = ${subject})`;
}

export interface Versioned {
  /** The entry's own version; null if none of its rows has changed since the index was built. */
  version: string | null;
  /** The version that all entries share. */
  shared: string;
}

/** The id of an item in a list, with its versions. */
export interface FoundVersion extends Versioned {
  found: number;
}

/** Columns of a SELECT: the versions of the entry whose id is in a column of the same SELECT. */
export function versionColumns(db: Database, id: string): string {
  return sharedVersionColumns(db, versionOf(db, id));
}

/** The same for items that have no version of their own, or another one. */
export function sharedVersionColumns(db: Database, version = 'NULL'): string {
  return `${version} AS version, ${versionOf(db, '0')} AS shared`;
}

/** Equal stamps mean that nothing an entry is rendered from has changed. Read the versions before the entry. */
export function stampOf({ version, shared }: Versioned): string {
  return `${version} ${shared}`;
}
