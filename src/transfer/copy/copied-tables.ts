import { CHANGES_TABLE } from '../../database/engine/change-log.js';
import { LIST_INDEX_TABLES } from '../../database/list-index/tables.js';
import { OWN_TABLE_PREFIX, type TableDefinition, WORDPRESS_TABLES } from '../../database/schema/index.js';
import { SEARCH_INDEX_TABLES } from '../../database/search-index/tables.js';
import { CACHE_TABLES } from '../../extensions/cache/cache-tables.js';
import { FORM_TABLES } from '../../extensions/forms/submission/submissions.table.js';
import { POPUP_COUNTS_TABLE } from '../../extensions/popups/popup-counts.table.js';
import { JOBS_TABLE } from '../../platform/jobs/jobs.table.js';
import { IMPORT_TABLES } from '../import/import.tables.js';

/** Own tables that only tell processes on one database what was just written, or are made from other tables. */
export const PASSING_TABLES: readonly TableDefinition[] = [CHANGES_TABLE, ...LIST_INDEX_TABLES, ...SEARCH_INDEX_TABLES];

/** Own tables whose rows belong to the site. */
export const LASTING_TABLES: readonly TableDefinition[] = [
  JOBS_TABLE,
  ...CACHE_TABLES,
  ...FORM_TABLES,
  POPUP_COUNTS_TABLE,
  ...IMPORT_TABLES,
];

/** Last, because without its rows nothing takes a half-made copy for a site. */
const LAST = 'options';

export interface TablePlan {
  tables: readonly TableDefinition[];
  /** Tables with the site's prefix that are neither WordPress's nor ours. */
  foreign: readonly string[];
  /** Own tables this version does not know. */
  unknown: readonly string[];
}

/** What of the tables a database has is copied. WordPress's own are there afterwards even if some are missing now. */
export function planTables(existing: readonly string[], prefix: string): TablePlan {
  const names = existing.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const known = new Map([...WORDPRESS_TABLES, ...LASTING_TABLES].map((table) => [table.name, table]));
  const own = names.flatMap((name) => (name.startsWith(OWN_TABLE_PREFIX) ? (known.get(name) ?? []) : []));
  const tables = [...WORDPRESS_TABLES, ...own].sort((a, b) => Number(a.name === LAST) - Number(b.name === LAST));
  const passing = new Set(PASSING_TABLES.map((table) => table.name));
  const others = names.filter((name) => !known.has(name) && !passing.has(name));
  return {
    tables,
    foreign: others.filter((name) => !name.startsWith(OWN_TABLE_PREFIX)),
    unknown: others.filter((name) => name.startsWith(OWN_TABLE_PREFIX)),
  };
}
