import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SecretKeys } from '../access-options.js';

/** The holder of a nonce: the user (0 = anonymous) and the token of the login session ('' = none). */
export interface NonceHolder {
  id: number;
  sessionToken: string;
}

const ACTION = 'wp_rest';
const TICK_SECONDS = 12 * 3600;

/** A nonce for REST requests, or for another action of the site. */
export function createNonce(holder: NonceHolder, keys: SecretKeys, nowSeconds: number, action = ACTION): string {
  return nonceOfTick(currentTick(nowSeconds), holder, keys, action);
}

/** Valid for the half day in which it was created and for the next one. */
export function isNonceValid(nonce: string, holder: NonceHolder, keys: SecretKeys, nowSeconds: number): boolean {
  const provided = Buffer.from(nonce);
  const tick = currentTick(nowSeconds);
  return [tick, tick - 1].some((candidate) => {
    const expected = Buffer.from(nonceOfTick(candidate, holder, keys, ACTION));
    return provided.length === expected.length && timingSafeEqual(provided, expected);
  });
}

function nonceOfTick(tick: number, holder: NonceHolder, keys: SecretKeys, action: string): string {
  const digest = createHmac('md5', keys.nonceKey + keys.nonceSalt)
    .update(`${tick}|${action}|${holder.id}|${holder.sessionToken}`)
    .digest('hex');
  return digest.slice(-12, -2);
}

function currentTick(nowSeconds: number): number {
  return Math.ceil(nowSeconds / TICK_SECONDS);
}
