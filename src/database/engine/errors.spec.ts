import { describe, expect, test } from '@jest/globals';
import {
  DatabaseFileError,
  DatabaseTimeout,
  endsConnection,
  isDatabaseDown,
  isStorageFull,
  StatementError,
} from './errors.js';

/** As mysql2 reports them. */
const mysqlError = (errno: number, message: string, code = '') => Object.assign(new Error(message), { code, errno });

describe('a full disk of a MySQL or MariaDB server', () => {
  test.each([
    [1021, 'Disk full (/tmp/#sql_1.MAI); waiting for someone to free some space...', 'ER_DISK_FULL'],
    [1114, "The table 'wp_posts' is full", 'ER_RECORD_FILE_FULL'],
    [1026, 'Error writing file \'./site/wp_posts.frm\' (Errcode: 28 "No space left on device")', 'ER_ERROR_ON_WRITE'],
    [3, 'Error writing file \'/tmp/MLfd=31\' (Errcode: 28 "No space left on device")', 'EE_WRITE'],
    [1030, 'Got error 28 "No space left on device" from storage engine InnoDB', 'ER_GET_ERRNO'],
  ])('%i is recognised, also as a failed statement', (errno, message, code) => {
    const error = mysqlError(errno, message, code);
    expect(isStorageFull(error)).toBe(true);
    expect(isStorageFull(new StatementError('INSERT', error))).toBe(true);
    expect(isStorageFull({ driverError: error })).toBe(true);
    expect(endsConnection(error)).toBe(false);
  });

  test.each([
    [1062, "Duplicate entry '28' for key 'PRIMARY'"],
    [1030, 'Got error 168 "Unknown (generic) error from engine" from storage engine InnoDB'],
    [1213, 'Deadlock found when trying to get lock; try restarting transaction'],
    [1406, "Data too long for column 'post_title' at row 28"],
  ])('%i is another error', (errno, message) => {
    expect(isStorageFull(mysqlError(errno, message))).toBe(false);
    expect(isStorageFull(new StatementError('INSERT', mysqlError(errno, message)))).toBe(false);
  });

  test('so is the full disk of this machine, for files', () => {
    expect(isStorageFull(Object.assign(new Error('write'), { code: 'ENOSPC', errno: -28 }))).toBe(true);
    expect(isStorageFull(Object.assign(new Error('write'), { code: 'EACCES', errno: -13 }))).toBe(false);
  });
});

describe('an unreachable database is recognised by who raised the error', () => {
  const CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'];
  const socketError = (code: string) =>
    Object.assign(new Error(`read ${code}`), { code, errno: -104, syscall: 'read' });

  test.each(CODES)('%s of a client, a mail server or a storage service is not the database', (code) => {
    expect(isDatabaseDown(socketError(code))).toBe(false);
    expect(isDatabaseDown(new Error('fetch failed', { cause: socketError(code) }))).toBe(false);
  });

  test.each(CODES)('%s of its driver is', (code) => {
    const raw = Object.assign(socketError(code), { fatal: true });
    expect(isDatabaseDown(raw)).toBe(true);
    expect(isDatabaseDown(new StatementError('SELECT 1', raw))).toBe(true);
    expect(isDatabaseDown(new StatementError('SELECT 1', socketError(code)))).toBe(true);
    expect(isDatabaseDown({ driverError: raw })).toBe(true);
  });

  test('so are its own errors, but not a statement that is wrong', () => {
    expect(isDatabaseDown(new DatabaseTimeout(1000))).toBe(true);
    expect(isDatabaseDown(new DatabaseFileError('gone'))).toBe(true);
    expect(isDatabaseDown(Object.assign(mysqlError(1213, 'Deadlock'), { sqlState: '40001' }))).toBe(true);
    expect(isDatabaseDown(Object.assign(mysqlError(1064, 'Syntax'), { sqlState: '42000' }))).toBe(false);
  });
});
