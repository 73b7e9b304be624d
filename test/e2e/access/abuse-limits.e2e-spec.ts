import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import request from 'supertest';
import { passwordCookieName } from '../../../src/access/authentication/post-password-cookie.js';
import { hashPostPassword } from '../../../src/text/passwords/index.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const API = '/wp-json/wp/v2';
const PASSWORD = 'a password';

anyEngine((engine) => {
  let service: TestApp;
  let post: number;

  beforeAll(async () => {
    service = await startTestApp({ RATE_LIMIT: 'on', ANONYMOUS_COMMENTS: 'on', SITE_PAGES: 'on' }, engine);
    const values = {
      username: 'reader',
      email: 'reader@people.test',
      password: `  ${PASSWORD} `,
      roles: ['subscriber'],
    };
    await admin('post', 'users', values).expect(201);
    post = await create({ title: 'Open' });
  });
  afterAll(() => service.close());

  const admin = (method: 'get' | 'post', path: string, body?: object) =>
    request(service.server)[method](`${API}/${path}`).auth(ADMIN.user, ADMIN.password).send(body);
  const guest = (path: string) => request(service.server).get(`${API}/${path}`);
  const create = async (values: object): Promise<number> => {
    const { body } = await admin('post', 'posts', { status: 'publish', content: 'x', ...values }).expect(201);
    return (body as { id: number }).id;
  };

  test('blanks around a password count neither when it is stored nor at sign-in', async () => {
    for (const password of [PASSWORD, ` ${PASSWORD}\t`])
      await request(service.server).get(`${API}/users/me`).auth(' reader ', password).expect(200);
  });

  test('the password of a post can be guessed ten times from one address, by whatever route', async () => {
    const id = await create({ title: 'Closed', password: 'sesame' });
    await guest(`posts/${id}?password=sesame`).expect(200);
    for (let i = 0; i < 5; i++) await guest(`posts/${id}?password=guess${i}`).expect(403);
    for (let i = 0; i < 5; i++) await guest(`comments?post=${id}&password=guess${i}`).expect(401);
    const { body, headers } = await guest(`posts/${id}?password=guess`).expect(429);
    expect(body).toMatchObject({ code: 'rest_too_many_attempts', data: { status: 429 } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await guest(`posts/${id}?password=sesame`).expect(429);
    await guest(`comments?post=${id}&password=sesame`).expect(429);
    await guest(`posts/${id}`).expect(200);
  });

  describe('guessing the password of a post', () => {
    const cookieName = passwordCookieName('http://site.test');
    /** Well-formed cookies that are made of no known password. */
    const guess = (number: number) => `${cookieName}=%24P%24B${String(number).padStart(30, '0')}`;
    const page = (path: string) => request(service.server).get(path);
    const cookieOf = ({ headers }: request.Response) => headers['set-cookie']![0]!.split(';', 1)[0]!;
    const unlock = (id: number, password: string) =>
      request(service.server)
        .post('/wp-login.php?action=postpass')
        .type('form')
        .send({ post_password: password, post_id: String(id) });
    let posts = 0;
    /** Each has its own password: a cookie that was checked with a password is not checked again. */
    const locked = async () => {
      const password = `sesame ${++posts}`;
      const { body } = await admin('post', 'posts', {
        title: 'Closed',
        content: 'Hidden words',
        status: 'publish',
        password,
      });
      const { id, link } = body as { id: number; link: string };
      const cookie = `${cookieName}=${encodeURIComponent(await hashPostPassword(password, ''))}`;
      return { id, path: new URL(link).pathname, password, cookie };
    };
    type Locked = Awaited<ReturnType<typeof locked>>;

    test.each<[string, (post: Locked, number: number) => request.Test]>([
      ['a page', ({ path }, i) => page(path).set('Cookie', guess(i))],
      ['HEAD of a page', ({ path }, i) => request(service.server).head(path).set('Cookie', guess(i))],
      ['an item', ({ id }, i) => guest(`posts/${id}`).set('Cookie', guess(i))],
      ['HEAD of an item', ({ id }, i) => request(service.server).head(`${API}/posts/${id}`).set('Cookie', guess(i))],
      ['an item in the embed context', ({ id }, i) => guest(`posts/${id}?context=embed`).set('Cookie', guess(i))],
      ['only the excerpt', ({ id }, i) => guest(`posts/${id}?_fields=excerpt`).set('Cookie', guess(i))],
      ['a list', ({ id }, i) => guest(`posts?include=${id}`).set('Cookie', guess(i))],
      ['a list with the argument', ({ id }, i) => guest(`posts?include=${id}&password=guess${i}`)],
      ['the password form', ({ id }, i) => unlock(id, `guess${i}`)],
    ])('with %s counts towards the same limit', async (_way, send) => {
      const post = await locked();
      const { id, path, password, cookie } = post;
      for (let i = 0; i < 10; i++) {
        const { status, text } = await send(post, i);
        expect([200, 303]).toContain(status);
        expect(text ?? '').not.toContain('Hidden words');
      }
      const { body, headers } = await guest(`posts/${id}`).set('Cookie', cookie).expect(429);
      expect((body as { code: string }).code).toBe('rest_too_many_attempts');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      await guest(`posts/${id}?password=${password}`).expect(429);
      await guest(`comments?post=${id}&password=${password}`).expect(429);
      expect((await page(path).set('Cookie', cookie).expect(429)).text).not.toContain('Hidden words');
      await unlock(id, password).expect(429);
      for (const query of [`posts?include=${id}`, `posts?include=${id}&password=${password}`])
        expect((await guest(query).set('Cookie', cookie).expect(200)).text).not.toContain('Hidden words');
      await guest(`posts/${id}`).expect(200);
      await page(path).expect(200);
    });

    test('reading with the right cookie, or again and again with a wrong one, does not', async () => {
      const { id, path, password } = await locked();
      const right = cookieOf(await unlock(id, password).expect(303));
      for (let i = 0; i < 12; i++) {
        expect((await page(path).set('Cookie', right).expect(200)).text).toContain('Hidden words');
        expect((await guest(`posts/${id}`).set('Cookie', guess(1)).expect(200)).text).not.toContain('Hidden words');
      }
      expect((await guest(`posts/${id}?password=${password}`).expect(200)).text).toContain('Hidden words');
    });

    test('a password form for an open post sets no cookie', async () => {
      const { headers } = await unlock(post, 'x').expect(303);
      expect(headers['set-cookie']).toBeUndefined();
    });
  });

  test('a date in the past does not escape the limit of comments', async () => {
    const say = (content: string) =>
      request(service.server)
        .post(`${API}/comments`)
        .auth('reader', PASSWORD)
        .send({ post, content, date: '2019-01-01T00:00:00' });
    await say('one').expect(201);
    const { body } = await say('two').expect(400);
    expect((body as { code: string }).code).toBe('comment_flood');
  });

  test('with ANONYMOUS_COMMENTS visitors comment, by name and address, and no quicker than others', async () => {
    const say = (values: object) =>
      request(service.server)
        .post(`${API}/comments`)
        .send({ post, ...values });
    const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code;
    expect(codeOf(await say({ content: 'hello' }).expect(400))).toBe('rest_comment_author_data_required');
    const nameless = { content: 'hello', author_name: ' <b></b> ', author_email: 'visitor@people.test' };
    expect(codeOf(await say(nameless).expect(400))).toBe('rest_comment_author_data_required');
    const author = { author_name: 'Visitor', author_email: 'visitor@people.test' };
    const { body } = await say({ content: 'hello', ...author }).expect(201);
    expect(body).toMatchObject({ author: 0, author_name: 'Visitor', status: 'hold' });
    expect(codeOf(await say({ content: 'again', ...author, author_email: 'other@people.test' }).expect(400))).toBe(
      'comment_flood',
    );
  });

  test('a client that disconnects in the middle of its body is not reported as a failure of the database', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const debug = jest.spyOn(Logger.prototype, 'debug').mockImplementation(() => undefined);
    try {
      await service.app.listen(0, '127.0.0.1');
      const { port } = service.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${API}/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{`,
        );
        setTimeout(() => socket.destroy(), 100);
      });
      const said = () => [...debug.mock.calls, ...error.mock.calls].map(([line]) => (line as { msg?: string }).msg);
      await until(
        () => Promise.resolve(said().some((line) => line?.includes('client aborted'))),
        'the abort is noticed',
      );
      expect(error).not.toHaveBeenCalled();
    } finally {
      error.mockRestore();
      debug.mockRestore();
    }
  });
});

test('with RATE_LIMIT=off comments are paced by their stored dates alone, as in WordPress', async () => {
  const service = await startTestApp({ RATE_LIMIT: 'off' });
  try {
    const send = (path: string, login: string, password: string, body: object) =>
      request(service.server).post(`${API}/${path}`).auth(login, password).send(body);
    const values = { username: 'reader', email: 'reader@people.test', password: PASSWORD, roles: ['subscriber'] };
    await send('users', ADMIN.user, ADMIN.password, values).expect(201);
    const { body: post } = await send('posts', ADMIN.user, ADMIN.password, { title: 'Open', status: 'publish' });
    const say = (content: string, date?: string) =>
      send('comments', 'reader', PASSWORD, { post: (post as { id: number }).id, content, date });
    await say('one', '2019-01-01T00:00:00').expect(201);
    await say('two', '2019-01-01T00:00:00').expect(201);
    await say('three').expect(201);
    const { body } = await say('four').expect(400);
    expect((body as { code: string }).code).toBe('comment_flood');
  } finally {
    await service.close();
  }
});
