import { derivedTables, MIGRATIONS_TABLE, siteTables } from '../../../database/index.js';
import { OWN_TABLE_PREFIX, type TableDefinition, WORDPRESS_TABLES } from '../../../database/schema/index.js';

/** Last, because a partial copy without its rows is not mistaken for a site. */
const LAST = 'options';

export interface TablePlan {
  tables: readonly TableDefinition[];
  /** Tables with the site's prefix that are neither WordPress's nor ours. */
  unrelated: readonly string[];
  /** Own tables that this version does not know. */
  unknown: readonly string[];
}

/** The tables to copy. WordPress's own exist afterwards even if some are missing now. */
export function planTables(existing: readonly string[], prefix: string): TablePlan {
  const names = existing.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const registered = new Map([...WORDPRESS_TABLES, ...siteTables()].map((table) => [table.name, table]));
  const own = names.flatMap((name) => (name.startsWith(OWN_TABLE_PREFIX) ? (registered.get(name) ?? []) : []));
  const tables = [...WORDPRESS_TABLES, ...own].sort((a, b) => Number(a.name === LAST) - Number(b.name === LAST));
  const derived = new Set([MIGRATIONS_TABLE, ...derivedTables().map((table) => table.name)]);
  const others = names.filter((name) => !registered.has(name) && !derived.has(name));
  return {
    tables,
    unrelated: others.filter((name) => !name.startsWith(OWN_TABLE_PREFIX)),
    unknown: others.filter((name) => name.startsWith(OWN_TABLE_PREFIX)),
  };
}
