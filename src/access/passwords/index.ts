import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { blake2b } from './blake2b.js';
import { computePortableHash, createPortableHash, isPortableHash } from './phpass.js';

export interface PasswordCheck {
  ok: boolean;
  /** The stored hash is of a kind that should be replaced now that the password is known. */
  rehash: boolean;
}

const MAX_PASSWORD_BYTES = 4096;
const UNUSABLE_HASH = '*';
const MD5_HEX_LENGTH = 32;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
/** The newer scheme's marker in front of a bcrypt hash. */
const PREHASHED_MARKER = '$wp';
const PREHASH_KEY = 'wp-sha384';
const FAST_HASH_MARKER = '$generic$';
const FAST_HASH_KEY = 'wp_fast_hash_6.8+';
const FAST_HASH_BYTES = 30;

/** A hash of nobody's password: verifying against it costs what verifying a real one costs. */
const DUMMY_HASH = '$P$BNobodys.0000000000000000000000';

/** A hash every WordPress release reads. A password that is too long gets one that never verifies. */
export async function hashPassword(password: string): Promise<string> {
  const bytes = Buffer.from(trimLikePhp(password));
  return bytes.length > MAX_PASSWORD_BYTES ? UNUSABLE_HASH : createPortableHash(bytes);
}

export async function verifyPassword(password: string, hash: string): Promise<PasswordCheck> {
  const bytes = Buffer.from(password);
  if (bytes.length > MAX_PASSWORD_BYTES) return { ok: false, rehash: false };
  if (hash.length <= MD5_HEX_LENGTH) {
    const ok = sameText(createHash('md5').update(bytes).digest('hex'), hash);
    return { ok, rehash: ok };
  }
  return { ok: await matches(password, bytes, hash), rehash: false };
}

/** Spends the time of a real verification, so that an unknown account cannot be told by the clock. */
export async function verifyAgainstNobody(password: string): Promise<void> {
  await verifyPassword(password, DUMMY_HASH);
}

async function matches(password: string, bytes: Buffer, hash: string): Promise<boolean> {
  if (isPortableHash(hash)) return sameText((await computePortableHash(bytes, hash)) ?? '', hash);
  if (hash.startsWith(FAST_HASH_MARKER)) return sameText(fastHash(bytes), hash);
  if (hash.startsWith(`${PREHASHED_MARKER}$`))
    return bcryptMatches(prehash(password), hash.slice(PREHASHED_MARKER.length));
  return bcryptMatches(bytes, hash);
}

/** For secrets that are long and random, like application passwords: needs no slowness. */
export function fastHash(secret: Uint8Array): string {
  const digest = blake2b(secret, FAST_HASH_BYTES, Buffer.from(FAST_HASH_KEY));
  return FAST_HASH_MARKER + Buffer.from(digest).toString('base64url');
}

/** bcrypt reads 72 bytes only, so the newer scheme feeds it a digest. */
function prehash(password: string): string {
  return createHmac('sha384', PREHASH_KEY).update(trimLikePhp(password)).digest('base64');
}

async function bcryptMatches(secret: string | Buffer, hash: string): Promise<boolean> {
  return BCRYPT.test(hash) && verifyBcrypt(secret, hash);
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function trimLikePhp(text: string): string {
  const isBlank = (index: number): boolean => ' \t\n\r\0\x0B'.includes(text.charAt(index));
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}
