import { type BoundValue } from './parameters.js';

interface DriverError {
  code?: string;
  errno?: number;
  /** SQLite's extended result code. */
  errcode?: number;
  fatal?: boolean;
}

const DUPLICATE_ENTRY = 1062;
const PACKET_TOO_LARGE = 1153;
const LOCK_WAIT_TIMEOUT = 1205;
const DEADLOCK = 1213;
/** The server ended a statement that took too long: MariaDB, MySQL. */
const STATEMENT_TIMEOUT = new Set([1969, 3024]);
/** Missing privileges: on the database, a table, a column, a trigger; or to connect at all. With GTIDs also: InnoDB and MyISAM in one transaction. Without the account of a trigger: every write to its table. */
const COMMAND_DENIED = 1142;
const NO_DEFINER = 1449;
const REFUSED = new Set([1044, 1045, COMMAND_DENIED, 1143, 1227, 1370, NO_DEFINER, 1785]);
/** The system table does not exist on this server, or belongs to a feature that is switched off. */
const NO_TABLE = 1146;
const MISSING = new Set([1109, NO_TABLE, 3167]);
/** Texts of different character sets: of two, three or more, and one that cannot be converted. */
const CHARACTERS = new Set([1267, 1270, 1271, 3854, 3988]);
/** The server is shutting down, has left its cluster, has become read-only (a failover), has ended this session, or the connection is lost. */
const UNUSABLE = new Set([1047, 1053, 1290, 1317, 1792, 1836, 1927, 2013]);

/** A disk of the server is full: as reported by the server, by InnoDB, by the storage engine, or while it wrote a file. */
const DISK_FULL = new Set([3, 1021, 1026, 1114]);
export const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
/** The index of the write-ahead log cannot grow. */
const SQLITE_IOERR_SHMSIZE = 4874;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

/** No response within the time limit. */
export class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT';
  readonly fatal = true;

  constructor(ms: number) {
    super(`The database did not respond within ${ms / 1000} seconds.`);
  }
}

/** Why the file of an embedded database cannot be used, as a sentence for the site's owner. */
export class DatabaseFileError extends Error {}

/** Nothing is written to the file before the service is started again. */
export class UnwritableFileError extends DatabaseFileError {}

/** Another process, or another caller in this one, does what only one may do at a time. */
export class AlreadyRunning extends Error {
  constructor(task: string) {
    super(`Another ${task} is running on this database. Wait until it has ended, then try again.`);
  }
}

/** A failed statement without its values: they may be personal, and errors are logged. */
export class StatementError extends Error {
  readonly code?: string;
  readonly errno?: number;
  readonly fatal: boolean;

  constructor(
    readonly sql: string,
    cause: Error,
  ) {
    super(cause.message);
    this.name = 'StatementError';
    const { code, errno, errcode, fatal } = cause as DriverError;
    this.code = code;
    this.errno = errno ?? errcode;
    this.fatal = fatal === true;
  }
}

function driverError(error: unknown): DriverError {
  const outer = (error ?? {}) as DriverError & { driverError?: DriverError };
  // Not a copy: an error's message is not enumerable.
  return outer.driverError ?? outer;
}

function numberOf(error: unknown): number | undefined {
  const { errno, errcode } = driverError(error);
  return errno ?? errcode;
}

/** Detected at once, and on a Galera node also when another node was faster: there, no transaction waits for a lock held elsewhere. */
export function isDeadlock(error: unknown): boolean {
  return numberOf(error) === DEADLOCK;
}

/** A conflict with another transaction; a retry may succeed. */
export function isLockConflict(error: unknown): boolean {
  const number = numberOf(error);
  if (number === undefined) return false;
  return number === DEADLOCK || number === LOCK_WAIT_TIMEOUT || isSqlite(error, SQLITE_BUSY, SQLITE_LOCKED);
}

/** The time limit for statements, connections or locks is exceeded; a retry would take as long again. */
export function isTimeout(error: unknown): boolean {
  const number = numberOf(error) ?? 0;
  return driverError(error).code === 'ETIMEDOUT' || number === LOCK_WAIT_TIMEOUT || STATEMENT_TIMEOUT.has(number);
}

/** The value violates a unique key. */
export function isDuplicate(error: unknown): boolean {
  const number = numberOf(error);
  return number === DUPLICATE_ENTRY || number === SQLITE_CONSTRAINT_UNIQUE || number === SQLITE_CONSTRAINT_PRIMARYKEY;
}

/** A statement with its values exceeds the server's packet size. */
export function isTooLarge(error: unknown): boolean {
  return numberOf(error) === PACKET_TOO_LARGE;
}

/** The disk is full, on the database server or on this machine. */
export function isStorageFull(error: unknown): boolean {
  const { code, errno, message = '' } = driverError(error) as DriverError & { message?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  if (code === 'ERR_SQLITE_ERROR') return isSqlite(error, SQLITE_FULL) || numberOf(error) === SQLITE_IOERR_SHMSIZE;
  return (errno !== undefined && DISK_FULL.has(errno)) || /\b(?:error|errno|errcode):? 28\b/i.test(message);
}

/** The owner or mode of a path, a read-only file system, or a file in the place of a folder. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST']);

/** The service that stores the uploads, such as S3, fails or cannot be reached. */
export class StorageServiceError extends Error {}

/** A file or folder on this machine, or the service in its place, cannot be used. */
export function isStorageUnwritable(error: unknown): boolean {
  if (error instanceof StorageServiceError) return true;
  const { code, path } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return typeof path === 'string' && UNWRITABLE.has(code ?? '');
}

/** A text has characters that the column it is compared with cannot hold. */
export function isCharacterConflict(error: unknown): boolean {
  return CHARACTERS.has(numberOf(error) ?? 0);
}

/** The server does not allow the statement, mostly because the account lacks a privilege; the connection is still usable. */
export function isRefused(error: unknown): boolean {
  return REFUSED.has(numberOf(error) ?? 0);
}

/** The account that created a trigger does not exist any more, or may not have triggers on the table. */
export function lacksDefiner(error: unknown): boolean {
  const { message = '' } = driverError(error) as DriverError & { message?: string };
  const number = numberOf(error);
  return number === NO_DEFINER || (number === COMMAND_DENIED && message.startsWith('TRIGGER '));
}

/** A table of the statement does not exist. */
export function lacksTable(error: unknown): boolean {
  return numberOf(error) === NO_TABLE;
}

/** The account may not read a system table, or the server does not have it. */
export function isUnavailable(error: unknown): boolean {
  return isRefused(error) || MISSING.has(numberOf(error) ?? 0);
}

export function endsConnection(error: unknown): boolean {
  const { fatal, errno } = driverError(error);
  return fatal === true || (errno !== undefined && UNUSABLE.has(errno));
}

export function isSqlite(error: unknown, ...primaryCodes: number[]): boolean {
  return driverError(error).code === 'ERR_SQLITE_ERROR' && primaryCodes.includes((numberOf(error) ?? 0) & 0xff);
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
]);

/**
 * Whether the database raised an error. Its code does not tell: sockets of clients, mail servers and storage services fail with
 * ECONNRESET and ETIMEDOUT, too. Raw errors of mysql2 have the state of the server, or are marked as fatal.
 */
export function isFromDatabase(error: unknown): boolean {
  if (error instanceof StatementError || error instanceof DatabaseFileError || error instanceof DatabaseTimeout)
    return true;
  const { code, fatal, sqlState } = driverError(error) as DriverError & { sqlState?: string };
  return typeof fatal === 'boolean' || typeof sqlState === 'string' || code === 'ERR_SQLITE_ERROR';
}

/** Whether an error means that the database is unreachable or unavailable, rather than that the statement is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  return (
    isFromDatabase(error) &&
    (endsConnection(error) ||
      error instanceof DatabaseFileError ||
      isLockConflict(error) ||
      isRefused(error) ||
      isTimeout(error) ||
      isSqlite(error, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN) ||
      UNREACHABLE.has(driverError(error).code ?? ''))
  );
}

/** Characters that old tables cannot store: outside three-byte utf8, then outside latin1. */
const BEYOND = [/[\u{10000}-\u{10ffff}]/gu, /[\u{100}-\u{10ffff}]/gu];

/**
 * MySQL refuses to compare a column of an old character set with a text that has characters outside of it, although nothing can
 * be equal. Such a query is repeated with these characters as HTML entities, as WordPress stores them in such tables.
 */
export async function toleratingCharacters<T>(
  values: BoundValue[],
  ask: (values: BoundValue[]) => Promise<T>,
): Promise<T> {
  for (let level = 0; ; level++) {
    try {
      return await ask(level === 0 ? values : asHtml(values, BEYOND[level - 1]!));
    } catch (error) {
      if (!isCharacterConflict(error) || level === BEYOND.length) throw error;
    }
  }
}

function asHtml(values: BoundValue[], characters: RegExp): BoundValue[] {
  return values.map((value) =>
    typeof value === 'string'
      ? value.replace(characters, (found) => `&#x${found.codePointAt(0)!.toString(16)};`)
      : value,
  );
}
