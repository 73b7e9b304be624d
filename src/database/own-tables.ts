import { Logger } from '@nestjs/common';
import type { Database } from './database.js';
import { isRefused } from './engine/errors.js';
import type { TableDefinition } from './schema/index.js';

/** What a module does about its tables when it starts. An account that may not create them still serves whatever needs none of them. */
export async function prepareOwnTables(db: Database, tables: readonly TableDefinition[]): Promise<void> {
  try {
    await db.createTables(tables);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const names = tables.map(({ name }) => db.tablePrefix + name).join(', ');
    new Logger('Database').warn(
      `The account may not create ${names}; what needs them fails. Run \`nestpress install\` once with an account that may.`,
    );
  }
}
