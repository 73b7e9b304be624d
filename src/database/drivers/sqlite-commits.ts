import { closeSync, constants, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import type { SqliteConnection, SqliteStatement } from './sqlite-connection.js';

/** `user_version` has 31 bits. */
const NUMBERS = 2 ** 31;
const RECORD_LENGTH = 40;

/** Name of the file next to the database file that holds the number of the last acknowledged commit. */
export function commitRecordOf(file: string): string {
  return `${file}-commits`;
}

/**
 * Counts the commits in the database (in its `user_version`) and in a file of its own. SQLite drops the end of a damaged
 * write-ahead log without a word; at the next start the record shows that the database lacks acknowledged commits.
 *
 * The record is not flushed to disk: it survives the end of the process, and after a power failure it is at most too old,
 * so a loss may go unnoticed but none is reported wrongly.
 */
export class CommitCounter {
  /** Whether acknowledged commits are missing, or the record is: the file may be a copy of an older state. */
  readonly mayLackWrites: boolean;
  private readonly record: string;
  private readonly inode: number;
  private readonly totalChanges: SqliteStatement;
  private readonly version: SqliteStatement;
  private changes = 0;
  /** Number of the commit in progress, if it changes anything. */
  private pending?: number;
  private handle?: number;

  constructor(
    file: string,
    private readonly connection: SqliteConnection,
  ) {
    this.record = commitRecordOf(file);
    this.inode = statSync(file).ino;
    this.totalChanges = connection.prepare('SELECT total_changes() AS changes');
    this.version = connection.prepare('PRAGMA user_version');
    // In this order: another process may commit in between.
    const acknowledged = this.read();
    const stored = this.stored();
    const lost = acknowledged === undefined ? 0 : (acknowledged - stored + NUMBERS) % NUMBERS;
    const isLoss = lost > 0 && lost <= NUMBERS / 2;
    this.mayLackWrites = isLoss || acknowledged === undefined;
    if (!isLoss) return;
    new Logger('Database').error(
      `The database file ${file} lacks the last ${lost} acknowledged writes: its write-ahead log was damaged or deleted after ` +
        'the service had been killed, or an older copy was put in its place. See docs/backup.md.',
    );
    this.write(stored);
  }

  /** To be called in the transaction, before its commit. A transaction that changed no row is not turned into a write. */
  count(): void {
    this.pending = undefined;
    const [row] = this.totalChanges.all() as [{ changes: number }];
    if (row.changes === this.changes) return;
    this.changes = row.changes;
    this.pending = (this.stored() + 1) % NUMBERS;
    this.connection.exec(`PRAGMA user_version = ${this.pending}`);
  }

  /** To be called after the commit. */
  acknowledge(): void {
    if (this.pending !== undefined) this.write(this.pending);
    this.pending = undefined;
  }

  close(): void {
    if (this.handle !== undefined) closeSync(this.handle);
    this.handle = undefined;
  }

  private stored(): number {
    const [row] = this.version.all() as [{ user_version: number }];
    return row.user_version;
  }

  /** Undefined if there is no record, or one of another file: a backup was put in its place. */
  private read(): number | undefined {
    try {
      const [number, inode] = readFileSync(this.record, 'latin1').trim().split(' ').map(Number);
      return inode === this.inode && Number.isInteger(number) ? number : undefined;
    } catch {
      return undefined;
    }
  }

  /** A commit does not fail because its record cannot be written. */
  private write(number: number): void {
    try {
      this.handle ??= openSync(this.record, constants.O_RDWR | constants.O_CREAT, 0o600);
      writeSync(this.handle, `${number} ${this.inode}`.padEnd(RECORD_LENGTH), 0, 'latin1');
    } catch {
      // There is no record then.
    }
  }
}
