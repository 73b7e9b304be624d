import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'typeorm';
import { apart } from '../../telemetry/spans.js';

/** On whose behalf statements run. */
export interface Work {
  /** For the log: id and route of a request. */
  readonly about?: object;
  /** Told of every statement. */
  note?(sql: string): void;
  statementBegan?(): void;
  statementEnded?(): void;
}

const BACKGROUND: Work = {};
const storage = new AsyncLocalStorage<Work>();
const listeners = new Set<string[]>();
let tellingApart = 0;

/** From now on statements are told apart by whom they run for, until the function it returns is called. */
export function tellWorkApart(): () => void {
  tellingApart++;
  return () => {
    tellingApart--;
  };
}

export function runFor<T>(work: Work, start: () => T): T {
  return storage.run(work, start);
}

/** Undefined also where nobody tells work apart. */
export function currentWork(): Work | undefined {
  return tellingApart === 0 ? undefined : storage.getStore();
}

/**
 * Runs work that goes on beside all requests, such as a timer's look for work, so that its statements are not taken for
 * those of one. Only while somebody tells them apart: once used, asynchronous storage slows every promise of the process down.
 */
export function inBackground<T>(start: () => T): T {
  return tellingApart === 0 ? apart(start) : storage.run(BACKGROUND, () => apart(start));
}

/** Called for every statement; costs a comparison unless somebody counts. */
export function noteStatement(sql: string): void {
  if (tellingApart === 0) return;
  const work = storage.getStore();
  work?.note?.(sql);
  if (work !== BACKGROUND) for (const listener of listeners) listener.push(sql);
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
  const stop = tellWorkApart();
  if (everywhere) listeners.add(statements);
  try {
    return { result: await (everywhere ? work() : runFor({ note: (sql) => statements.push(sql) }, work)), statements };
  } finally {
    listeners.delete(statements);
    stop();
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
