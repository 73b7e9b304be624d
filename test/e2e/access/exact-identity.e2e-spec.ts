import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { User } from '../../../src/database/entities/index.js';
import { SYSTEM } from '../../../src/access/principal.js';
import { PrincipalService } from '../../../src/access/principal.service.js';
import { OidcLinksService } from '../../../src/features/sso/oidc-links.service.js';
import { UsersStore } from '../../../src/modules/users/users.store.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { API, clientOf, PASSWORD } from '../../support/clients.js';
import { caseVariants, lookAlikes, ORIGINAL } from '../../support/look-alikes.js';

const ISSUER = 'https://login.example/realm';
const JWT_SECRET = 'a secret of at least thirty-two characters';

eachEngine((engine) => {
  let service: TestApp;
  const ids = { original: 0, twin: 0 };

  /** What strategies and tokens use: the name of somebody else may follow it, so a request per name would only take longer. */
  const accountOf = async (member: 'login' | 'email', name: string) => {
    const principals = service.app.get(PrincipalService);
    return (await (member === 'login' ? principals.findByLogin(name) : principals.findByEmail(name)))?.id;
  };
  const token = (claims: object) =>
    new SignJWT({ iss: ISSUER, aud: 'http://site.test', email_verified: true, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(JWT_SECRET));
  const withToken = async (claims: object) =>
    (
      await request(service.server)
        .get(`${API}/users/me`)
        .set('Authorization', `Bearer ${await token(claims)}`)
    ).status;

  beforeAll(async () => {
    const OIDC_URL = 'https://cms:secret@login.example/realm';
    service = await startTestApp({ ...WEB, JWT_ISSUER_URL: ISSUER, JWT_SECRET, OIDC_URL }, engine);
    const admin = clientOf(() => service, 'admin');
    const create = async (username: string, email: string) =>
      (await admin.post('/users', { username, email, password: PASSWORD, roles: ['editor'] }).expect(201)).body.id;
    ids.twin = await create('twin', 'twin@x.test');
    ids.original = await create(ORIGINAL.login, ORIGINAL.email);
  });
  afterAll(() => service.close());

  test('tokens for look-alikes of an e-mail address are refused', async () => {
    expect(await withToken({ email: ORIGINAL.email })).toBe(200);
    const names = lookAlikes(ORIGINAL.email);
    expect(names.length).toBeGreaterThanOrEqual(40);
    const accepted = [];
    for (const email of names) if ((await withToken({ email })) !== 401) accepted.push(email);
    expect(accepted).toEqual([]);
  });

  test.each(['login', 'email'] as const)('look-alikes of the %s name no account', async (member) => {
    const name = ORIGINAL[member];
    expect(await accountOf(member, name)).toBe(ids.original);
    const names = lookAlikes(name);
    expect(names.length).toBeGreaterThanOrEqual(40);
    const found = [];
    for (const alike of names) if ((await accountOf(member, alike)) !== undefined) found.push(alike);
    expect(found).toEqual([]);
    // The case of letters matters for logins, not for addresses.
    for (const variant of caseVariants(name))
      expect(await accountOf(member, variant)).toBe(member === 'email' ? ids.original : undefined);
  });

  test('look-alikes of the subject of a provider are linked to no account', async () => {
    const links = service.app.get(OidcLinksService, { strict: false });
    const subject = `${ISSUER} ${ORIGINAL.subject}`;
    await links.link(ids.original, { subject, name: 'Kasimir' }, 'confirmed', SYSTEM);
    expect(await links.findAccounts(subject)).toEqual([ids.original]);
    const names = [...lookAlikes(subject), ...caseVariants(subject)];
    expect(names.length).toBeGreaterThanOrEqual(40);
    const found = [];
    for (const alike of names) if ((await links.findAccounts(alike)).length > 0) found.push(alike);
    expect(found).toEqual([]);
    // An account stays with its user.
    expect(await links.link(ids.original, { subject: subject.toLowerCase(), name: '' }, 'email', SYSTEM)).toBe(false);
  });

  test('a cookie names its account exactly', async () => {
    const { headers } = await request(service.server)
      .post('/console/login')
      .send({ login: ORIGINAL.login, password: PASSWORD })
      .expect(200);
    const cookie = (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
    const session = (value: string) => request(service.server).get('/console/session').set('Cookie', value);
    expect((await session(cookie)).body.signed_in).toBe(true);
    for (const login of [...caseVariants(ORIGINAL.login), 'kásimir', 'kasimir '])
      expect((await session(cookie.replace('=kasimir', `=${encodeURIComponent(login)}`))).body.signed_in).toBe(false);
  });

  test('with a password a name may be typed in another case, as in WordPress', async () => {
    for (const name of [...caseVariants(ORIGINAL.login), ...caseVariants(ORIGINAL.email)]) {
      const { body } = await request(service.server).get(`${API}/users/me`).auth(name, PASSWORD).expect(200);
      expect(body.id).toBe(ids.original);
    }
  });

  // Last: the names of the other account change.
  test('of several accounts that the database takes for the same, the exact one is found', async () => {
    const [login, email] = [ORIGINAL.login.toUpperCase(), ORIGINAL.email.toUpperCase()];
    await service.app.get(Database).transaction((tx) => tx.update(User, { id: ids.twin }, { login, email }));
    const users = service.app.get(UsersStore, { strict: false });
    for (const [id, names] of [
      [ids.twin, { login, email }],
      [ids.original, ORIGINAL],
    ] as const) {
      for (const member of ['login', 'email'] as const) {
        expect(await accountOf(member, names[member])).toBe(id);
        expect(await users.idBy(member, names[member])).toBe(id);
        const { body } = await request(service.server).get(`${API}/users/me`).auth(names[member], PASSWORD).expect(200);
        expect(body.id).toBe(id);
      }
    }
    // Neither of the two addresses, and nothing that says which of them is meant.
    expect(await accountOf('email', 'Kasimir@esse.test')).toBeUndefined();
  });
});
