import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { blake2b } from '@noble/hashes/blake2.js';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { HashQueue, HashQueueFullError } from './hash-queue.js';
import {
  computePortableHash,
  createPortableHash,
  FORUM_MARKER,
  isPortableHash,
  POOL_SIZE,
  portableCost,
} from './phpass.js';

export interface PasswordCheck {
  ok: boolean;
  /** The stored hash has an outdated format and should be replaced now that the password is known. */
  rehash: boolean;
}

const MAX_PASSWORD_BYTES = 4096;
const UNUSABLE_HASH = '*';
const MD5_HEX_LENGTH = 32;
/** `$P$` and the number of rounds. */
const PORTABLE_SETTING_LENGTH = 4;
/** Length of salt and digest. */
const BCRYPT_LENGTH = 53;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
/** The newer scheme's marker in front of a bcrypt hash. */
const PREHASHED_MARKER = '$wp';
const MAX_IMITATED_BCRYPT_ROUNDS = 12;
const PREHASH_KEY = 'wp-sha384';
const FAST_HASH_MARKER = '$generic$';
const FAST_HASH_KEY = 'wp_fast_hash_6.8+';
const FAST_HASH_BYTES = 30;

/** No password has this hash. */
const DUMMY_HASH = '$P$BNobodys.0000000000000000000000';

/** A portable hash takes some 20 ms, so the last in the queue waits for little more than a second. */
const MAX_WAITING_PER_THREAD = 64;
const queue = new HashQueue(POOL_SIZE, POOL_SIZE * MAX_WAITING_PER_THREAD);

export { HashQueueFullError };

/** Slow hashes that were computed, by kind. */
export const hashCounts = { portable: 0, bcrypt: 0 };

function runSlowHash<T>(kind: keyof typeof hashCounts, owner: string, work: () => Promise<T>): Promise<T> {
  return queue.run(owner, () => {
    hashCounts[kind]++;
    return work();
  });
}

/**
 * A hash of an account's password that every WordPress release verifies. A password that is too long gets one that never
 * verifies.
 */
export function hashPassword(password: string, owner = ''): Promise<string> {
  return hashPostPassword(trimBlanks(addSlashes(password)), owner);
}

/** The same for the password of a post, whose blanks count. */
export async function hashPostPassword(password: string, owner: string): Promise<string> {
  const bytes = Buffer.from(password);
  return bytes.length > MAX_PASSWORD_BYTES
    ? UNUSABLE_HASH
    : runSlowHash('portable', owner, () => createPortableHash(bytes));
}

export interface VerifyOptions {
  /** Hashes marked `$H$`, as phpBB writes them, are refused, after the time that verifying them takes. */
  refusesForumHashes?: boolean;
}

/**
 * Slow hashes wait in a queue in which owners (client addresses) take turns; rejects with HashQueueFullError if it is
 * full.
 */
export async function verifyPassword(
  password: string,
  hash: string,
  owner = '',
  { refusesForumHashes = false }: VerifyOptions = {},
): Promise<PasswordCheck> {
  const whole = Buffer.from(password);
  // A password that is too long is hashed nevertheless: refusing it at once would make guesses free.
  const isTooLong = whole.length > MAX_PASSWORD_BYTES;
  const bytes = isTooLong ? whole.subarray(0, MAX_PASSWORD_BYTES) : whole;
  if (hash.length <= MD5_HEX_LENGTH) {
    const ok = sameText(createHash('md5').update(bytes).digest('hex'), hash) && !isTooLong;
    return { ok, rehash: ok };
  }
  const isRefused = isTooLong || (refusesForumHashes && hash.startsWith(FORUM_MARKER));
  return { ok: (await matches(bytes, hash, owner)) && !isRefused, rehash: false };
}

/**
 * Kind and number of rounds of a slow hash, such as `$P$B` or `$2y$10$`; undefined if verifying it takes no time. Hashes that are
 * slower than those of any release of WordPress have no cost of their own, because others would have to take as long.
 */
export function hashCost(hash: string): string | undefined {
  if (isPortableHash(hash)) return portableCost(hash);
  const bcrypt = hash.startsWith(`${PREHASHED_MARKER}$`) ? hash.slice(PREHASHED_MARKER.length) : hash;
  if (!BCRYPT.test(bcrypt)) return undefined;
  const [, , rounds = ''] = bcrypt.split('$');
  return Number(rounds) > MAX_IMITATED_BCRYPT_ROUNDS ? undefined : `$2y$${rounds}$`;
}

/** Computes a hash of this cost that no password has, so that response times do not reveal which accounts exist. */
export async function verifyAgainstDummy(password: string, cost: string, owner = ''): Promise<void> {
  const isPortable = isPortableHash(cost);
  const dummy = cost + (isPortable ? DUMMY_HASH.slice(PORTABLE_SETTING_LENGTH) : '.'.repeat(BCRYPT_LENGTH));
  await verifyPassword(password, dummy, owner);
}

async function matches(bytes: Buffer, hash: string, owner: string): Promise<boolean> {
  if (hash.startsWith(FAST_HASH_MARKER)) return sameText(fastHash(bytes), hash);
  if (isPortableHash(hash))
    return sameText((await runSlowHash('portable', owner, () => computePortableHash(bytes, hash))) ?? '', hash);
  if (hash.startsWith(`${PREHASHED_MARKER}$`))
    return bcryptMatches(prehash(bytes.toString()), hash.slice(PREHASHED_MARKER.length), owner);
  return bcryptMatches(bytes, hash, owner);
}

/** For secrets that are long and random, like application passwords: needs no slowness. */
export function fastHash(secret: Uint8Array): string {
  const digest = blake2b(secret, { dkLen: FAST_HASH_BYTES, key: Buffer.from(FAST_HASH_KEY) });
  return FAST_HASH_MARKER + Buffer.from(digest).toString('base64url');
}

/** bcrypt reads 72 bytes only, so the newer scheme feeds it a digest. */
function prehash(password: string): string {
  return createHmac('sha384', PREHASH_KEY).update(trimBlanks(password)).digest('base64');
}

async function bcryptMatches(secret: string | Buffer, hash: string, owner: string): Promise<boolean> {
  return BCRYPT.test(hash) && runSlowHash('bcrypt', owner, () => verifyBcrypt(secret, hash));
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * WordPress hashes and verifies the passwords of accounts as PHP's addslashes returns them: it quotes what a form or the REST
 * API sends, and does not undo that for passwords.
 */
export function addSlashes(password: string): string {
  return password.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0');
}

/** Removes the blanks at both ends that PHP's trim removes; WordPress does so where it stores a password and where it signs in. */
export function trimBlanks(text: string): string {
  const isBlank = (index: number): boolean => ' \t\n\r\0\x0B'.includes(text.charAt(index));
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}
