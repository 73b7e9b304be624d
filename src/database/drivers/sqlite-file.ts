import { accessSync, constants, existsSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { DatabaseFileError, UnwritableFileError } from '../engine/errors.js';
import { isLocked } from './lock-retries.js';

const RESTORE = 'Restore the last backup (docs/backup.md)';

/**
 * Refuses an embedded database that is missing or empty where a write-ahead log or uploads show that there was a site: installing
 * a new one would hide the loss. To be called before the file is opened, which creates it and may delete the log.
 */
export function assertNoSiteLost(file: string, uploadsDir: string): void {
  if (sizeOf(file) > 0) return;
  const state = existsSync(file) ? 'is empty' : 'does not exist';
  if (sizeOf(`${file}-wal`) > 0)
    throw new DatabaseFileError(
      `The database file ${file} ${state}, but its write-ahead log ${file}-wal has content: there was a site. ` +
        `${RESTORE}; a new site is not installed over it. To start a new one, move ${file}-wal away.`,
    );
  if (hasFiles(uploadsDir))
    throw new DatabaseFileError(
      `The database file ${file} ${state}, but there are uploads in ${uploadsDir}: there was a site. ` +
        `${RESTORE}; a new site is not installed over it. To start a new one, move the uploads away.`,
    );
}

/** Explains errors that a damaged file causes; returns any other error unchanged. */
export function explainDamage(error: unknown, file: string): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const found = /file is not a database|database disk image is malformed|malformed database schema/i.exec(message);
  return found ? new DatabaseFileError(`The database file ${file} is damaged (${found[0]}). ${RESTORE}.`) : error;
}

/** Errors about a path that cannot be used are reported when the file is opened. */
function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Names that begin with a dot are our own and can be there without a site. */
function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && !`${entry.parentPath.slice(folder.length)}/${entry.name}`.includes('/.'),
    );
  } catch {
    return false;
  }
}

/** How long a checked file counts as unchanged. */
const CHECKED_FOR_MS = 100;

/**
 * Files that are open. SQLite goes on with a file that was replaced or deleted, so whatever is written to it is lost when
 * it is closed.
 */
export class OpenFiles {
  private readonly identities: ReadonlyMap<string, string | undefined>;
  private readonly wasWritable: boolean;
  private goodUntil = 0;

  constructor(files: readonly string[]) {
    this.identities = new Map(files.map((file) => [file, identityOf(file)]));
    this.wasWritable = files.every((file) => !existsSync(file) || isWritable(file));
  }

  /** For every write: checks once in a while, since most writes follow another one closely. */
  assertWritableLately(): void {
    if (performance.now() > this.goodUntil) this.assertWritable();
  }

  /** Synchronous, since a few system calls take less time than the detour through the thread pool. */
  assertWritable(): void {
    this.goodUntil = 0;
    for (const [file, identity] of this.identities) {
      if (identity === undefined) continue;
      const name = basename(file);
      if (identityOf(file) !== identity)
        throw new UnwritableFileError(
          `The file ${name} was replaced or deleted while it was in use. Restart the service.`,
        );
      if (!isWritable(file)) throw new UnwritableFileError(`The file ${name} is read-only.`);
    }
    // SQLite opens such a file for reading only.
    if (!this.wasWritable)
      throw new UnwritableFileError('The database file was read-only when it was opened. Restart the service.');
    this.goodUntil = performance.now() + CHECKED_FOR_MS;
  }
}

function identityOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps every process from opening the file until the returned function is called. Throws while one has it open: each
 * connection holds a shared lock, and only the last one can end the write-ahead log.
 */
export function lockUnusedFile(file: string): () => void {
  if (sizeOf(file) === 0) return () => undefined;
  const connection = new DatabaseSync(file);
  try {
    connection.exec('PRAGMA journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (isLocked(error)) throw new DatabaseFileError(`The database file ${file} is in use${by(processesUsing(file))}.`);
    // A damaged file cannot be locked.
    return () => undefined;
  }
  return () => connection.close();
}

/** Numbers of the processes of this machine that have the file open, as far as the system shows them. */
function processesUsing(file: string): number[] {
  const hasOpen = (pid: string): boolean => {
    try {
      const files = `/proc/${pid}/fd`;
      return readdirSync(files).some((number) => readlinkSync(`${files}/${number}`) === realpathSync(file));
    } catch {
      return false;
    }
  };
  const processes = existsSync('/proc/self/fd') ? readdirSync('/proc') : [];
  return processes.filter((name) => /^\d+$/.test(name) && hasOpen(name)).map(Number);
}

function by(processes: readonly number[]): string {
  return processes.length === 0 ? '' : ` by process ${processes.join(', ')}`;
}

/** In one step: in several, every commit of the service in between would restart the copy. Writers do not wait for it. */
const ALL_PAGES = -1;
const WAIT_MS = 10_000;

/** Copies the database as it is at one moment, while the service goes on, and checks the copy. */
export async function backupSqlite(file: string, target: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: WAIT_MS });
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(target);
  try {
    // One file, without the side files of a database that is in use.
    copy.exec('PRAGMA journal_mode = DELETE');
    const [result] = copy.prepare('PRAGMA integrity_check(1)').all() as [{ integrity_check: string }];
    if (result.integrity_check !== 'ok')
      throw new Error(`The copy of the database is damaged: ${result.integrity_check}`);
  } finally {
    copy.close();
  }
}
