import { randomUUID } from 'node:crypto';
import type { Database } from '../database.js';
import { ON_PRIMARY } from '../engine/dialect.js';
import { LISTS } from './tables.js';

/** Another version's index counts as none. */
const VERSION = 1;
/** No word has it. */
export const MARKER_TOKEN = 0;

/**
 * One row among the lists tells that the index is complete, and is another one each time it was built: who reads words first and
 * lists later sees whether both are of the same.
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

export async function takeMarkerAway(db: Database): Promise<void> {
  await db.transaction((tx) => tx.execute(`DELETE FROM ${db.tables.own(LISTS)} WHERE token = ${MARKER_TOKEN}`));
}
