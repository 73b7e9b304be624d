import { createHash, randomBytes } from 'node:crypto';
import { loginCookieName, writeLoginCookie } from '../../src/access/authentication/login-cookie.js';
import { createNonce } from '../../src/access/authentication/nonce.js';
import { hashPassword } from '../../src/text/passwords/index.js';
import { Database } from '../../src/database/database.js';
import { type PhpInput, serialize } from '../../src/text/php/index.js';
import { ADMIN, type TestApp } from './app.js';
import { type LiveSite } from './live-site.js';

const SECRETS = { loggedInKey: 'a key', loggedInSalt: 'a salt', nonceKey: 'another key', nonceSalt: 'another salt' };
const ADMIN_ID = 1;
const DAY = 86_400;

/** The environment of a service that knows the keys `logIn` signs with. */
export const KEYS = {
  LOGGED_IN_KEY: SECRETS.loggedInKey,
  LOGGED_IN_SALT: SECRETS.loggedInSalt,
  NONCE_KEY: SECRETS.nonceKey,
  NONCE_SALT: SECRETS.nonceSalt,
};

/** What a browser holds after the administrator signed in at a WordPress on the same database. */
export interface BrowserLogin {
  cookie: { name: string; value: string };
  nonce: string;
  /** From more than a day ago: what a page left open overnight still has. */
  staleNonce: string;
}

/** Leaves in the database what signing in at WordPress leaves, and returns what the browser gets. */
export async function logIn(site: LiveSite): Promise<BrowserLogin> {
  const db = site.app.get(Database);
  const [user] = await db.query<{ user_pass: string }>(`SELECT user_pass FROM ${db.tables.users} WHERE ID = ?`, [
    ADMIN_ID,
  ]);
  const token = randomBytes(20).toString('hex');
  const now = Math.floor(Date.now() / 1000);
  const expiration = now + 2 * DAY;
  await addMeta(db, 'session_tokens', {
    [createHash('sha256').update(token).digest('hex')]: { expiration, ip: '127.0.0.1', ua: 'test', login: now },
  });
  const holder = { id: ADMIN_ID, sessionToken: token };
  return {
    cookie: {
      name: loginCookieName(site.url),
      value: writeLoginCookie({ login: ADMIN.user, expiration: String(expiration), token }, user!.user_pass, SECRETS),
    },
    nonce: createNonce(holder, SECRETS, now),
    staleNonce: createNonce(holder, SECRETS, now - 2 * DAY),
  };
}

/** Creates an application password as WordPress stores it, for the administrator by default; returns it as it is shown to users. */
export async function giveApplicationPassword(service: TestApp, userId = ADMIN_ID): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const entry = {
    uuid: 'b1a5',
    app_id: '',
    name: 'Client',
    password: await hashPassword(password),
    created: 1,
    last_used: null,
    last_ip: null,
  };
  await addMeta(service.app.get(Database), '_application_passwords', [entry], userId);
  return password.replace(/(.{4})(?=.)/g, '$1 ');
}

async function addMeta(db: Database, key: string, value: PhpInput, userId = ADMIN_ID): Promise<void> {
  await db.transaction((tx) =>
    tx.execute(`INSERT INTO ${db.tables.usermeta} (user_id, meta_key, meta_value) VALUES (?, ?, ?)`, [
      userId,
      key,
      serialize(value),
    ]),
  );
}
