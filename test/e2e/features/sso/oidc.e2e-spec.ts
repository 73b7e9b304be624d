import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';

const CALLBACK = 'http://site.test/console/oidc/callback';

/** Users of the provider, by their subject. */
const USERS: Readonly<Record<string, object>> = {
  anna: { email: 'writer@x.test', email_verified: true, groups: ['editors'] },
  impostor: { email: 'writer@x.test', email_verified: true, groups: ['editors'] },
  unverified: { email: 'reader@x.test', email_verified: false, groups: ['editors'] },
  outsider: { email: 'reader@x.test', email_verified: true, groups: ['others'] },
  // Differs from `anna` in the case of a letter only.
  Anna: { email: 'anna@elsewhere.test', email_verified: true, groups: ['editors'] },
  'writer-elsewhere': { email: 'w@elsewhere.test', email_verified: false, groups: ['editors'] },
  newcomer: {
    email: 'new@x.test',
    email_verified: true,
    preferred_username: 'writer',
    name: 'New',
    groups: ['admins'],
  },
};

type ProviderClass = new (issuer: string, configuration: object) => { callback(): RequestListener };

/** `oidc-provider` on loopback, with its pages for development. */
class TestProvider {
  private readonly server: Server = createServer((incoming, response) => this.listener?.(incoming, response));
  private listener?: RequestListener;
  issuer = '';

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const { default: Provider } = (await import('oidc-provider' as string)) as { default: ProviderClass };
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: 'cms', client_secret: 'a client secret', redirect_uris: [CALLBACK] }],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username', 'groups'],
      },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...USERS[id] }) }),
      conformIdTokenClaims: false,
      cookies: { keys: ['a key'] },
      pkce: { required: () => true },
    });
    this.listener = provider.callback();
  }

  /** Signs a user in at the provider, as a browser would; returns where it sends the browser at the end. */
  async signIn(address: string, user: string): Promise<URL> {
    const jar = new Map<string, string>();
    let next = new URL(address);
    let form: Record<string, string> | undefined;
    for (let step = 0; step < 20 && next.href.startsWith(this.issuer); step++) {
      const response = await fetch(next, {
        redirect: 'manual',
        method: form ? 'POST' : 'GET',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form && { body: new URLSearchParams(form) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [name, value] = line.split(';')[0]!.split(/=(.*)/s);
        jar.set(name!, value ?? '');
      }
      const location = response.headers.get('location');
      form = undefined;
      if (location === null) {
        const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())![1]!;
        form = { prompt, login: user, password: 'any' };
      } else next = new URL(location, next);
    }
    return next;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

anyEngine((engine) => {
  const provider = new TestProvider();
  let service: TestApp;
  beforeAll(async () => {
    await provider.start();
    const { host } = new URL(provider.issuer);
    const options = 'name=Company&role=admins:administrator&role=editors:editor&create=on';
    const OIDC_URL = `http://cms:a%20client%20secret@${host}?${options}`;
    service = await startTestApp({ ...WEB, OIDC_URL }, engine);
    await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(async () => {
    provider.stop();
    await service.close();
  });

  const begin = async () => {
    const { headers } = await request(service.server).get('/console/oidc/start').expect(302);
    const [cookie] = headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^nestpress_oidc=[\w-]+; Path=\/console\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/);
    return { address: headers.location!, cookie: cookie!.split(';')[0]! };
  };
  const finish = (address: URL, cookie: string) =>
    request(service.server)
      .get(address.pathname + address.search)
      .set('Cookie', cookie)
      .expect(302);
  const signIn = async (user: string) => {
    const { address, cookie } = await begin();
    return finish(await provider.signIn(address, user), cookie);
  };
  /** The session that the cookies of a response open. */
  const sessionOf = async ({ headers }: { headers: Record<string, string> }) => {
    const cookies = (headers['set-cookie'] as unknown as string[]).map((line) => line.split(';')[0]!);
    const { body } = await request(service.server).get('/console/session').set('Cookie', cookies).expect(200);
    return { ...body, cookies } as { user_id: number; nonce: string; cookies: string[] } & Record<string, unknown>;
  };
  const account = async (id: number) =>
    (
      await clientOf(() => service, 'admin')
        .get(`/users/${id}`, { context: 'edit' })
        .expect(200)
    ).body as {
      username: string;
      roles: string[];
    };

  test('a user signs in to the account with the verified e-mail address and gets the role of the group', async () => {
    const response = await signIn('anna');
    expect(response.headers.location).toBe('http://site.test/console/');
    const session = await sessionOf(response);
    expect(session).toMatchObject({ signed_in: true, sign_in_provider: 'Company' });
    expect(await account(session.user_id)).toMatchObject({ username: 'writer', roles: ['editor'] });
    // Again, by the link that was stored.
    expect((await sessionOf(await signIn('anna'))).user_id).toBe(session.user_id);
  });

  test.each(['impostor', 'unverified', 'outsider'])('%s is refused, without a reason', async (user) => {
    const { headers } = await signIn(user);
    expect(headers.location).toBe('../?sign_in=refused');
    expect(String(headers['set-cookie'])).not.toContain('wordpress_logged_in');
  });

  test('an account is created for a user of a mapped group, with a free login name', async () => {
    const { user_id: id } = await sessionOf(await signIn('newcomer'));
    expect(await account(id)).toMatchObject({ username: 'writer2', roles: ['administrator'] });
  });

  test('a subject that differs in case is another user, who gets another account', async () => {
    const [anna, other] = [await sessionOf(await signIn('anna')), await sessionOf(await signIn('Anna'))];
    expect((await account(anna.user_id)).username).toBe('writer');
    expect((await account(other.user_id)).username).toBe('anna');
  });

  describe('a user without a matching e-mail address', () => {
    const USER = 'writer-elsewhere';
    const events = async () =>
      (
        await clientOf(() => service, 'admin', '/wp-json/nestpress/v1')
          .get('/audit-log', { per_page: 5 })
          .expect(200)
      ).body as { event: string; actor_login: string; address: string; object_name: string; details: object }[];
    const passwordSession = async (login: string) =>
      sessionOf(await request(service.server).post('/console/login').send({ login, password: PASSWORD }).expect(200));
    type Session = Awaited<ReturnType<typeof passwordSession>>;
    const link = (method: 'get' | 'post' | 'delete', { user_id: id, nonce, cookies }: Session, user = id) => {
      const sent = request(service.server)[method](`/wp-json/nestpress/v1/users/${user}/identity-link`);
      return sent.set('X-WP-Nonce', nonce).set('Cookie', cookies);
    };
    /** Goes to the provider and comes back, with the cookies of a session. */
    const propose = async (session: Session, cookies = session.cookies) => {
      const { body, headers } = await link('post', session).expect(200);
      const back = await provider.signIn(body.address, USER);
      const pending = (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
      return finish(back, [pending, ...cookies].join('; '));
    };

    test('is linked to an account once its owner, signed in to it, has confirmed it', async () => {
      expect((await signIn(USER)).headers.location).toBe('../?sign_in=refused');
      const session = await passwordSession('chief');
      const subject = `${provider.issuer} ${USER}`;
      await link('post', session).send({ subject }).expect(409);
      expect((await propose(session)).headers.location).toBe(`http://site.test/console/users/${session.user_id}`);
      // Nothing is linked before the owner has seen who it is.
      expect((await link('get', session).expect(200)).body).toEqual({
        provider: 'Company',
        linked: false,
        proposed: { subject, name: 'w@elsewhere.test' },
      });
      expect((await signIn(USER)).headers.location).toBe('../?sign_in=refused');
      await link('post', session).send({ subject: subject.toUpperCase() }).expect(409);
      const { body } = await link('post', session).send({ subject }).expect(200);
      expect(body).toEqual({ provider: 'Company', linked: true, proposed: null });
      expect((await events())[0]).toMatchObject({
        event: 'identity.linked',
        actor_login: 'chief',
        address: expect.stringMatching(/127\.0\.0\.1$/),
        object_name: 'chief',
        details: { provider: 'Company', subject, reason: 'confirmed' },
      });
      expect((await sessionOf(await signIn(USER))).user_id).toBe(session.user_id);
      await link('post', session).expect(409);
    });

    test('is not linked to a second account, nor by others, nor in another browser', async () => {
      const session = await passwordSession('other');
      const chief = await passwordSession('chief');
      const subject = `${provider.issuer} ${USER}`;
      const refused = `../users/${session.user_id}?sign_in=refused`;
      expect((await propose(session, chief.cookies)).headers.location).toBe(refused);
      expect((await propose(session, [])).headers.location).toBe(refused);
      expect((await link('get', session).expect(200)).body.proposed).toBeNull();
      await propose(session);
      await link('post', session).send({ subject }).expect(409);
      await link('get', session, chief.user_id).expect(403);
      await link('delete', session, chief.user_id).expect(403);
      const admin = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
      await admin.post(`/users/${chief.user_id}/identity-link`).expect(403);
      await admin.get('/users/4711/identity-link').expect(404);
    });

    test('is unlinked by the owner or an administrator', async () => {
      const session = await passwordSession('chief');
      await link('delete', session).expect(200);
      expect((await events())[0]).toMatchObject({ event: 'identity.unlinked', actor_login: 'chief' });
      await link('delete', session).expect(404);
      expect((await signIn(USER)).headers.location).toBe('../?sign_in=refused');
    });
  });

  test('a response for another browser, or twice, signs nobody in', async () => {
    const { address, cookie } = await begin();
    const back = await provider.signIn(address, 'anna');
    const { headers } = await request(service.server)
      .get(back.pathname + back.search)
      .expect(302);
    expect(headers.location).toBe('../?sign_in=expired');
    const other = await begin();
    expect((await finish(back, other.cookie)).headers.location).toBe('../?sign_in=refused');
    expect((await finish(back, cookie)).headers.location).toBe('http://site.test/console/');
    expect((await finish(back, cookie)).headers.location).toBe('../?sign_in=refused');
  });
});

test.each([
  ['https://login.example', /OIDC_URL must look like/],
  ['https://cms:secret@login.example?role=admins', /role=GROUP:ROLE/],
  ['https://cms:secret@login.example?role=admins:emperor', /there is no role "emperor"/],
])('OIDC_URL=%s stops the start', (OIDC_URL, message) =>
  expect(startTestApp({ ...WEB, OIDC_URL })).rejects.toThrow(message),
);
