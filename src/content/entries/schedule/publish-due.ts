import type { Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { type ContentModel } from '../../../site/model/content-model.js';
import { recountTerms } from '../../terms/term-counts.js';
import { ZERO_DATE } from '../entry.js';
import { EntryMetaRows } from '../write/entry-meta.js';
import { EntryTerms } from '../write/entry-terms.js';
import { markForPings } from '../write/pings.js';

export interface Scheduled {
  id: number;
  type: string;
  dateGmt: string;
}

const BATCH = 100;

/** The entries that come up next, soonest first. */
export function nextScheduled(database: Database, { scheduledTypes }: ContentModel): Promise<Scheduled[]> {
  return database.query<Scheduled>(
    `SELECT ID AS id, post_type AS type, post_date_gmt AS dateGmt FROM ${database.tables.posts} ` +
      `WHERE post_type IN (${placeholders(scheduledTypes.length)}) AND post_status = 'future' AND post_date_gmt > ? ` +
      `ORDER BY post_date_gmt, ID LIMIT ${BATCH}`,
    [...scheduledTypes, ZERO_DATE],
  );
}

/**
 * Publishes an entry whose time has come, with the counts of its terms. False when somebody else was faster or it is no
 * longer scheduled: the condition is checked by the same statement that makes the change.
 */
export function publishDue(
  database: Database,
  model: ContentModel,
  { id, type }: Scheduled,
  nowGmt: string,
  { pings }: { pings: boolean },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { affected } = await tx.execute(
      `UPDATE ${database.tables.posts} SET post_status = 'publish' WHERE ID = ? AND post_status = 'future' AND post_date_gmt <= ?`,
      [id, nowGmt],
    );
    if (affected === 0) return false;
    if (type === 'post') await markForPings(new EntryMetaRows(tx), id, { pings });
    const terms = new EntryTerms(tx, database, model);
    await terms.touchAll(id);
    await recountTerms(tx, database, model, [...terms.touched]);
    return true;
  });
}
