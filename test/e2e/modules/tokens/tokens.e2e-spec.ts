import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { Token } from '../../../../src/modules/tokens/token.entity.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  user_id: number;
}

interface Listed {
  id: number;
  name: string;
  scope: string;
  current: boolean;
}

eachEngine((engine) => {
  let service: TestApp;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
    ids = await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin', '/wp-json');
  const visitor = clientOf(() => service, undefined, '/wp-json');
  const signIn = async (username: string, values: object = {}) =>
    (await visitor.post('/nestpress/v1/token', { username, password: PASSWORD, ...values }).expect(200)).body as Tokens;
  const refresh = (token: string) => visitor.post('/nestpress/v1/token', { refresh_token: token });
  const bearer = ({ access_token: token }: Tokens) => {
    const send = (method: 'get' | 'post' | 'delete', path: string) =>
      request(service.server)[method](`/wp-json${path}`).set('Authorization', `Bearer ${token}`);
    return {
      get: (path: string) => send('get', path),
      post: (path: string, body: object) => send('post', path).send(body),
      delete: (path: string) => send('delete', path),
    };
  };
  const listed = async (id: number) =>
    (await admin.get(`/nestpress/v1/users/${id}/tokens`).expect(200)).body as Listed[];

  test('a password becomes an access token, which reads and writes as its user, but not accounts', async () => {
    const response = await visitor
      .post('/nestpress/v1/token', { username: 'writer', password: PASSWORD, name: 'Phone' })
      .expect(200)
      .expect('Cache-Control', 'no-store');
    const tokens = response.body as Tokens;
    await visitor.post('/nestpress/v1/token', { id_token: 'a.b.c' }).expect(400);
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'read write', user_id: ids.writer, expires_in: 900 });
    const app = bearer(tokens);
    expect((await app.get('/wp/v2/users/me').expect(200)).body).toMatchObject({ id: ids.writer });
    await app.post('/wp/v2/posts', { title: 'By phone', status: 'publish' }).expect(201);
    await app.get('/wp/v2/settings').expect(403);
    for (const [path, body] of [
      ['/wp/v2/users/me', { password: 'another' }],
      [`/nestpress/v1/users/${ids.writer}/application-passwords`, { name: 'x' }],
    ] as const)
      expect((await app.post(path, body)).status).toBe(403);
    await app.get(`/nestpress/v1/users/${ids.writer}/sessions`).expect(403);
    expect(await listed(ids.writer)).toMatchObject([{ name: 'Phone', scope: 'read write', current: false }]);
  });

  test('scopes: reading only, and no more than a role', async () => {
    const reader = await signIn('writer', { scope: 'read' });
    expect(reader.scope).toBe('read');
    await bearer(reader).get('/wp/v2/posts?context=edit').expect(200);
    expect((await bearer(reader).post('/wp/v2/posts', { title: 'No' })).body).toMatchObject({
      code: 'rest_credentials_limited',
    });
    const contributor = bearer(await signIn('chief', { scope: 'write role:contributor' }));
    await contributor.post('/wp/v2/posts', { title: 'Draft' }).expect(201);
    await contributor.post('/wp/v2/posts', { title: 'No', status: 'publish' }).expect(403);
    const unknown = bearer(await signIn('chief', { scope: 'write role:nobody' }));
    await unknown.post('/wp/v2/posts', { title: 'No' }).expect(403);
    const above = bearer(await signIn('writer', { scope: 'write role:administrator' }));
    await above.get('/wp/v2/settings').expect(403);
    for (const scope of ['', 'all', 'role:editor', 'read role:a role:b'])
      expect([
        scope,
        (await visitor.post('/nestpress/v1/token', { username: 'writer', password: PASSWORD, scope })).status,
      ]).toEqual([scope, 400]);
  });

  test('a refresh token is replaced by each use; one that is used again ends the sign-in', async () => {
    const first = await signIn('other');
    const second = (await refresh(first.refresh_token).expect(200)).body as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await bearer(second).get('/wp/v2/users/me').expect(200);
    // The response may have been lost.
    const repeated = (await refresh(first.refresh_token).expect(200)).body as Tokens;
    expect(repeated.refresh_token).toBe(second.refresh_token);
    const third = (await refresh(second.refresh_token).expect(200)).body as Tokens;
    await service.app.get(Database).transaction((tx) => tx.update(Token, { user: ids.other }, { used: 1 }));
    await refresh(second.refresh_token).expect(401);
    await refresh(third.refresh_token).expect(401);
    await bearer(third).get('/wp/v2/users/me').expect(401);
    for (const token of ['x', '', 'npr_1_x', third.access_token]) await refresh(token).expect(401);
  });

  test('one that was replaced long ago ends the sign-in, too: whoever copied it may have refreshed it twice', async () => {
    const stolen = await signIn('other');
    let latest = stolen;
    for (let times = 0; times < 3; times++) latest = (await refresh(latest.refresh_token).expect(200)).body as Tokens;
    await bearer(latest).get('/wp/v2/users/me').expect(200);
    // Not issued by this sign-in.
    const [prefix, row, key] = latest.refresh_token.split(/_(\d+)_/) as [string, string, string];
    await refresh(`${prefix}_${row}_${key.slice(0, 20)}${'A'.repeat(23)}`).expect(401);
    await bearer(latest).get('/wp/v2/users/me').expect(200);
    await refresh(stolen.refresh_token).expect(401);
    await bearer(latest).get('/wp/v2/users/me').expect(401);
    await refresh(latest.refresh_token).expect(401);
  });

  test('tabs that refresh at once get the same token, and none of them ends the sign-in', async () => {
    const { refresh_token: token } = await signIn('reader');
    const refreshed = async (current: string) => {
      const responses = await Promise.all(Array.from({ length: 4 }, () => refresh(current)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const tokens = responses.map(({ body }) => body as Tokens);
      for (const one of tokens) await bearer(one).get('/wp/v2/users/me').expect(200);
      const [next, ...others] = new Set(tokens.map((one) => one.refresh_token));
      expect(others).toEqual([]);
      return next!;
    };
    const next = await refreshed(token);
    const last = await refreshed(next);
    // Two steps behind: a tab cannot be that late, a thief can.
    await refresh(token).expect(401);
    await refresh(last).expect(401);
  });

  test('signing out, revoking, a new password and forged tokens', async () => {
    const one = await signIn('helper', { name: 'One' });
    await bearer(one).delete('/nestpress/v1/token').expect(200);
    await bearer(one).get('/wp/v2/users/me').expect(401);
    await refresh(one.refresh_token).expect(401);
    const two = await signIn('helper', { name: 'Two' });
    await visitor.delete('/nestpress/v1/token', { refresh_token: two.refresh_token }).expect(200);
    await refresh(two.refresh_token).expect(401);
    const three = await signIn('helper', { name: 'Three' });
    const [{ id }] = (await listed(ids.helper)) as [Listed];
    await clientOf(() => service, 'writer', '/wp-json')
      .delete(`/nestpress/v1/users/${ids.helper}/tokens/${id}`)
      .expect(403);
    await admin.delete(`/nestpress/v1/users/${ids.writer}/tokens/${id}`).expect(404);
    await admin.delete(`/nestpress/v1/users/${ids.helper}/tokens/${id}`).expect(200);
    await bearer(three).get('/wp/v2/users/me').expect(401);
    const four = await signIn('helper');
    const [prefix, row, expires, signature] = four.access_token.split('_') as [string, string, string, string];
    for (const token of [
      `${prefix}_${row}_${Number(expires) + 1}_${signature}`,
      `${prefix}_${Number(row) + 1}_${expires}_${signature}`,
      `${prefix}_${row}_1_${signature}`,
      four.refresh_token,
      'npa_',
    ])
      expect((await bearer({ ...four, access_token: token }).get('/wp/v2/users/me')).body).toMatchObject({
        code: 'rest_invalid_token',
      });
    await admin.post(`/wp/v2/users/${ids.helper}`, { password: 'a new password' }).expect(200);
    await bearer(four).get('/wp/v2/users/me').expect(401);
    await refresh(four.refresh_token).expect(401);
    await visitor.delete('/nestpress/v1/token').expect(401);
  });

  test('wrong passwords, missing values and the second factor', async () => {
    const ask = (body: object) => visitor.post('/nestpress/v1/token', body);
    expect((await ask({ username: 'chief', password: 'wrong' }).expect(401)).body).toMatchObject({
      code: 'incorrect_password',
    });
    expect((await ask({ username: 'nobody', password: 'wrong' }).expect(401)).body).toMatchObject({
      code: 'incorrect_password',
    });
    await ask({ username: 'chief' }).expect(400);
    await ask({}).expect(400);
    const chief = clientOf(() => service, 'chief', `/wp-json/nestpress/v1/users/${ids.chief}/second-factor`);
    const begun = (await chief.post('')).body as { secret: string };
    const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
    const enabled = await chief.post('', { code: totp.generate() }).expect(200);
    const codes = (enabled.body as { recovery_codes: string[] }).recovery_codes;
    expect((await ask({ username: 'chief', password: PASSWORD }).expect(401)).body).toMatchObject({
      code: 'rest_second_factor_required',
    });
    await ask({ username: 'chief', password: PASSWORD, code: '000000' }).expect(401);
    await bearer((await ask({ username: 'chief', password: PASSWORD, code: codes[0] }).expect(200)).body as Tokens)
      .get('/wp/v2/users/me')
      .expect(200);
  });
});
