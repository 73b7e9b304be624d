import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { PhpArray, type PhpValue, toInteger, toText } from '../../text/php/index.js';
import { type SecretKeys } from '../access-options.js';

/** The claims of a login cookie, not yet verified. */
export interface LoginCookie {
  login: string;
  /** As text, since the signature covers the exact spelling. */
  expiration: string;
  token: string;
  signature: string;
}

/** Grace period in which a form that was open when the session expired can still be sent. */
const POST_GRACE_SECONDS = 3600;

export function loginCookieName(siteUrl: string): string {
  return `wordpress_logged_in_${siteHash(siteUrl)}`;
}

/** The cookie that opens the administration pages of a WordPress on the same database. */
export function adminCookieName(siteUrl: string, isSecure: boolean): string {
  return `wordpress_${isSecure ? 'sec_' : ''}${siteHash(siteUrl)}`;
}

/** Path of the site's cookies. */
export function cookiePath(siteUrl: string): string {
  return URL.canParse(siteUrl) ? `${new URL(siteUrl).pathname.replace(/\/$/, '')}/` : '/';
}

/** The only place that writes Set-Cookie headers, so that no attribute is forgotten. */
export function setCookie(
  name: string,
  value: string,
  { path, maxAge, isSecure }: { path: string; maxAge?: number; isSecure: boolean },
): string {
  const lifetime = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=${path}${lifetime}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

function siteHash(siteUrl: string): string {
  return createHash('md5').update(siteUrl).digest('hex');
}

/** The login cookie in a Cookie header; the first of that name wins. */
export function readLoginCookie(header: string, siteUrl: string): LoginCookie | undefined {
  const name = loginCookieName(siteUrl);
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    const [login, expiration, token, signature, ...rest] = decodeFormValue(pair.slice(equals + 1).trim()).split('|');
    if (!login || !expiration || !token || !signature || rest.length > 0) return undefined;
    return { login, expiration, token, signature };
  }
  return undefined;
}

export function isCookieCurrent(cookie: LoginCookie, method: string, nowSeconds: number): boolean {
  if (!/^\d{1,15}$/.test(cookie.expiration)) return false;
  return Number(cookie.expiration) + (method === 'POST' ? POST_GRACE_SECONDS : 0) >= nowSeconds;
}

/** The signature covers a part of the password hash, so a changed password ends all sessions. */
export function isCookieGenuine(
  cookie: LoginCookie,
  storedLogin: string,
  passwordHash: string,
  keys: SecretKeys,
): boolean {
  const expected = signatureOf({ ...cookie, login: storedLogin }, passwordHash, loggedInSecret(keys));
  const provided = Buffer.from(cookie.signature);
  return provided.length === expected.length && timingSafeEqual(provided, Buffer.from(expected));
}

/** The cookie value for this session. */
export function writeLoginCookie(
  claims: Omit<LoginCookie, 'signature'>,
  passwordHash: string,
  keys: SecretKeys,
): string {
  return signedCookie(claims, passwordHash, loggedInSecret(keys));
}

/** A cookie value signed with the key and salt of any of WordPress's cookies. */
export function signedCookie(claims: Omit<LoginCookie, 'signature'>, passwordHash: string, secret: string): string {
  const { login, expiration, token } = claims;
  return encodeURIComponent([login, expiration, token, signatureOf(claims, passwordHash, secret)].join('|'));
}

function loggedInSecret({ loggedInKey, loggedInSalt }: SecretKeys): string {
  return loggedInKey + loggedInSalt;
}

function signatureOf(
  { login, expiration, token }: Omit<LoginCookie, 'signature'>,
  passwordHash: string,
  secret: string,
): string {
  const key = createHmac('md5', secret)
    .update(`${login}|${passwordFragment(passwordHash)}|${expiration}|${token}`)
    .digest('hex');
  return createHmac('sha256', key).update(`${login}|${expiration}|${token}`).digest('hex');
}

/** The newer hash format begins with constants where older ones have their salt, so its end is used. */
function passwordFragment(passwordHash: string): string {
  return passwordHash.startsWith('$wp$') ? passwordHash.slice(-4) : passwordHash.slice(8, 12);
}

function decodeFormValue(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

export interface LoginSession {
  /** Seconds since 1970. */
  expiration: number;
  ip: string;
  userAgent: string;
  login: number;
}

/** Whether the user's stored sessions include this one and it has not expired. */
export function isSessionCurrent(stored: PhpValue | undefined, token: string, nowSeconds: number): boolean {
  return stored instanceof PhpArray && isUnexpired(stored.get(verifierOf(token)), nowSeconds);
}

/** The stored sessions plus a new one, without expired ones. */
export function withSession(
  stored: PhpValue | undefined,
  token: string,
  { expiration, ip, userAgent, login }: LoginSession,
): PhpArray {
  const others = stored instanceof PhpArray ? [...stored].filter(([, session]) => isUnexpired(session, login)) : [];
  const session = PhpArray.map(Object.entries({ expiration, ip, ua: userAgent, login }));
  return PhpArray.map([...others, [verifierOf(token), session]]);
}

export function withoutSession(stored: PhpValue | undefined, token: string): PhpArray | undefined {
  const verifier = verifierOf(token);
  return filterSessions(stored, (key) => key !== verifier);
}

/** The stored sessions that the predicate is true for; undefined if there are none stored. */
export function filterSessions(
  stored: PhpValue | undefined,
  isRetained: (verifier: string) => boolean,
): PhpArray | undefined {
  if (!(stored instanceof PhpArray)) return undefined;
  return PhpArray.map([...stored].filter(([key]) => isRetained(String(key))));
}

/** The sessions that have not expired, by the digest of their token. */
export function currentSessions(stored: PhpValue | undefined, nowSeconds: number): [string, LoginSession][] {
  if (!(stored instanceof PhpArray)) return [];
  return [...stored]
    .filter(([, session]) => isUnexpired(session, nowSeconds))
    .map(([verifier, session]) => {
      const member = (name: string) => (session instanceof PhpArray ? session.get(name) : undefined);
      const expiration = toInteger(session instanceof PhpArray ? session.get('expiration') : session);
      return [
        String(verifier),
        { expiration, ip: toText(member('ip')), userAgent: toText(member('ua')), login: toInteger(member('login')) },
      ];
    });
}

/** Very old releases stored only the expiry time. */
function isUnexpired(session: PhpValue | undefined, nowSeconds: number): boolean {
  return toInteger(session instanceof PhpArray ? session.get('expiration') : session) >= nowSeconds;
}

/** Only the digest of a token is stored. */
export function verifierOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
