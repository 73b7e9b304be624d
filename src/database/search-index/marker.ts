import { randomUUID } from 'node:crypto';
import type { Database } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { LISTS } from './tables.js';

/** An index of another version counts as missing. */
const VERSION = 1;
/** Reserved: no word has this hash. */
export const MARKER_TOKEN = 0;

/**
 * A row among the lists marks the index as complete and changes with every build: a reader that reads words first and lists
 * later can check that both belong to the same build.
 */
export async function readMarker(db: Pick<Database, 'query' | 'tables'>, locking = ''): Promise<string | undefined> {
  const [row] = await db.query<{ ids: string }>(
    `${ON_PRIMARY}SELECT ids FROM ${db.tables.own(LISTS)} WHERE token = ${MARKER_TOKEN} AND block = 0${locking}`,
  );
  return isMarker(row?.ids) ? row.ids : undefined;
}

export function isMarker(text: string | undefined): text is string {
  return text?.startsWith(`${VERSION} `) === true;
}

export async function setMarker(db: Database): Promise<void> {
  await db.transaction((tx) =>
    tx.execute(`INSERT INTO ${db.tables.own(LISTS)} (token, block, ids) VALUES (${MARKER_TOKEN}, 0, ?)`, [
      `${VERSION} ${randomUUID()}`,
    ]),
  );
}

export async function deleteMarker(db: Database): Promise<void> {
  await db.transaction((tx) => tx.execute(`DELETE FROM ${db.tables.own(LISTS)} WHERE token = ${MARKER_TOKEN}`));
}
