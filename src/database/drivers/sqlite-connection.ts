import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { isLike, sortKey } from '../engine/collation.js';

interface OpenOptions {
  readonly?: boolean;
}

/**
 * The subset of better-sqlite3's API that TypeORM's driver uses, on @photostructure/sqlite. A statement that meets a lock of
 * another process fails at once, since waiting would block the event loop; `whileLocked` retries it.
 */
export class SqliteConnection {
  private readonly connection: DatabaseSyncInstance;

  constructor(file: string, { readonly = false }: OpenOptions = {}) {
    this.connection = new DatabaseSync(file, { readOnly: readonly, timeout: 0 });
    this.connection.function('sort_key', { deterministic: true }, (text: unknown) =>
      text === null ? null : sortKey(String(text)),
    );
    // Replaces SQLite's LIKE; no escape character other than ! is used.
    this.connection.function('like', { deterministic: true }, (pattern: unknown, text: unknown, _escape: unknown) =>
      pattern === null || text === null ? null : isLike(String(text), String(pattern)) ? 1 : 0,
    );
  }

  prepare(sql: string): SqliteStatement {
    // A deferred transaction that starts to write fails at once if another process has written in the meantime.
    const text = sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE' : sql;
    return new SqliteStatement(this.connection, text);
  }

  pragma(text: string): unknown[] {
    return this.connection.prepare(`PRAGMA ${text}`).all();
  }

  /** Executes a statement without preparing it for reuse. */
  exec(sql: string): void {
    this.connection.exec(sql);
  }

  close(): void {
    if (this.connection.isOpen) this.connection.close();
  }
}

export class SqliteStatement {
  private readonly statement;
  /** Whether the statement returns rows. */
  readonly reader: boolean;

  // The connection is referenced because the library closes one that is garbage-collected, whatever its statements are doing.
  constructor(
    protected readonly connection: DatabaseSyncInstance,
    sql: string,
  ) {
    this.statement = connection.prepare(sql);
    this.reader = this.statement.columns().length > 0;
  }

  all(...values: unknown[]): unknown[] {
    return this.statement.all(...values.map(bindable));
  }

  run(...values: unknown[]): { changes: number; lastInsertRowid: number | bigint } {
    return this.statement.run(...values.map(bindable));
  }
}

/** The library ends a text at NUL. The replacement character keeps the rest and never makes a text equal to a shorter one. */
function bindable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
