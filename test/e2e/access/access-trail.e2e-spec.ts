import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import request from 'supertest';
import { AuditEntry } from '../../../src/features/audit-log/audit-entry.entity.js';
import { Database } from '../../../src/database/database.js';
import { createSetupToken } from '../../../src/database/installer/setup-token.js';
import { OidcLinksService } from '../../../src/features/sso/oidc-links.service.js';
import { RouteRegistry } from '../../../src/rest/route/route-registry.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { API, clientOf, createUsers, PASSWORD } from '../../support/clients.js';
import { type ConsoleSession, signIn } from '../../support/console.js';

const OWN = '/wp-json/nestpress/v1';
const USER = '(?P<user>[\\d]+)';
const OWNER = '(?P<user_id>(?:[\\d]+|me))';
const REMOTE = '203.0.113.7';

/** Routes that give access to an account, or past the login to an entry. */
const CONCERNED = /\/users|session|password|second-factor|previews|identity|access-link|\/tokens?(?:\/|$)/;

eachEngine((engine) => {
  let service: TestApp;
  let admin: ConsoleSession;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  let post = 0;
  let link = '';
  let uuid = '';
  let preview = 0;
  let refreshToken = '';
  let factor: TOTP;

  type Method = 'get' | 'post' | 'delete';
  const send = (method: Method, path: string) => {
    const sent = request(service.server)[method](path);
    return sent.set({ Cookie: admin.cookie, 'X-WP-Nonce': admin.nonce, 'X-Forwarded-For': REMOTE });
  };
  const visit = (path: string, body: object) =>
    request(service.server).post(`/console/${path}`).set('X-Forwarded-For', REMOTE).send(body);
  /** Latest first. */
  const entries = async (where: { event?: string } = {}) => {
    const rows = await service.app.get(Database).manager.find(AuditEntry, { where, order: { id: 'DESC' } });
    return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
  };
  const passwords = (id = ids.writer) => `${OWN}/users/${id}/application-passwords`;
  const create = async (path: string) => {
    const { body } = await send('post', path).send({ name: 'Program' }).expect(201);
    uuid = (body as { uuid: string }).uuid;
  };

  /**
   * Every write among the concerned routes, what is done with it, and the events that are recorded. A new route needs a line here;
   * an empty list needs a reason.
   */
  const TRAIL: Record<string, [events: string[], call: () => Promise<unknown>]> = {
    'POST /wp/v2/users': [
      ['user.created'],
      () => send('post', `${API}/users`).send({ username: 'new', email: 'new@x.test', password: PASSWORD }).expect(201),
    ],
    'POST|PUT|PATCH /wp/v2/users/(?P<id>[\\d]+)': [
      ['user.updated'],
      () => send('post', `${API}/users/${ids.other}`).send({ password: PASSWORD }).expect(200),
    ],
    'POST|PUT|PATCH /wp/v2/users/me': [
      ['user.updated'],
      () => send('post', `${API}/users/me`).send({ first_name: 'Ada' }).expect(200),
    ],
    'DELETE /wp/v2/users/(?P<id>[\\d]+)': [
      ['user.deleted'],
      () => send('delete', `${API}/users/${ids.helper}?force=true&reassign=1`).expect(200),
    ],
    // As the one above.
    'DELETE /wp/v2/users/me': [[], () => Promise.resolve()],
    [`POST /wp/v2/users/${OWNER}/application-passwords`]: [
      ['application-password.created'],
      () => create(`${API}/users/${ids.writer}/application-passwords`),
    ],
    [`POST|PUT|PATCH /wp/v2/users/${OWNER}/application-passwords/(?P<uuid>[\\w\\-]+)`]: [
      ['application-password.renamed'],
      () =>
        send('post', `${API}/users/${ids.writer}/application-passwords/${uuid}`).send({ name: 'Renamed' }).expect(200),
    ],
    [`DELETE /wp/v2/users/${OWNER}/application-passwords/(?P<uuid>[\\w\\-]+)`]: [
      ['application-password.revoked'],
      () => send('delete', `${API}/users/${ids.writer}/application-passwords/${uuid}`).expect(200),
    ],
    [`DELETE /wp/v2/users/${OWNER}/application-passwords`]: [
      ['application-password.created', 'application-password.revoked'],
      async () => {
        await create(passwords());
        await send('delete', `${API}/users/${ids.writer}/application-passwords`).expect(200);
      },
    ],
    [`POST /nestpress/v1/users/${USER}/application-passwords`]: [
      ['application-password.created'],
      () => create(passwords()),
    ],
    [`DELETE /nestpress/v1/users/${USER}/application-passwords/(?P<uuid>[\\w-]+)`]: [
      ['application-password.revoked'],
      () => send('delete', `${passwords()}/${uuid}`).expect(200),
    ],
    // A picture gives no access.
    [`POST /nestpress/v1/users/${USER}/picture`]: [[], () => Promise.resolve()],
    [`POST /nestpress/v1/users/${USER}/second-factor`]: [
      ['second-factor.enabled'],
      async () => {
        const path = `${OWN}/users/1/second-factor`;
        const { secret } = (await send('post', path).expect(200)).body as { secret: string };
        factor = new TOTP({ secret: Secret.fromBase32(secret) });
        await send('post', path).send({ code: factor.generate() }).expect(200);
      },
    ],
    [`DELETE /nestpress/v1/users/${USER}/second-factor`]: [
      ['second-factor.disabled'],
      async () => {
        const code = factor.generate({ timestamp: Date.now() + 30_000 });
        await send('delete', `${OWN}/users/1/second-factor?code=${code}`).expect(200);
      },
    ],
    [`POST /nestpress/v1/users/${USER}/access-links`]: [
      ['access-link.created'],
      async () => {
        const { body } = await send('post', `${OWN}/users/${ids.reader}/access-links`).expect(201);
        link = (body as { url: string }).url.split('#')[1]!;
      },
    ],
    'POST /console/password': [
      ['user.updated', 'access-link.redeemed', 'user.signed-in'],
      () => visit('password', { token: link, password: 'a long new password' }).expect(200),
    ],
    [`DELETE /nestpress/v1/users/${USER}/sessions`]: [
      ['session.ended'],
      () => send('delete', `${OWN}/users/${ids.reader}/sessions`).expect(200),
    ],
    [`DELETE /nestpress/v1/users/${USER}/sessions/(?P<id>[0-9a-f]+)`]: [
      ['user.signed-in', 'session.ended'],
      async () => {
        await visit('login', { login: 'chief', password: PASSWORD }).expect(200);
        const [session] = (await send('get', `${OWN}/users/${ids.chief}/sessions`).expect(200)).body as {
          id: string;
        }[];
        await send('delete', `${OWN}/users/${ids.chief}/sessions/${session!.id}`).expect(200);
      },
    ],
    [`POST /nestpress/v1/users/${USER}/identity-link`]: [
      ['identity.linked'],
      async () => {
        await service.app
          .get(OidcLinksService, { strict: false })
          .propose(1, { subject: 'https://login.example a', name: 'A' });
        await send('post', `${OWN}/users/1/identity-link`).send({ subject: 'https://login.example a' }).expect(200);
      },
    ],
    [`DELETE /nestpress/v1/users/${USER}/identity-link`]: [
      ['identity.unlinked'],
      () => send('delete', `${OWN}/users/1/identity-link`).expect(200),
    ],
    'POST /nestpress/v1/token': [
      ['token.created'],
      async () => {
        const { body } = await send('post', `${OWN}/token`).send({ username: 'other', password: PASSWORD }).expect(200);
        refreshToken = (body as { refresh_token: string }).refresh_token;
      },
    ],
    'DELETE /nestpress/v1/token': [
      ['token.revoked'],
      () => send('delete', `${OWN}/token`).send({ refresh_token: refreshToken }).expect(200),
    ],
    [`DELETE /nestpress/v1/users/${USER}/tokens/(?P<id>[\\d]+)`]: [
      ['token.created', 'token.revoked'],
      async () => {
        await send('post', `${OWN}/token`).send({ username: 'other', password: PASSWORD }).expect(200);
        const [token] = (await send('get', `${OWN}/users/${ids.other}/tokens`).expect(200)).body as { id: number }[];
        await send('delete', `${OWN}/users/${ids.other}/tokens/${token!.id}`).expect(200);
      },
    ],
    'POST /nestpress/v1/previews': [
      ['preview-link.created'],
      async () => {
        const { body } = await send('post', `${OWN}/previews`).send({ post }).expect(201);
        preview = (body as { id: number }).id;
      },
    ],
    'DELETE /nestpress/v1/previews/(?P<id>[\\d]+)': [
      ['preview-link.deleted'],
      () => send('delete', `${OWN}/previews/${preview}`).expect(200),
    ],
    'POST /console/login': [
      ['user.signed-in'],
      () => visit('login', { login: 'chief', password: PASSWORD }).expect(200),
    ],
    // A session that its own user ends opens nothing.
    'POST /console/logout': [[], () => Promise.resolve()],
    // Only reads the login name.
    'POST /console/password/link': [[], () => Promise.resolve()],
    // The site sends no mail here; account-access.e2e-spec.ts requests one.
    'POST /console/password/request': [[], () => visit('password/request', { login: 'chief' }).expect(400)],
    'POST /console/setup': [
      ['setup.completed', 'user.signed-in'],
      async () => {
        const db = service.app.get(Database);
        const row = [`${db.tablePrefix}options`, 'nestpress_awaits_sign_in', 'admin'] as const;
        await db.transaction((tx) =>
          tx.execute(`INSERT INTO ${row[0]} (option_name, option_value, autoload) VALUES (?, ?, 'no')`, [
            row[1],
            row[2],
          ]),
        );
        const token = await createSetupToken(db);
        const values = { title: 'Site', login: 'admin', email: 'owner@x.test', password: 'correct horse battery' };
        await visit('setup', { token, ...values }).expect(200);
      },
    ],
  };

  beforeAll(async () => {
    const OIDC_URL = 'https://cms:secret@login.example/realm';
    service = await startTestApp({ ...WEB, VARIANT: 'C', OIDC_URL, TRUSTED_PROXIES: 'loopback' }, engine);
    const client = clientOf(() => service, 'admin');
    ids = await createUsers(client);
    post = (await client.post('/posts', { title: 'A draft' }).expect(201)).body.id;
    admin = await signIn(service);
  });
  afterAll(() => service.close());

  test('every write that gives access is known here', () => {
    const routes = service.app.get(RouteRegistry, { strict: false }).routes.flatMap(({ pattern, endpoints }) =>
      endpoints
        .map(({ methods }) => methods.filter((method) => method !== 'GET'))
        .filter((methods) => methods.length > 0 && CONCERNED.test(pattern))
        .map((methods) => `${methods.join('|')} ${pattern}`),
    );
    const { router } = service.app.getHttpAdapter().getInstance() as {
      router: { stack: { route?: { path: string | string[]; methods: Record<string, boolean> } }[] };
    };
    const pages = router.stack.flatMap(({ route }) =>
      route?.methods.post ? [route.path].flat().filter((path) => path.startsWith('/console')) : [],
    );
    expect([...routes, ...pages.map((path) => `POST ${path}`)].sort()).toEqual(Object.keys(TRAIL).sort());
  });

  test('each of them is recorded with its author and the address', async () => {
    const results: Record<string, string[]> = {};
    for (const [route, [, call]] of Object.entries(TRAIL)) {
      const [last] = await entries();
      await call();
      const added = (await entries()).filter(({ id }) => id > last!.id).reverse();
      results[route] = added.map(({ event }) => event);
      for (const { event, actorLogin: actor, address } of added) {
        expect(`${route} ${event} ${address}`).toBe(`${route} ${event} ${REMOTE}`);
        if (event !== 'user.updated') expect(`${route} ${event} ${actor}`).not.toMatch(/ $/);
      }
    }
    expect(results).toEqual(Object.fromEntries(Object.entries(TRAIL).map(([route, [events]]) => [route, events])));
  });

  test('a link says who made it, and a preview link which entry it opens', async () => {
    const [redeemed] = await entries({ event: 'access-link.redeemed' });
    expect(redeemed).toMatchObject({ actorLogin: 'reader', details: { made_by: 1, made_by_login: 'admin' } });
    expect((await entries({ event: 'session.ended' })).map(({ objectName: name, details }) => [name, details])).toEqual(
      [
        ['chief', { sessions: 1 }],
        ['reader', { sessions: 1 }],
      ],
    );
    const [opened] = await entries({ event: 'preview-link.created' });
    expect(opened).toMatchObject({ objectName: 'A draft', actorLogin: 'admin', details: { link: preview } });
    const recorded = JSON.stringify(await entries());
    for (const secret of [link.split('.')[1]!, 'a long new password']) expect(recorded).not.toContain(secret);
  });
});
