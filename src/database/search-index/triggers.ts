import type { Database } from '../database.js';
import {
  type TriggerClause,
  type Event,
  SEARCH_TRIGGERS,
  type Trigger,
  TRIGGER_DIALECTS,
} from '../lists/indexed/trigger-dialect.js';
import { onFailure } from '../lists/indexed/trigger-state.js';
import { PENDING, UNSEARCHED_TYPE } from './tables.js';

/** Part of the trigger names: triggers of another version do not count as present. */
const VERSION = 3;

export const ATTACHED_FILE = "meta_key = '_wp_attached_file'";

/** Record every entry whose words, type, status or password may have changed. */
export function searchIndexTriggers({ engine, tablePrefix, tables }: Database): Trigger[] {
  // Byte by byte: texts that are equal in a collation can have different words.
  const changed = (column: string) =>
    engine === 'mysql'
      ? `NOT (CAST(OLD.${column} AS BINARY) <=> CAST(NEW.${column} AS BINARY))`
      : `OLD.${column} IS NOT NEW.${column} COLLATE BINARY`;
  const note = (id: string) => `INSERT INTO ${tables.own(PENDING)} (post_id) VALUES (${id})`;
  const isSearched = (row: 'OLD' | 'NEW') => `${row}.post_type <> '${UNSEARCHED_TYPE}'`;
  const trigger = (subject: string, event: Event, table: string, ...clauses: TriggerClause[]): Trigger[] =>
    TRIGGER_DIALECTS[engine].create(
      `${tablePrefix}${SEARCH_TRIGGERS}${subject}_${event.toLowerCase()}_${VERSION}`,
      event,
      table,
      clauses,
      onFailure({ tables }, SEARCH_TRIGGERS),
    );
  const columns = ['post_title', 'post_excerpt', 'post_content', 'post_type', 'post_status', 'post_password', 'ID'];
  const isOther = columns.map(changed).join(' OR ');
  const isFile = (row: 'OLD' | 'NEW') => `${row}.${ATTACHED_FILE}`;
  return [
    ...trigger('posts', 'INSERT', tables.posts, { when: isSearched('NEW'), statements: [note('NEW.ID')] }),
    ...trigger(
      'posts',
      'UPDATE',
      tables.posts,
      {
        when: `(${isSearched('OLD')} OR ${isSearched('NEW')}) AND (${isOther})`,
        statements: [note('NEW.ID')],
      },
      { when: 'OLD.ID <> NEW.ID', statements: [note('OLD.ID')] },
    ),
    ...trigger('posts', 'DELETE', tables.posts, { when: isSearched('OLD'), statements: [note('OLD.ID')] }),
    ...trigger('files', 'INSERT', tables.postmeta, { when: isFile('NEW'), statements: [note('NEW.post_id')] }),
    ...trigger(
      'files',
      'UPDATE',
      tables.postmeta,
      { when: isFile('NEW'), statements: [note('NEW.post_id')] },
      { when: isFile('OLD'), statements: [note('OLD.post_id')] },
    ),
    ...trigger('files', 'DELETE', tables.postmeta, { when: isFile('OLD'), statements: [note('OLD.post_id')] }),
  ];
}
