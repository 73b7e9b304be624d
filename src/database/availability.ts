import { endsConnection, isLockConflict, isRefused } from './engine/errors.js';

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

/** Whether a failure means that the database cannot be reached or takes no work, rather than that we asked wrongly. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as { code?: string; driverError?: { code?: string } };
  return (
    endsConnection(error) ||
    isLockConflict(error) ||
    isRefused(error) ||
    UNREACHABLE.has(driverError?.code ?? code ?? '')
  );
}
