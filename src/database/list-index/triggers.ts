import { type Database } from '../database.js';
import { type TableName } from '../engine/tables.js';
import { countBlocks } from './count-blocks.js';
import { BY_TERM } from './tables.js';
import { versionBlocks } from './version-blocks.js';
import { type Event, type Trigger, WORDS } from './words.js';

/** Part of the names: a database with triggers of another version counts as one without. */
const VERSION = 2;

const EVENTS: readonly Event[] = ['INSERT', 'UPDATE', 'DELETE'];

/** Whoever writes to the site's tables, the engine keeps ours exact in the same transaction. */
export function listIndexTriggers(db: Database): { onWordPress: Trigger[]; onOwn: Trigger[] } {
  const { engine, tables, tablePrefix } = db;
  const parts = [countBlocks(db), versionBlocks(db)];
  const triggersOn = (table: TableName | typeof BY_TERM): Trigger[] =>
    EVENTS.flatMap((event) => {
      const blocks = parts.flatMap((part) => part[table]?.[event] ?? []);
      const name = `${tablePrefix}nestpress_${table}_${event.toLowerCase()}_${VERSION}`;
      return blocks.length > 0 ? WORDS[engine].create(name, event, table === BY_TERM ? tables.own(BY_TERM) : tables[table], blocks) : [];
    });
  const written = new Set(parts.flatMap((part) => Object.keys(part) as (TableName | typeof BY_TERM)[]));
  written.delete(BY_TERM);
  return { onWordPress: [...written].flatMap(triggersOn), onOwn: triggersOn(BY_TERM) };
}
