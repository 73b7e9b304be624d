import type { QueryRunner } from 'typeorm';
import { countingLogger } from '../../src/database/engine/query-counter.js';
import { WORDPRESS_TABLES } from '../../src/database/schema/index.js';

const WRITE =
  /^\s*(?:INSERT(?:\s+(?:IGNORE|OR\s+\w+))?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+IGNORE)?|DELETE\s+FROM)\s+[`"]?(\w+)/i;
/** Written by the transaction itself, to publish a commit. */
const CHANGE_LOG = /nestpress_changes$/;

/** The table a statement writes to, if any. */
export function writtenTable(sql: string): string | undefined {
  return WRITE.exec(sql)?.[1];
}

/** A statement that names no tables reports all of WordPress's. */
function isEveryTable(reported: ReadonlySet<string>): boolean {
  return WORDPRESS_TABLES.every(({ name }) => [...reported].some((table) => table.endsWith(name)));
}

/**
 * Fails the commit of a transaction that wrote to a table and did not report it: caches would not be invalidated. Applies to
 * every database of this process.
 */
export function assertReportedTables(): void {
  const statements = new WeakMap<Set<string>, Set<string>>();
  const logQuery = countingLogger.logQuery.bind(countingLogger);
  countingLogger.logQuery = (sql: string, parameters?: unknown[], runner?: QueryRunner) => {
    logQuery(sql, parameters, runner);
    const reported = (runner?.data as { written?: Set<string> } | undefined)?.written;
    if (!reported) return;
    const written = statements.get(reported) ?? new Set();
    statements.set(reported, written);
    const table = writtenTable(sql);
    if (table !== undefined && !CHANGE_LOG.test(table)) written.add(table);
    if (sql !== 'COMMIT') return;
    const missing = [...written].filter((name) => !reported.has(name));
    if (missing.length > 0 && !isEveryTable(reported))
      throw new Error(`The transaction wrote to ${missing.join(', ')} and did not report it.`);
  };
}
