import { createHash } from 'node:crypto';
import { PhpArray, type PhpValue, toInt } from '../../text/php/index.js';

/** Whether the stored sessions of a user hold this one and it has not run out. */
export function isSessionCurrent(stored: PhpValue | undefined, token: string, nowSeconds: number): boolean {
  if (!(stored instanceof PhpArray)) return false;
  const session = stored.get(createHash('sha256').update(token).digest('hex'));
  // Very old releases stored the expiration alone.
  const expiration = session instanceof PhpArray ? session.get('expiration') : session;
  return toInt(expiration) >= nowSeconds;
}
