import { expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { verdict } from '../../../test/support/request-context.js';
import { type Principal, type PrincipalService } from '../../access/index.js';
import { type AuthenticationRequest } from '../../access/authentication/index.js';
import { type SiteService } from '../../site/index.js';
import { JwtStrategy } from './jwt.strategy.js';

const ISSUER = 'https://id.example';
const SITE = 'https://site.example';
const SECRET = 'a secret of the identity provider';

const accounts = {
  findByLogin: async (login: string) => (login === 'ann' ? ({ login } as Principal) : undefined),
  findByEmail: async (email: string) => (email === 'ann@site.example' ? ({ login: 'ann' } as Principal) : undefined),
} as unknown as PrincipalService;
const sites = { current: async () => ({ serviceHome: SITE }) } as unknown as SiteService;

const strategy = (settings: object = {}) =>
  new JwtStrategy({ issuer: ISSUER, userClaim: 'sub', secret: SECRET, ...settings }, accounts, sites);

function tokenOf(
  claims: Record<string, unknown> = {},
  {
    algorithm = 'HS256',
    secret = SECRET,
    expires = '5m',
  }: { algorithm?: string; secret?: string; expires?: string } = {},
): Promise<string> {
  return new SignJWT({ iss: ISSUER, aud: SITE, sub: 'ann', ...claims })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
}

async function resultOf(token: string, settings?: object): Promise<unknown> {
  const request = { headers: { authorization: `Bearer ${token}` } } as unknown as AuthenticationRequest;
  const result = await strategy(settings).authenticate(request).catch(verdict);
  return result instanceof Object && 'login' in result ? result.login : result;
}

test('a token of the issuer is its account', async () => {
  expect(await resultOf(await tokenOf())).toBe('ann');
  expect(await resultOf(await tokenOf({ aud: 'app' }), { audience: 'app' })).toBe('ann');
});

test.each<[string, () => Promise<string>]>([
  ['another secret', () => tokenOf({}, { secret: 'another secret' })],
  ['a time that has passed', () => tokenOf({}, { expires: '-5m' })],
  ['another audience', () => tokenOf({ aud: 'https://other.example' })],
  ['an unknown account', () => tokenOf({ sub: 'ghost' })],
  ['no account', () => tokenOf({ sub: '' })],
  [
    'no end',
    () =>
      new SignJWT({ iss: ISSUER, aud: SITE, sub: 'ann' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(SECRET)),
  ],
  [
    'no signature',
    async () => {
      const [, payload] = (await tokenOf()).split('.');
      return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.AA`;
    },
  ],
])('a token with %s is refused', async (_name, make) => {
  expect(await resultOf(await make())).toBe('rest_invalid_token 401');
});

test('credentials of others are left to other strategies', async () => {
  expect(await resultOf(await tokenOf({ iss: 'https://other.example' }))).toBeUndefined();
  expect(await resultOf('npa_token')).toBeUndefined();
  expect(await resultOf('a.b.c')).toBeUndefined();
});

test('an address of mail counts only if the issuer has verified it', async () => {
  const email = 'ann@site.example';
  const byMail = { userClaim: 'email' };
  expect(await resultOf(await tokenOf({ email, email_verified: true }), byMail)).toBe('ann');
  expect(await resultOf(await tokenOf({ email }), byMail)).toBe('rest_invalid_token 401');
  expect(await resultOf(await tokenOf({ email, email_verified: 'true' }), byMail)).toBe('rest_invalid_token 401');
});
