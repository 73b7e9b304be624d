import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

const API = '/wp-json/wp/v2';
const PASSWORD = 'a password';

eachEngine((engine) => {
  let service: TestApp;
  let post: number;

  beforeAll(async () => {
    service = await startTestApp({ RATE_LIMIT: 'on', ANONYMOUS_COMMENTS: 'on' }, engine);
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
