import { type Database } from '../../database.js';
import { type TableName } from '../../engine/table-names.js';
import { countClauses } from './count-clauses.js';
import { type LeftOut, marksOf, NOTHING_LEFT_OUT } from './families.js';
import { parentClauses } from './parents.js';
import { BY_MEDIA_TYPE, BY_TERM } from './tables.js';
import { textClauses } from './texts.js';
import { versionClauses } from './version-clauses.js';
import { onFailure } from './trigger-state.js';
import { type Event, LIST_TRIGGERS, type OwnName, type Trigger, TRIGGER_DIALECTS } from './trigger-dialect.js';

/** Part of the trigger names: triggers of another version do not count as present. */
const VERSION = 11;

const OWN: readonly OwnName[] = [BY_TERM, BY_MEDIA_TYPE];
const EVENTS: readonly Event[] = ['INSERT', 'UPDATE', 'DELETE'];

/** Triggers that keep the list index exact, in the transaction of whichever program writes. */
export function listIndexTriggers(
  db: Database,
  leftOut: LeftOut = NOTHING_LEFT_OUT,
): { onWordPress: Trigger[]; onOwn: Trigger[] } {
  const { engine, tables, tablePrefix } = db;
  const failure = onFailure(db, LIST_TRIGGERS);
  const parts = [
    countClauses(db, leftOut),
    textClauses(db),
    parentClauses(db, leftOut),
    ...(leftOut.has('versions') ? [] : [versionClauses(db)]),
  ];
  const triggersOn = (table: TableName | OwnName): Trigger[] =>
    EVENTS.flatMap((event) => {
      const clauses = parts
        .flatMap((part) => part[table]?.[event] ?? [])
        .filter(({ statements }) => statements.length > 0);
      const name = `${tablePrefix}${LIST_TRIGGERS}${table}_${event.toLowerCase()}_${VERSION}${marksOf(leftOut)}`;
      return clauses.length > 0
        ? TRIGGER_DIALECTS[engine].create(
            name,
            event,
            isOwn(table) ? tables.own(table) : tables[table],
            clauses,
            failure,
          )
        : [];
    });
  const written = [...new Set(parts.flatMap((part) => Object.keys(part) as (TableName | OwnName)[]))];
  return {
    onWordPress: written.filter((table) => !isOwn(table)).flatMap(triggersOn),
    onOwn: OWN.filter((table) => table !== BY_TERM || !leftOut.has('terms')).flatMap(triggersOn),
  };
}

function isOwn(table: TableName | OwnName): table is OwnName {
  return OWN.some((name) => name === table);
}
