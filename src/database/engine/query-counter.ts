import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'typeorm';

const scope = new AsyncLocalStorage<string[]>();
const background = new AsyncLocalStorage<true>();
const listeners = new Set<string[]>();
let active = 0;
let quiet = false;

/** Called for every statement; costs a comparison unless somebody counts. */
export function noteStatement(sql: string): void {
  if (active === 0 || quiet || background.getStore()) return;
  scope.getStore()?.push(sql);
  for (const listener of listeners) listener.push(sql);
}

/** Starts a statement that belongs to no request, such as a timer's look for work, without showing up in a count. */
export function notCounted<T>(start: () => T): T {
  quiet = true;
  try {
    return start();
  } finally {
    quiet = false;
  }
}

/**
 * Runs work that goes on beside all requests, so that its statements are not taken for those of one. Only while
 * somebody counts: once used, asynchronous storage slows every promise of the process down.
 */
export function inBackground<T>(work: () => T): T {
  return active === 0 ? work() : background.run(true, work);
}

/**
 * The statements that ran because of `work`: those of its own asynchronous calls, or with `everywhere` all of the
 * process meanwhile (for work on the other side of an HTTP request).
 */
export async function countQueries<T>(
  work: () => Promise<T>,
  { everywhere = false } = {},
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  active++;
  if (everywhere) listeners.add(statements);
  try {
    return { result: await (everywhere ? work() : scope.run(statements, work)), statements };
  } finally {
    listeners.delete(statements);
    active--;
  }
}

/** TypeORM tells its logger about each statement of a transaction; nothing is written anywhere. */
export const countingLogger: Logger = {
  logQuery: noteStatement,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
