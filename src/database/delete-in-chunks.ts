import { type FindOptionsSelect, type FindOptionsWhere } from 'typeorm';
import { withoutCommitCheck } from './commit-check.js';
import type { Database, Transaction, RowFilter } from './database.js';
import type { EntityClass } from './entities/index.js';

/** Rows deleted by one transaction: far below what DATABASE_TIMEOUT allows, and no writer waits for it noticeably. */
const AT_ONCE = 1000;

/**
 * Deletes the rows that a retention rule selects, in as many transactions as it takes. `also` deletes what belongs to them in the
 * same transaction.
 */
export async function deleteInChunks<E extends object, Key extends keyof E & string>(
  database: Database,
  entity: EntityClass<E>,
  key: Key,
  where: FindOptionsWhere<E> | FindOptionsWhere<E>[],
  also?: (tx: Transaction, keys: E[Key][]) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const deleted = await withoutCommitCheck(() =>
      database.transaction(async (tx) => {
        const rows = await tx.manager.find(entity, {
          select: { [key]: true } as FindOptionsSelect<E>,
          where,
          take: AT_ONCE,
        });
        const keys = rows.map((row) => row[key]);
        if (keys.length === 0) return 0;
        await also?.(tx, keys);
        await tx.delete(entity, { [key]: keys } as RowFilter<E>);
        return keys.length;
      }),
    );
    if (deleted < AT_ONCE) return;
  }
}
