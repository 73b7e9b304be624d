import { type Database } from '../../../database/database.js';
import { LIST_INDEX_TABLES } from '../../../database/list-index/tables.js';
import { type TableDefinition } from '../../../database/schema/index.js';
import { SEARCH_INDEX_TABLES } from '../../../database/search-index/tables.js';
import { type Finding, ok, type DoctorContext, warn } from '../finding.js';

/** Our own indexes are optional, but an incomplete one is not used. */
export async function checkIndexes({ database }: DoctorContext): Promise<Finding[]> {
  const existing = new Set(await database.existingTables());
  const isBegun = (tables: readonly TableDefinition[]) =>
    tables.some(({ name }) => existing.has(database.tablePrefix + name));
  const judge = async (
    name: string,
    tables: readonly TableDefinition[],
    index: Database['listIndex'] | Database['searchIndex'],
  ): Promise<Finding[]> => {
    if (!isBegun(tables)) return [];
    if (await index.look()) return [ok('indexes', `the ${name} index is complete.`)];
    return [
      warn(
        'indexes',
        `The ${name} index is not complete and not used.`,
        `Run \`nestpress ${name}-index build\`, or \`remove\`.`,
      ),
    ];
  };
  return [
    ...(await judge('list', LIST_INDEX_TABLES, database.listIndex)),
    ...(await judge('search', SEARCH_INDEX_TABLES, database.searchIndex)),
  ];
}
