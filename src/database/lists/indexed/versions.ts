import { type Database } from '../../database.js';
import { HIDDEN_ROWS, VERSIONS } from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';
import { hiddenCondition, sharedCondition } from './version-conditions.js';

type Index = Pick<Database, 'engine' | 'tables' | 'versionRules'>;

/** Expressions of versions, equal values of which mean that nothing has changed in between. Every list reads some. */
interface VersionExpressions {
  /** Expression for the version of one entry: its ID and a closing bracket follow. */
  readonly own: string;
  /** The version that all entries share. */
  readonly shared: string;
  /** The version of the rows that parents hide. */
  readonly hidden: string;
}

/** Cached by index, since they follow from the rules of a database alone. */
const composed = new WeakMap<Index, VersionExpressions>();

function expressions(db: Index): VersionExpressions {
  let found = composed.get(db);
  if (!found) composed.set(db, (found = compose(db)));
  return found;
}

function compose(db: Index): VersionExpressions {
  const { combined, isConcurrent } = TRIGGER_DIALECTS[db.engine];
  const own = `(SELECT ${combined('changes.version')} FROM ${db.tables.own(VERSIONS)} changes WHERE changes.subject = `;
  const recorded = (condition: string) => (isConcurrent ? ` AND ${condition}` : '');
  return {
    own,
    shared: `${own}0${recorded(sharedCondition(db))})`,
    hidden: `${own}${HIDDEN_ROWS}${recorded(hiddenCondition(db))})`,
  };
}

export const hiddenVersion = (db: Index): string => expressions(db).hidden;

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

/** The version of the entry whose id is in a column of the same SELECT, without the shared one. */
export const ownVersion = (db: Index, id: string): string => `${expressions(db).own}${id})`;

/** Columns of a SELECT: the versions of the entry whose id is in a column of the same SELECT. */
export function versionColumns(db: Database, id: string): string {
  return sharedVersionColumns(db, ownVersion(db, id));
}

/** The same for items that have no version of their own, or another one. */
export function sharedVersionColumns(db: Database, version = 'NULL'): string {
  return `${version} AS version, ${expressions(db).shared} AS shared`;
}

/** Equal stamps mean that nothing an entry is rendered from has changed. Read the versions before the entry. */
export function stampOf({ version, shared }: Versioned): string {
  return `${version} ${shared}`;
}
