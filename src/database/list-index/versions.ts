import { type Database } from '../database.js';
import { VERSIONS } from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';

export interface Versioned {
  /** The entry's own; null where nothing of it was ever written. */
  version: string | null;
  /** That of what many are shown from. */
  shared: string;
}

/** Columns of a SELECT: the versions of the entry whose id is in a column of the same SELECT. */
export function versionColumns({ engine, tables }: Database, id: string): string {
  const versionsOf = (subject: string) =>
    `(SELECT ${TRIGGER_DIALECTS[engine].listed('version', 'slot')} FROM ${tables.own(VERSIONS)} WHERE subject = ${subject})`;
  return `${versionsOf(id)} AS version, ${versionsOf('0')} AS shared`;
}

/** All that must be the same for an entry to be shown the same. To be asked for before anything is read of it. */
export function stampOf({ version, shared }: Versioned): string {
  return `${version} ${shared}`;
}
