import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isMap } from '../../../text/php/php-values.js';
import { type CheckedProof } from '../cache-state.store.js';

/** Maximum clock difference of both sides. */
export const PROOF_LIFETIME_S = 300;

const PROOF = /^v1\.(\d{1,12})\.([\w-]{16,64})\.([0-9a-f]{64})$/;

/** What a proof covers: one message to one route. */
export interface Statement {
  /** The route's name, such as `ip_validate`. */
  purpose: string;
  /** All fields of the message except the proof. */
  fields: unknown;
}

/** Both sides sign with a digest of the secret, so that the secret itself need not be stored. */
export function signingKey(secret: string): string {
  return createHash('sha256').update(`nestpress cache\n${secret}`).digest('hex');
}

/** `v1.SECONDS.NONCE.HMAC`, where the HMAC covers version, purpose, time, nonce and a digest of the message. */
export function makeProof(
  key: string,
  statement: Statement,
  seconds = Math.floor(Date.now() / 1000),
  nonce = randomBytes(18).toString('base64url'),
): string {
  return `v1.${seconds}.${nonce}.${signatureOf(key, statement, seconds, nonce)}`;
}

/** Undefined if the proof is malformed, expired, or was made for another message. */
export function checkProof(
  proof: string,
  key: string,
  statement: Statement,
  now = Date.now(),
): CheckedProof | undefined {
  const [, seconds = '', nonce = '', provided = ''] = PROOF.exec(proof) ?? [];
  if (seconds === '' || Math.abs(now / 1000 - Number(seconds)) > PROOF_LIFETIME_S) return undefined;
  const expected = signatureOf(key, statement, Number(seconds), nonce);
  if (!timingSafeEqual(Buffer.from(provided), Buffer.from(expected))) return undefined;
  return { nonce, expiresAt: (Number(seconds) + PROOF_LIFETIME_S) * 1000 };
}

/** Proves to the caller that we know the key too; only valid in response to its own proof. */
export function answerTo(key: string, purpose: string, nonce: string): string {
  return hmac(key, ['v1', 'answer', purpose, nonce]);
}

function signatureOf(key: string, { purpose, fields }: Statement, seconds: number, nonce: string): string {
  const digest = createHash('sha256').update(canonical(fields)).digest('hex');
  return hmac(key, ['v1', 'request', purpose, String(seconds), nonce, digest]);
}

function hmac(key: string, parts: readonly string[]): string {
  return createHmac('sha256', key).update(parts.join('\n')).digest('hex');
}

/** Canonical JSON: no white space, object members sorted by name. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isMap(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );
}
