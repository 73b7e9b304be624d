import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { User } from '../../../src/database/entities/index.js';
import { JobsService } from '../../../src/platform/jobs/jobs.service.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { type ConsoleSession, sessionOf, signIn } from '../../support/console.js';
import { startMailServer, type TestMailServer } from '../../support/smtp.js';
import { until } from '../../support/until.js';

const NEW_PASSWORD = 'a new and long password';
const API = '/wp-json/nestpress/v1';

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let mail: TestMailServer;
  let admin: ConsoleSession;
  let created = 0;

  beforeAll(async () => {
    mail = await startMailServer();
    service = await startTestApp({ ...WEB, RATE_LIMIT: 'on', SMTP_URL: mail.url }, engine);
    db = service.app.get(Database);
    admin = await signIn(service);
  });
  afterAll(async () => {
    await service.close();
    await mail.close();
  });
  beforeEach(() => void mail.received.splice(0));

  const post = (path: string, body: object) => request(service.server).post(`/console/${path}`).send(body);
  const call = (method: 'get' | 'post' | 'delete', path: string, { cookie, nonce }: ConsoleSession = admin) => {
    const client = request(service.server);
    return client[method](API + path).set({ Cookie: cookie, 'X-WP-Nonce': nonce });
  };
  const runJobs = () => service.app.get(JobsService).runDue();
  const activationKey = async (id: number) => (await db.manager.findOneByOrFail(User, { id })).activationKey;
  const linkIn = (text: string) => /console\/password#(\d+\.[\w-]{43})/.exec(text.replace(/=\r?\n/g, ''))?.[1] ?? '';

  async function newUser(): Promise<{ id: number; login: string; password: string }> {
    const login = `person${++created}`;
    const password = 'the first long password';
    const { body } = await request(service.server)
      .post('/wp-json/wp/v2/users')
      .auth(ADMIN.user, ADMIN.password)
      .send({ username: login, email: `${login}@site.test`, password, roles: ['author'] })
      .expect(201);
    return { id: body.id as number, login, password };
  }

  /** The link of the only message. */
  async function mailedLink(): Promise<string> {
    await until(() => Promise.resolve(mail.received.length > 0), 'the mail arrived');
    return linkIn(mail.received.at(-1)?.source ?? '');
  }

  describe('a new password by mail', () => {
    test('the link of the mail sets a password once, ends all sessions and signs in', async () => {
      const user = await newUser();
      const old = await signIn(service, user);
      await post('password/request', { login: `${user.login}@site.test` }).expect(204);
      const token = await mailedLink();
      expect(mail.received).toHaveLength(1);
      expect(mail.received[0]!.to).toEqual([`${user.login}@site.test`]);
      const [made] = (await call('get', '/audit-log?event=access-link.created&per_page=1').expect(200)).body;
      expect(made).toMatchObject({ actor: 0, object_id: user.id, address: expect.stringContaining('127.0.0.1') });
      expect((await post('password/link', { token }).expect(200)).body).toEqual({ login: user.login });
      expect(await activationKey(user.id)).toMatch(/^\d+:nestpress-reset:[0-9a-f]{64}$/);
      await post('password', { token, password: 'short' }).expect(400);
      const answer = await post('password', { token, password: NEW_PASSWORD }).expect(200);
      await call('get', `/users/${user.id}/sessions`, sessionOf(answer)).expect(200);
      await call('get', `/users/${user.id}/sessions`, old).expect(403);
      expect((await post('password', { token, password: NEW_PASSWORD }).expect(403)).body.code).toBe(
        'rest_link_invalid',
      );
      await signIn(service, { login: user.login, password: NEW_PASSWORD });
      await until(() => Promise.resolve(mail.received.length > 1), 'the notice arrived');
      expect(mail.received.at(-1)!.source).toContain('Your password was changed');
    });

    test('names without account get the same response and no mail, and the link is in no table', async () => {
      const user = await newUser();
      const existing = await post('password/request', { login: user.login }).expect(204);
      const unknown = await post('password/request', { login: 'nobody-at-all' }).expect(204);
      const shape = ({ status, headers }: request.Response) => [status, Object.keys(headers).sort()];
      expect(shape(unknown)).toEqual(shape(existing));
      const token = await mailedLink();
      expect(mail.received).toHaveLength(1);
      const jobs = await db.query<{ payload: string }>(`SELECT payload FROM ${db.tablePrefix}nestpress_jobs`);
      const secret = token.split('.')[1]!;
      expect(JSON.stringify(jobs)).not.toContain(secret);
      expect(await activationKey(user.id)).not.toContain(secret);
    });

    test('an expired link, one that a newer one replaced, and one for another account are refused', async () => {
      const [user, other] = [await newUser(), await newUser()];
      const create = async () => {
        const { body } = await call('post', `/users/${user.id}/access-links`).send({ send: false }).expect(201);
        return linkIn(body.url as string);
      };
      const first = await create();
      const second = await create();
      await post('password/link', { token: first }).expect(403);
      await post('password/link', { token: second.replace(/^\d+/, String(other.id)) }).expect(403);
      await post('password/link', { token: second.replace(/^\d+/, '999999') }).expect(403);
      await post('password/link', { token: 'x' }).expect(403);
      const stored = await activationKey(user.id);
      const expired = stored.replace(/^\d+/, '1000');
      await db.transaction((tx) => tx.update(User, { id: user.id }, { activationKey: expired }));
      await post('password', { token: second, password: NEW_PASSWORD }).expect(403);
      await db.transaction((tx) => tx.update(User, { id: user.id }, { activationKey: stored }));
      const results = await Promise.all(
        [1, 2, 3].map(() => post('password', { token: second, password: NEW_PASSWORD }).then(({ status }) => status)),
      );
      expect(results.sort()).toEqual([200, 403, 403]);
      // Its mail is not one of the next test.
      await runJobs();
    });

    test('requests for one name are limited, and pages of other origins are refused', async () => {
      for (let tries = 0; tries < 5; tries++) await post('password/request', { login: 'pressed' }).expect(204);
      const { headers } = await post('password/request', { login: ' Pressed' }).expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      await post('password/request', { login: 'x' }).set('Origin', 'https://evil.example').expect(403);
      await post('password', { token: 'x', password: NEW_PASSWORD }).set('Sec-Fetch-Site', 'cross-site').expect(403);
    });
  });

  test('an invitation is mailed, or returned to pass it on; application passwords cannot make one', async () => {
    const { id, login } = await newUser();
    const path = `/users/${id}/access-links`;
    const { body } = await call('post', path).send({ kind: 'invitation' }).expect(201);
    expect(body).toEqual({ sent: true, url: null, expires_in: 7 * 86_400 });
    const token = await mailedLink();
    expect(mail.received[0]!.source).toContain('You are invited');
    await post('password', { token, password: NEW_PASSWORD }).expect(200);
    await runJobs();
    expect(mail.received).toHaveLength(1);
    const author = await signIn(service, { login, password: NEW_PASSWORD });
    await call('post', `/users/1/access-links`, author).send({ send: false }).expect(403);
    await request(service.server).post(`${API}${path}`).expect(401);
    const { body: application } = await call('post', `/users/1/application-passwords`).send({ name: 'x' }).expect(201);
    await request(service.server)
      .post(`${API}${path}`)
      .auth(ADMIN.user, application.password as string)
      .expect(403);
  });

  test('sessions are listed with the own one marked, and are ended one by one or all others at once', async () => {
    const user = await newUser();
    const [own, second, third] = [
      await signIn(service, user),
      await signIn(service, user),
      await signIn(service, user),
    ] as const;
    const path = `/users/${user.id}/sessions`;
    const { body } = await call('get', path, own).expect(200);
    expect(body).toHaveLength(3);
    const current = (body as { id: string; current: boolean }[]).filter(({ current }) => current);
    expect(current).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(decodeURIComponent(own.cookie).split('|')[2]);
    const { body: ofSecond } = await call('get', path, second).expect(200);
    const { id } = (ofSecond as { id: string; current: boolean }[]).find((session) => session.current)!;
    await call('delete', `${path}/${id}`, own).expect(200);
    await call('delete', `${path}/${id}`, own).expect(404);
    await call('get', path, second).expect(403);
    await call('delete', path, own).expect(200);
    await call('get', path, third).expect(403);
    expect((await call('get', path, own).expect(200)).body).toHaveLength(1);
    await call('get', '/users/1/sessions', own).expect(403);
    await call('delete', path).expect(200);
    await call('get', path, own).expect(403);
  });

  test('a second factor is needed to sign in, each code works once, and recovery codes help out', async () => {
    const user = await newUser();
    const own = await signIn(service, user);
    const path = `/users/${user.id}/second-factor`;
    const credentials = { login: user.login, password: user.password };
    await call('post', path).send({}).expect(403);
    expect((await call('get', path, own).expect(200)).body).toEqual({ enabled: false, recovery_codes_left: 0 });
    const { body: begun } = await call('post', path, own).send({}).expect(200);
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    const totp = new TOTP({ secret: Secret.fromBase32(begun.secret as string) });
    const codeIn = (periods: number) => totp.generate({ timestamp: Date.now() + periods * 30_000 });
    await post('login', credentials).expect(200);
    await call('post', path, own).send({ code: '000000' }).expect(400);
    const { body: enabled } = await call('post', path, own)
      .send({ code: codeIn(0) })
      .expect(200);
    const codes = enabled.recovery_codes as string[];
    expect(codes).toHaveLength(10);
    await call('post', path, own).send({}).expect(409);

    const asked = await post('login', credentials).expect(401);
    expect(asked.body.code).toBe('rest_second_factor_required');
    await post('login', { ...credentials, code: codeIn(0) }).expect(401);
    await post('login', { ...credentials, code: codeIn(1) }).expect(200);
    await post('login', { ...credentials, password: 'wrong', code: codes[0] }).expect(401);
    await post('login', { ...credentials, code: codes[0]!.toUpperCase().replaceAll('-', ' ') }).expect(200);
    await post('login', { ...credentials, code: codes[0] }).expect(401);
    await request(service.server).get('/wp-json/wp/v2/users/me').auth(user.login, user.password).expect(401);

    const { body: link } = await call('post', `/users/${user.id}/access-links`).send({ send: false }).expect(201);
    const chosen = await post('password', { token: linkIn(link.url as string), password: NEW_PASSWORD }).expect(200);
    expect(chosen.body).toEqual({});
    expect(chosen.headers['set-cookie']).toBeUndefined();

    const again = sessionOf(await post('login', { login: user.login, password: NEW_PASSWORD, code: codes[1] }));
    expect((await call('get', path, again).expect(200)).body).toEqual({ enabled: true, recovery_codes_left: 8 });
    await call('delete', `${path}?code=123456`, again).expect(400);
    await call('delete', `${path}?code=${codes[2]}`, again).expect(200);
    await post('login', { login: user.login, password: NEW_PASSWORD }).expect(200);
  });

  test('wrong codes are limited for the account; an administrator disables the second factor', async () => {
    const user = await newUser();
    const own = await signIn(service, user);
    const path = `/users/${user.id}/second-factor`;
    const { body } = await call('post', path, own).send({}).expect(200);
    const code = new TOTP({ secret: Secret.fromBase32(body.secret as string) }).generate();
    const { body: enabled } = await call('post', path, own).send({ code }).expect(200);
    for (let tries = 0; tries < 10; tries++) await call('delete', `${path}?code=111111`, own).expect(400);
    await call('delete', `${path}?code=111111`, own).expect(429);
    const recovery = (enabled.recovery_codes as string[])[0];
    await post('login', { login: user.login, password: user.password, code: recovery }).expect(200);
    await call('delete', path).expect(200);
    await post('login', { login: user.login, password: user.password }).expect(200);
  });

  test('addresses of WordPress lead to the console', async () => {
    const locationOf = async (path: string) => (await request(service.server).get(path).expect(302)).headers.location;
    expect(await locationOf('/wp-login.php')).toBe('console/login');
    expect(await locationOf('/wp-login.php?action=lostpassword')).toBe('console/forgotten');
    expect(await locationOf('/wp-admin')).toBe('console/');
    expect(await locationOf('/wp-admin/')).toBe('../console/');
    expect(await locationOf('/wp-admin/upload.php?x=1')).toBe('../console/media');
    // Apps do not always escape what is in their address.
    const query = '?app_name=One&success_url=https://app.example/done?state=1';
    expect(await locationOf(`/wp-admin/authorize-application.php${query}`)).toBe(`../console/authorize${query}`);
    expect(await locationOf('/wp-admin/network/users.php')).toBe('../../console/');
    await request(service.server).get('/wp-admin/admin-ajax.php').expect(400);
  });
});
