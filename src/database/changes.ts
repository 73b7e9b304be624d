import type { QueryRunner } from 'typeorm';

const WRITE = /^\s*(?:INSERT(?:\s+(?:IGNORE|OR\s+\w+))?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+IGNORE)?|DELETE\s+FROM)\s+[`"]?(\w+)/i;

/** The table a statement writes to, if it writes. */
export function writtenTable(sql: string): string | undefined {
  return WRITE.exec(sql)?.[1];
}

type Listener = (tables: ReadonlySet<string>) => void;

/** Tells which tables committed transactions of this process wrote to; read off the statements, so that no writer can forget to. */
export class ChangeFeed {
  private readonly listeners = new Set<Listener>();

  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  publish(tables: ReadonlySet<string>): void {
    if (tables.size === 0) return;
    for (const listener of this.listeners) listener(tables);
  }
}

/** Collects the tables written through a runner, by whichever way. */
export function recordWrites(runner: QueryRunner): ReadonlySet<string> {
  const written = new Set<string>();
  const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
  runner.query = ((sql: string, ...rest: unknown[]) => {
    const table = writtenTable(sql);
    if (table !== undefined) written.add(table);
    return query(sql, ...rest);
  }) as typeof runner.query;
  return written;
}
