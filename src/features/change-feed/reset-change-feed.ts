import { type Database, StatementError } from '../../database/index.js';
import { FeedChange, resetRow } from './change-feed.entity.js';

/**
 * Followers of the change feed may have copies of what the backup lacks: their cursors are no longer valid. (The embedded
 * engine notices that its file was replaced.)
 */
export async function resetChangeFeed(database: Database): Promise<void> {
  const table = database.tables.of(FeedChange).replaceAll('`', '');
  if (!(await database.existingTables()).includes(table)) return;
  await database
    .transaction((tx) => tx.insert(FeedChange, resetRow()))
    // The table of an earlier release: its feed is switched off until it is built.
    .catch((error: unknown) => {
      if (!(error instanceof StatementError)) throw error;
    });
}
