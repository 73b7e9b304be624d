import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'typeorm';
import { detachTrace } from '../../telemetry/spans.js';

/** The request or job that statements are attributed to. */
export interface QueryContext {
  /** For the log: ID and route of a request. */
  readonly about?: object;
  /** Called for every statement. */
  note?(sql: string): void;
  statementBegan?(): void;
  statementEnded?(): void;
}

const BACKGROUND: QueryContext = {};
const storage = new AsyncLocalStorage<QueryContext>();
const listeners = new Set<string[]>();
let attributionUsers = 0;

/** Attributes statements to the request or job they run for, until the returned function is called. */
export function enableQueryAttribution(): () => void {
  attributionUsers++;
  return () => {
    attributionUsers--;
  };
}

export function withQueryContext<T>(work: QueryContext, start: () => T): T {
  return storage.run(work, start);
}

/** Undefined also while attribution is off. */
export function currentQueryContext(): QueryContext | undefined {
  return attributionUsers === 0 ? undefined : storage.getStore();
}

/**
 * Runs work that belongs to no request, such as a timer's poll, so that its statements are not attributed to one.
 * Asynchronous storage is used only while attribution is on: once used, it slows every promise of the process down.
 */
export function inBackground<T>(start: () => T): T {
  return attributionUsers === 0 ? detachTrace(start) : storage.run(BACKGROUND, () => detachTrace(start));
}

/** Called for every statement; costs one comparison while attribution is off. */
export function noteStatement(sql: string): void {
  if (attributionUsers === 0) return;
  const work = storage.getStore();
  work?.note?.(sql);
  if (work !== BACKGROUND) for (const listener of listeners) listener.push(sql);
}

/**
 * The statements executed by `work`: those of its own asynchronous calls, or with `everywhere` all of the
 * process meanwhile (for work on the other side of an HTTP request).
 */
export async function countQueries<T>(
  work: () => Promise<T>,
  { everywhere = false } = {},
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const stop = enableQueryAttribution();
  if (everywhere) listeners.add(statements);
  try {
    return {
      result: await (everywhere ? work() : withQueryContext({ note: (sql) => statements.push(sql) }, work)),
      statements,
    };
  } finally {
    listeners.delete(statements);
    stop();
  }
}

/** TypeORM reports each statement of a transaction to its logger; nothing is logged. */
export const countingLogger: Logger = {
  logQuery: noteStatement,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
