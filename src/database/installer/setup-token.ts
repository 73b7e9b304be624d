import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { toText } from '../../text/php/index.js';
import type { Database, Transaction } from '../database.js';
import { OptionsStore } from '../options.store.js';

const OPTION = 'nestpress_setup';
export const SETUP_LINK_SECONDS = 3600;

/** Stores the digest of a new token, which replaces an earlier one, and returns the token. */
export async function createSetupToken(db: Database, nowMs = Date.now()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires = Math.floor(nowMs / 1000) + SETUP_LINK_SECONDS;
  await db.transaction((tx) =>
    new OptionsStore(db).set(tx, OPTION, `${digestOf(token)}|${expires}`, { autoload: false }),
  );
  return token;
}

/** Whether the token is valid; if so, it is deleted with the transaction and never valid again. */
export async function redeemSetupToken(
  options: OptionsStore,
  tx: Transaction,
  token: string,
  nowMs = Date.now(),
): Promise<boolean> {
  const [digest = '', expires = '0'] = toText(await options.getForUpdate(tx, OPTION)).split('|');
  const expected = Buffer.from(digest);
  const actual = Buffer.from(digestOf(token));
  const isValid =
    expected.length === actual.length && timingSafeEqual(expected, actual) && Number(expires) * 1000 > nowMs;
  if (isValid) await options.delete(tx, OPTION);
  return isValid;
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
