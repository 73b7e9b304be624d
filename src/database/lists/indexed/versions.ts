import { type Database } from '../../database.js';
import { HIDDEN_ROWS, VERSIONS } from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';
import { hiddenCondition, sharedCondition } from './version-conditions.js';

type Index = Pick<Database, 'engine' | 'tables' | 'versionRules'>;

/** Expression of a version: equal values mean that nothing has changed in between. */
function versionOf({ engine, tables }: Index, subject: string, condition?: string): string {
  const { combined, isConcurrent } = TRIGGER_DIALECTS[engine];
  const where = condition !== undefined && isConcurrent ? ` AND ${condition}` : '';
  return `(SELECT ${combined('changes.version')} FROM ${tables.own(VERSIONS)} changes WHERE changes.subject = ${subject}${where})`;
}

/** The version that all entries share. */
const sharedVersion = (db: Index) => versionOf(db, '0', sharedCondition(db));

/** The version of the rows that parents hide. */
export const hiddenVersion = (db: Index) => versionOf(db, HIDDEN_ROWS, hiddenCondition(db));

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
  return `${version} AS version, ${sharedVersion(db)} AS shared`;
}

/** Equal stamps mean that nothing an entry is rendered from has changed. Read the versions before the entry. */
export function stampOf({ version, shared }: Versioned): string {
  return `${version} ${shared}`;
}
