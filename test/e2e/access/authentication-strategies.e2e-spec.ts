import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import request from 'supertest';
import {
  Authenticates,
  type AuthenticationRequest,
  type AuthenticationStrategy,
  type Principal,
  PrincipalService,
  RestError,
} from '../../../src/index.js';
import { anyEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, clientOf, createUsers } from '../../support/clients.js';

@Injectable()
@Authenticates({ headers: ['X-Partner-Key'] })
class PartnerKeys implements AuthenticationStrategy {
  constructor(private readonly principals: PrincipalService) {}

  authenticate({ headers }: AuthenticationRequest): Promise<Principal | undefined> | undefined {
    const key = headers['x-partner-key'];
    if (key === undefined) return undefined;
    if (key === 'broken') throw new Error('a fault of the strategy');
    if (key !== 'open sesame') throw new RestError('partner_key_wrong', 'This key is not valid.', 401);
    return this.principals.findByLogin('writer');
  }
}

@Injectable()
@Authenticates({ scheme: 'Bearer' })
class PartnerTokens implements AuthenticationStrategy {
  constructor(private readonly principals: PrincipalService) {}

  authenticate({ headers }: AuthenticationRequest): Promise<Principal | undefined> | undefined {
    return headers.authorization === 'Bearer partner' ? this.principals.findByEmail('reader@x.test') : undefined;
  }
}

@Module({ providers: [PartnerTokens, PartnerKeys] })
class PartnerModule {}

/** An issuer on loopback: its discovery document and its public keys, which can be exchanged. */
class Issuer {
  private readonly keys = new Map<
    string,
    { key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']; jwk: JWK }
  >();
  private server?: Server;
  url = '';
  reads = 0;

  async start(): Promise<void> {
    this.server = createServer((incoming, response) => {
      response.setHeader('Content-Type', 'application/json');
      if (incoming.url === '/keys') this.reads++;
      const document = { issuer: this.url, jwks_uri: `${this.url}/keys` };
      const body = incoming.url === '/keys' ? { keys: [...this.keys.values()].map(({ jwk }) => jwk) } : document;
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async addKey(kid: string, alg: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    this.keys.set(kid, { key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } });
  }

  token(kid: string, claims: object = {}, expires = '5m'): Promise<string> {
    const { key, jwk } = this.keys.get(kid)!;
    const payload = { iss: this.url, aud: 'http://site.test', email: 'writer@x.test', email_verified: true, ...claims };
    return new SignJWT(payload).setProtectedHeader({ alg: jwk.alg!, kid }).setExpirationTime(expires).sign(key);
  }

  stop(): void {
    this.server?.close();
  }
}

const me = (service: TestApp, token: string) =>
  request(service.server).get(`${API}/users/me`).set('Authorization', `Bearer ${token}`);

anyEngine((engine) => {
  const issuer = new Issuer();
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    await issuer.start();
    await issuer.addKey('first', 'RS256');
    service = await startTestApp({ CONSOLE: 'api', JWT_ISSUER_URL: issuer.url }, engine, { modules: [PartnerModule] });
    await createUsers(admin);
  });
  afterAll(async () => {
    issuer.stop();
    await service.close();
  });

  test('tokens of the issuer authenticate accounts by their verified e-mail address', async () => {
    const { body } = await me(service, await issuer.token('first')).expect(200);
    expect(body.slug).toBe('writer');
    const created = request(service.server).post(`${API}/posts`).send({ title: 'By token' });
    await created.set('Authorization', `Bearer ${await issuer.token('first')}`).expect(201);
  });

  test('a token of the issuer is exchanged for tokens of the service, and needs nothing else', async () => {
    const url = '/wp-json/nestpress/v1/token';
    const exchange = (values: object) => request(service.server).post(url).send(values);
    const token = await issuer.token('first');
    const values = { id_token: token, scope: 'read', name: 'Phone' };
    const { body } = await exchange(values).expect(200).expect('Cache-Control', 'no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'read', refresh_token: expect.stringMatching(/^npr_/) });
    const { body: user } = await me(service, body.access_token as string).expect(200);
    expect(user).toMatchObject({ id: body.user_id, slug: 'writer' });
    const { body: next } = await exchange({ refresh_token: body.refresh_token as string }).expect(200);
    await me(service, next.access_token as string).expect(200);
    const listed = await clientOf(() => service, 'admin', '/wp-json/nestpress/v1').get(`/users/${body.user_id}/tokens`);
    expect(listed.body).toMatchObject([{ name: 'Phone', scope: 'read' }]);
    for (const refused of [
      await issuer.token('first', {}, '-2m'),
      await issuer.token('first', { aud: 'http://other.test' }),
      await issuer.token('first', { email: 'nobody@x.test' }),
      next.access_token as string,
      'x',
    ])
      expect((await exchange({ id_token: refused }).expect(401)).body.code).toBe('rest_invalid_token');
    await exchange({ id_token: token, scope: 'all' }).expect(400);
  });

  test('a key that the issuer adds later is found', async () => {
    await issuer.addKey('second', 'ES256');
    const reads = issuer.reads;
    // Within the cooldown the set is not read again, so that unknown keys cannot make the service ask the issuer all the time.
    await me(service, await issuer.token('second')).expect(401);
    expect(issuer.reads).toBe(reads);
    const now = Date.now() + 31_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    try {
      await me(service, await issuer.token('second')).expect(200);
    } finally {
      clock.mockRestore();
    }
    expect(issuer.reads).toBe(reads + 1);
  });

  test.each([
    ['expired', {}, '-2m'],
    ['for another audience', { aud: 'http://other.test' }, '5m'],
    ['with an address that is not verified', { email_verified: false }, '5m'],
    ['of an unknown account', { email: 'nobody@x.test' }, '5m'],
    ['of another issuer', { iss: 'https://other.test' }, '5m'],
  ])('a token %s is refused with the same response', async (_, claims, expires) => {
    const { body, headers } = await me(service, await issuer.token('first', claims, expires)).expect(401);
    expect(body).toEqual({ code: 'rest_invalid_token', message: 'The token is not valid.', data: { status: 401 } });
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test('a token that is signed with another key, or not at all, is refused', async () => {
    const [head, , signature] = (await issuer.token('first')).split('.');
    const payload = Buffer.from(
      JSON.stringify({
        iss: issuer.url,
        aud: 'http://site.test',
        email: 'admin@x.test',
        email_verified: true,
        exp: 4e9,
      }),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    await me(service, `${head}.${payload}.${signature}`).expect(401);
    await me(service, `${none}.${payload}.x`).expect(401);
    // A public key is not a secret.
    const confused = await new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object as never)
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode('x'.repeat(64)));
    await me(service, confused).expect(401);
    await me(service, 'rubbish').expect(401);
  });

  test('strategies of modules are asked in front, by scheme or header', async () => {
    expect((await me(service, 'partner').expect(200)).body.slug).toBe('reader');
    const keyed = (key: string) => request(service.server).get(`${API}/users/me`).set('X-Partner-Key', key);
    expect((await keyed('open sesame').expect(200)).body.slug).toBe('writer');
    expect((await keyed('wrong').expect(401)).body.code).toBe('partner_key_wrong');
    const { body } = await keyed('broken').expect(500);
    expect(JSON.stringify(body)).not.toContain('fault');
  });

  test('anonymous responses name the scheme, allow the header across origins, and are not served to holders of keys', async () => {
    const refused = await request(service.server).get(`${API}/users/me`).expect(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(refused.headers['access-control-allow-headers']).toContain('x-partner-key');
    const list = () => request(service.server).get(`${API}/posts?per_page=1`);
    await list().expect(200);
    expect((await list().expect(200)).headers['x-nestpress-cache'] ?? 'hit').toBe('hit');
    const own = await list().set('X-Partner-Key', 'open sesame').expect(200);
    expect(own.headers['cache-control']).toContain('no-cache');
    await list().set('X-Partner-Key', 'wrong').expect(401);
  });

  test('the built-in ways still work', async () => {
    await admin.get('/users/me').expect(200);
    await request(service.server).get(`${API}/users/me`).auth('admin', 'wrong').expect(401);
    await request(service.server).get(`${API}/posts`).set('Authorization', 'Digest x').expect(200);
  });
});

describe('tokens with a shared secret', () => {
  const secret = 'a secret that is long enough for HS256';
  const issue = (key = secret) =>
    new SignJWT({ iss: 'https://shop.test', aud: 'cms', sub: 'admin' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(key));

  test('name an account by its login', async () => {
    const JWT_ISSUER_URL = 'https://shop.test?audience=cms&user=sub';
    const service = await startTestApp({ JWT_ISSUER_URL, JWT_SECRET: secret });
    try {
      expect((await me(service, await issue()).expect(200)).body.slug).toBe('admin');
      await me(service, await issue(`${secret}, but another`)).expect(401);
    } finally {
      await service.close();
    }
  });

  test('an issuer that cannot be reached is a 503', async () => {
    const service = await startTestApp({ JWT_ISSUER_URL: 'http://127.0.0.1:1' });
    try {
      const token = await new SignJWT({ iss: 'http://127.0.0.1:1' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(secret));
      const { body, headers } = await me(service, token).expect(503);
      expect([body.code, headers['retry-after']]).toEqual(['rest_token_check_unavailable', '5']);
    } finally {
      await service.close();
    }
  });

  test.each([
    ['http://login.example', /must be an https address/],
    ['https://login.example?audiense=x', /there is no option "audiense"/],
  ])('%s stops the start', (JWT_ISSUER_URL, message) =>
    expect(startTestApp({ JWT_ISSUER_URL })).rejects.toThrow(message),
  );
});
