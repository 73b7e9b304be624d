import { type Database } from '../database.js';
import { VERSIONS } from './tables.js';
import { WORDS } from './words.js';

export interface Versioned {
  /** The entry's own. */
  version: string;
  /** That of what many are shown from. */
  shared: string;
}

/** Columns of a SELECT: the versions of the entry whose id is in a column of the same SELECT. */
export function versionColumns({ engine, tables }: Database, id: string): string {
  const { asText, listed } = WORDS[engine];
  const versions = tables.own(VERSIONS);
  return (
    `${asText(`COALESCE((SELECT version FROM ${versions} WHERE subject = ${id} AND slot = 0), 0)`)} AS version, ` +
    `(SELECT ${listed('version', 'slot')} FROM ${versions} WHERE subject = 0) AS shared`
  );
}

/** All that must be the same for an entry to be shown the same. To be asked for before anything is read of it. */
export function stampOf({ version, shared }: Versioned): string {
  return `${version} ${shared}`;
}
