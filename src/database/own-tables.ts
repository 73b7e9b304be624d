import { isDerivedTable, registeredEntities, tableOf } from './entities/index.js';
import { LIST_INDEX_TABLES } from './lists/indexed/tables.js';
import { TRIGGER_STATE_TABLES } from './lists/indexed/trigger-state.js';
import { META_INDEX_TABLES } from './meta-index.js';
import { OWN_TABLE_PREFIX, type TableDefinition } from './schema/index.js';
import { SEARCH_INDEX_TABLES } from './search-index/tables.js';

const ownEntities = () => registeredEntities().filter((entity) => tableOf(entity).name.startsWith(OWN_TABLE_PREFIX));

/** Own tables whose rows belong to the site, of all loaded modules. */
export function siteTables(): TableDefinition[] {
  return ownEntities().flatMap((entity) => (isDerivedTable(entity) ? [] : [tableOf(entity)]));
}

/** Own tables that are not copied with a site. */
export function derivedTables(): TableDefinition[] {
  return [
    ...ownEntities().flatMap((entity) => (isDerivedTable(entity) ? [tableOf(entity)] : [])),
    ...LIST_INDEX_TABLES,
    ...SEARCH_INDEX_TABLES,
    ...META_INDEX_TABLES,
    ...TRIGGER_STATE_TABLES,
  ];
}

/** All own tables; the module that uses a table creates it at start. */
export function ownTables(): TableDefinition[] {
  return [...siteTables(), ...derivedTables()];
}
