import { describe, expect, test } from '@jest/globals';
import {
  isCookieCurrent,
  isCookieGenuine,
  loginCookieName,
  readLoginCookie,
  writeLoginCookie,
} from './login-cookie.js';
import { createNonce, isNonceValid } from './nonce.js';
import { RECORDED } from '../../../test/support/recorded-login.js';

const { siteUrl, cookieName, cookieValue, login, passwordHash, keys, token, expiration, loginAt } = RECORDED;
const genuine = readLoginCookie(`${cookieName}=${encodeURIComponent(cookieValue)}`, siteUrl)!;

describe('reading the login cookie', () => {
  test('its name follows from the address of the site', () => {
    expect(loginCookieName(siteUrl)).toBe(cookieName);
  });

  test('among other cookies, percent-encoded or not, blanks as plus signs', () => {
    expect(readLoginCookie(`a=b; ${cookieName}=${cookieValue}; c`, siteUrl)).toEqual(genuine);
    const withBlank = readLoginCookie(`${cookieName}=Ada+L%7C1%7Ct%7Cs`, siteUrl);
    expect(withBlank).toEqual({ login: 'Ada L', expiration: '1', token: 't', signature: 's' });
  });

  test.each(['', 'a|1|t', 'a|1|t|s|x', '|1|t|s', 'a|1||s', '%zz', '%ff'])('malformed: %s', (value) => {
    expect(readLoginCookie(`${cookieName}=${value}`, siteUrl)).toBeUndefined();
  });

  test('the cookie of another site', () => {
    expect(readLoginCookie(`${cookieName}=${cookieValue}`, 'http://other.test')).toBeUndefined();
  });
});

describe('judging it', () => {
  test('genuine with the keys and the password hash it was made with, not with others', () => {
    expect(isCookieGenuine(genuine, login, passwordHash, keys)).toBe(true);
    expect(isCookieGenuine(genuine, login, passwordHash, { ...keys, loggedInSalt: 'other' })).toBe(false);
    expect(isCookieGenuine(genuine, login, '$P$BdCVy5XXXX', keys)).toBe(false);
    expect(isCookieGenuine({ ...genuine, expiration: '9999999999' }, login, passwordHash, keys)).toBe(false);
    expect(isCookieGenuine({ ...genuine, token: 'x' }, login, passwordHash, keys)).toBe(false);
    expect(isCookieGenuine({ ...genuine, signature: '' }, login, passwordHash, keys)).toBe(false);
    expect(isCookieGenuine(genuine, 'admin', passwordHash, keys)).toBe(false);
  });

  test('written as WordPress writes it', () => {
    expect(writeLoginCookie({ login, expiration, token }, passwordHash, keys)).toBe(encodeURIComponent(cookieValue));
  });

  test('current until it expires, for POST an hour longer', () => {
    const end = Number(expiration);
    expect(isCookieCurrent(genuine, 'GET', end)).toBe(true);
    expect(isCookieCurrent(genuine, 'GET', end + 1)).toBe(false);
    expect(isCookieCurrent(genuine, 'POST', end + 3600)).toBe(true);
    expect(isCookieCurrent(genuine, 'POST', end + 3601)).toBe(false);
    expect(isCookieCurrent({ ...genuine, expiration: '1e99' }, 'GET', end)).toBe(false);
  });
});

describe('nonces', () => {
  const author = { id: 3, sessionToken: token };

  test('those of WordPress', () => {
    expect(createNonce(author, keys, loginAt)).toBe(RECORDED.nonce);
    expect(createNonce({ id: 0, sessionToken: '' }, keys, loginAt)).toBe(RECORDED.anonymousNonce);
    expect(createNonce({ id: 0, sessionToken: token }, keys, loginAt)).toBe(RECORDED.nonceOfEndedLogin);
  });

  test('good for this half day and the next', () => {
    const halfDay = 43200;
    expect(isNonceValid(RECORDED.nonce, author, keys, loginAt)).toBe(true);
    expect(isNonceValid(RECORDED.nonce, author, keys, loginAt + halfDay)).toBe(true);
    expect(isNonceValid(RECORDED.nonce, author, keys, loginAt + 2 * halfDay)).toBe(false);
  });

  test.each(['', 'bad', '1ac0ba6cb', 'é'.repeat(5)])('refused: %s', (nonce) => {
    expect(isNonceValid(nonce, author, keys, loginAt)).toBe(false);
  });

  test('of one holder, not of another', () => {
    expect(isNonceValid(RECORDED.nonce, { id: 4, sessionToken: token }, keys, loginAt)).toBe(false);
    expect(isNonceValid(RECORDED.nonce, { id: 3, sessionToken: '' }, keys, loginAt)).toBe(false);
  });
});
