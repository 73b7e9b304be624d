import type { Database } from '../database.js';
import { placeholders } from '../engine/parameters.js';
import { SEARCHED_COLUMNS } from './texts.js';
import { COLLATIONS } from './words.js';

/** How a kept word is to be written in a LIKE, so that it is compared as the texts are. */
export async function comparedAs(db: Database): Promise<string> {
  if (db.engine === 'sqlite') return 'word';
  const columns = [...new Set(SEARCHED_COLUMNS.map(([, column]) => column))];
  const tables = [...new Set(SEARCHED_COLUMNS.map(([table]) => db.tablePrefix + table))];
  const rows = await db.query<{ collation: string | null }>(
    'SELECT DISTINCT COLLATION_NAME AS collation FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ' +
      `AND TABLE_NAME IN (${placeholders(tables.length)}) AND COLUMN_NAME IN (${placeholders(columns.length)})`,
    [...tables, ...columns],
  );
  const found = rows.map(({ collation }) => String(collation));
  if (found.length !== 1 || !COLLATIONS.has(found[0]!)) {
    throw new Error(
      `The texts and file names have to share one of the collations ${[...COLLATIONS].join(', ')} for a search index; they have ${found.join(', ')}.`,
    );
  }
  return `word COLLATE ${found[0]}`;
}
