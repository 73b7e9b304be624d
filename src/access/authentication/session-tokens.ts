import { createHash } from 'node:crypto';
import { PhpArray, type PhpValue, toInt } from '../../text/php/index.js';

export interface LoginSession {
  /** Seconds since 1970. */
  expiration: number;
  ip: string;
  userAgent: string;
  login: number;
}

/** Whether the user's stored sessions include this one and it has not expired. */
export function isSessionCurrent(stored: PhpValue | undefined, token: string, nowSeconds: number): boolean {
  return stored instanceof PhpArray && isCurrent(stored.get(verifierOf(token)), nowSeconds);
}

/** The stored sessions plus a new one, without expired ones. */
export function withSession(
  stored: PhpValue | undefined,
  token: string,
  { expiration, ip, userAgent, login }: LoginSession,
): PhpArray {
  const others = stored instanceof PhpArray ? [...stored].filter(([, session]) => isCurrent(session, login)) : [];
  const session = PhpArray.map(Object.entries({ expiration, ip, ua: userAgent, login }));
  return PhpArray.map([...others, [verifierOf(token), session]]);
}

export function withoutSession(stored: PhpValue | undefined, token: string): PhpArray | undefined {
  if (!(stored instanceof PhpArray)) return undefined;
  const verifier = verifierOf(token);
  return PhpArray.map([...stored].filter(([key]) => key !== verifier));
}

/** Very old releases stored only the expiry time. */
function isCurrent(session: PhpValue | undefined, nowSeconds: number): boolean {
  return toInt(session instanceof PhpArray ? session.get('expiration') : session) >= nowSeconds;
}

/** Only the digest of a token is stored. */
function verifierOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
