import { randomBytes } from 'node:crypto';
import { chainedMd5 } from './phpass.pool.js';

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SALT_LENGTH = 8;
const SETTING_LENGTH = 12;
/** 2^13 rounds, written as the letter B: what WordPress itself writes. */
const DEFAULT_ROUNDS_LOG2 = 13;
const MIN_ROUNDS_LOG2 = 7;
/** The format goes to 30, which would hold a worker for an hour; 20 is about three seconds. */
const MAX_ROUNDS_LOG2 = 20;

export function isPortableHash(hash: string): boolean {
  return hash.startsWith('$P$') || hash.startsWith('$H$');
}

export async function createPortableHash(password: Uint8Array): Promise<string> {
  const salt = encode64(randomBytes(6));
  return computePortableHash(password, `$P$${ALPHABET[DEFAULT_ROUNDS_LOG2]}${salt}`) as Promise<string>;
}

/**
 * The portable hash of the password with the kind, rounds and salt that `setting` (a stored hash or its first 12 characters)
 * asks for; undefined when the setting is malformed.
 */
export async function computePortableHash(password: Uint8Array, setting: string): Promise<string | undefined> {
  const roundsLog2 = ALPHABET.indexOf(setting[3] ?? '?');
  const salt = setting.slice(SETTING_LENGTH - SALT_LENGTH, SETTING_LENGTH);
  if (!isPortableHash(setting) || salt.length !== SALT_LENGTH) return undefined;
  if (roundsLog2 < MIN_ROUNDS_LOG2 || roundsLog2 > MAX_ROUNDS_LOG2) return undefined;
  const digest = await chainedMd5(password, salt, 2 ** roundsLog2);
  return setting.slice(0, SETTING_LENGTH) + encode64(digest);
}

/** Six bits a character, lowest bits first: not base64. */
function encode64(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending |= byte << pendingBits;
    pendingBits += 8;
    while (pendingBits >= 6) {
      text += ALPHABET[pending & 63];
      pending >>= 6;
      pendingBits -= 6;
    }
  }
  return pendingBits > 0 ? text + ALPHABET[pending & 63] : text;
}
