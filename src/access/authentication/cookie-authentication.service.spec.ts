import { beforeEach, expect, test } from '@jest/globals';
import { AuthenticationSite, basic, NOW, summary } from '../../../test/support/authentication-site.js';
import { forEachEngine } from '../../../test/support/databases.js';
import { countQueries } from '../../database/engine/query-counter.js';
import { type AuthRequest } from './auth-result.js';
import { RECORDED } from '../../../test/support/recorded-login.js';

const cookie = (headers: AuthRequest['headers'], rest: Partial<AuthRequest> = {}): AuthRequest => ({
  headers: { cookie: `${RECORDED.cookieName}=${encodeURIComponent(RECORDED.cookieValue)}`, ...headers },
  address: '192.0.2.1',
  method: 'GET',
  ...rest,
});

forEachEngine((_engine, makeDatabase) => {
  const site = new AuthenticationSite(makeDatabase);

  beforeEach(async () => {
    await site.setPasswordHash(3, RECORDED.passwordHash);
    await site.setMeta(3, 'session_tokens', {
      [RECORDED.tokenHash]: { expiration: Number(RECORDED.expiration), login: NOW },
    });
  });

  test('with a valid nonce, in the header or as parameter, the request is authenticated and gets a fresh nonce', async () => {
    const authenticator = await site.authenticatorWith();
    const byHeader = await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce }));
    expect(summary(byHeader)).toBe('author by cookie');
    expect(byHeader).toMatchObject({
      responseHeaders: { 'X-WP-Nonce': RECORDED.nonce },
      principal: { sessionToken: RECORDED.token },
    });
    expect(summary(await authenticator.authenticate(cookie({}, { nonce: RECORDED.nonce })))).toBe('author by cookie');
    const contradicting = await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce }, { nonce: 'bad' }));
    expect(summary(contradicting)).toBe('403 rest_cookie_invalid_nonce');
  });

  test('without a nonce the request is anonymous and runs no statement', async () => {
    const authenticator = await site.authenticatorWith();
    const counted = await countQueries(() => authenticator.authenticate(cookie({})));
    expect(summary(counted.result)).toBe('anonymous');
    expect(counted.statements).toEqual([]);
  });

  test('a wrong nonce is an error, with and without cookie', async () => {
    const authenticator = await site.authenticatorWith();
    const requests = [
      cookie({ 'x-wp-nonce': 'bad' }),
      cookie({ cookie: undefined, 'x-wp-nonce': 'bad' }),
      cookie({ cookie: undefined }, { nonce: '' }),
    ];
    for (const request of requests)
      expect(summary(await authenticator.authenticate(request))).toBe('403 rest_cookie_invalid_nonce');
    const withoutKeys = await site.authenticatorWith({ keys: undefined });
    expect(summary(await withoutKeys.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce })))).toBe(
      '403 rest_cookie_invalid_nonce',
    );
  });

  test('the nonce of an anonymous page', async () => {
    const authenticator = await site.authenticatorWith();
    const result = await authenticator.authenticate(
      cookie({ cookie: undefined, 'x-wp-nonce': RECORDED.anonymousNonce }),
    );
    expect(result).toMatchObject({
      principal: { how: 'anonymous' },
      responseHeaders: { 'X-WP-Nonce': RECORDED.anonymousNonce },
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['ended', () => site.setMeta(3, 'session_tokens', [])],
    ['run out', () => site.setMeta(3, 'session_tokens', { [RECORDED.tokenHash]: { expiration: NOW - 1 } })],
    ['of an older password', () => site.setPasswordHash(3, site.accountHash)],
  ])('a session that was %s does not authenticate', async (_what, spoil) => {
    await spoil();
    const authenticator = await site.authenticatorWith();
    expect(summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce })))).toBe(
      '403 rest_cookie_invalid_nonce',
    );
    expect(summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonceOfEndedLogin })))).toBe(
      'anonymous',
    );
  });

  test('the hour of grace for POST is the cookie’s, not the session’s', async () => {
    await site.setMeta(3, 'session_tokens', { [RECORDED.tokenHash]: { expiration: NOW + 100_000 } });
    const late = (Number(RECORDED.expiration) + 3000) * 1000;
    const authenticator = await site.authenticatorWith({ now: () => late });
    const ask = async (method: string): Promise<string> =>
      summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce }, { method })));
    expect(await ask('POST')).toBe('author by cookie');
    expect(await ask('GET')).toBe('403 rest_cookie_invalid_nonce');
  });

  test('the stored address of the site names the cookie where none is configured', async () => {
    await site.setOption('siteurl', RECORDED.siteUrl);
    const authenticator = await site.authenticatorWith({ siteUrl: undefined });
    expect(summary(await authenticator.authenticate(cookie({ 'x-wp-nonce': RECORDED.nonce })))).toBe(
      'author by cookie',
    );
  });

  test('HTTP Basic goes first and needs no nonce', async () => {
    await site.setPasswordHash(3, site.accountHash);
    const authenticator = await site.authenticatorWith();
    const { headers } = basic('author', 'lighthouse');
    expect(summary(await authenticator.authenticate(cookie(headers, { nonce: 'x' })))).toBe('author by basic');
  });
});
