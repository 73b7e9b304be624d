import type { Database } from '../database.js';
import { type Event, type Trigger, TRIGGER_DIALECTS } from '../list-index/trigger-dialect.js';
import { PENDING, UNSEARCHED_TYPE } from './tables.js';

/** Part of the trigger names: triggers of another version do not count as present. */
const VERSION = 1;

export const ATTACHED_FILE = "meta_key = '_wp_attached_file'";

/** Record every entry whose words may have changed. Words an entry lost do not matter. */
export function searchIndexTriggers({ engine, tablePrefix, tables }: Database): Trigger[] {
  // Byte by byte: texts that are equal in a collation can have different words.
  const changed = (column: string) =>
    engine === 'mysql'
      ? `NOT (CAST(OLD.${column} AS BINARY) <=> CAST(NEW.${column} AS BINARY))`
      : `OLD.${column} IS NOT NEW.${column} COLLATE BINARY`;
  const note = (id: string) => `INSERT INTO ${tables.own(PENDING)} (post_id) VALUES (${id})`;
  const isSearched = `NEW.post_type <> '${UNSEARCHED_TYPE}'`;
  const trigger = (subject: string, event: Event, table: string, when: string, id: string): Trigger[] =>
    TRIGGER_DIALECTS[engine].create(
      `${tablePrefix}nestpress_search_${subject}_${event.toLowerCase()}_${VERSION}`,
      event,
      table,
      [{ when, statements: [note(id)] }],
    );
  const isOther = ['post_title', 'post_excerpt', 'post_content', 'post_type', 'ID'].map(changed).join(' OR ');
  return [
    ...trigger('posts', 'INSERT', tables.posts, isSearched, 'NEW.ID'),
    ...trigger('posts', 'UPDATE', tables.posts, `${isSearched} AND (${isOther})`, 'NEW.ID'),
    ...trigger('files', 'INSERT', tables.postmeta, `NEW.${ATTACHED_FILE}`, 'NEW.post_id'),
    ...trigger('files', 'UPDATE', tables.postmeta, `NEW.${ATTACHED_FILE}`, 'NEW.post_id'),
  ];
}
