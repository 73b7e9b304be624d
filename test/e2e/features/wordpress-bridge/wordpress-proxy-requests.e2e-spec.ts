import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';

/** A server that records what it receives byte for byte and responds to the first request of each connection. */
interface RawUpstream {
  readonly url: string;
  /** One text per connection. */
  readonly received: string[];
  status: number;
  close(): void;
}

const END = '<end>';

async function startRawUpstream(): Promise<RawUpstream> {
  const received: string[] = [];
  const server: Server = createServer((socket) => {
    let text = '';
    const index = received.push('') - 1;
    let isAnswered = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      received[index] = text;
      // Bodies of the tests end with a mark, so that they are recorded whole.
      const isWhole = text.includes(END) || (text.includes('\r\n\r\n') && !text.includes('x-with-body'));
      if (!isWhole || isAnswered) return;
      isAnswered = true;
      socket.write(`HTTP/1.1 ${upstream.status} X\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const upstream: RawUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    status: 200,
    close: () => server.close(),
  };
  return upstream;
}

anyEngine((engine) => {
  let upstream: RawUpstream;
  let service: TestApp;
  let port: number;

  beforeAll(async () => {
    upstream = await startRawUpstream();
    const env = { VARIANT: 'C', WORDPRESS_URL: upstream.url, RATE_LIMIT: 'on' };
    service = await startTestApp(env, engine, {}, { wordpress: { timeoutSeconds: 5 } });
    await service.app.listen(0, '127.0.0.1');
    port = (service.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    service.server.closeAllConnections();
    await service.close();
    upstream.close();
  });
  beforeEach(() => {
    upstream.received.length = 0;
    upstream.status = 200;
  });

  const passed = () => upstream.received.filter((text) => text.includes('x-forwarded-for'));
  const headOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n')).toLowerCase();

  /** Sends one request byte for byte; the status of the response. */
  function send(method: string, target: string, headers: readonly string[] = [], body = ''): Promise<number> {
    return new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      let response = '';
      socket.on('data', (chunk) => {
        response += chunk.toString('latin1');
        if (response.includes('\r\n\r\n')) socket.end();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => done(Number(response.split(' ', 2)[1])));
      const lines = [`${method} ${target} HTTP/1.1`, 'Host: site.test', ...headers];
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    });
  }

  describe('the end of a body', () => {
    const SMUGGLED = `DELETE /wp-json/wp/v2/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n${END}`;
    const chunked = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`;
    const length = `Content-Length: ${SMUGGLED.length}`;

    test.each(['GET', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH'])(
      'of %s is sent on, whatever Connection names',
      async (method) => {
        for (const named of [
          'content-length',
          'Content-Length, Transfer-Encoding',
          'keep-alive , content-length',
          'transfer-encoding',
          'host, content-type, via',
        ]) {
          await send(method, '/wp-json/acme/v1/x', [`Connection: ${named}`, 'X-With-Body: 1', length], SMUGGLED);
          const te = 'Transfer-Encoding: chunked';
          await send(method, '/wp-json/acme/v1/x', [`Connection: ${named}`, 'X-With-Body: 1', te], chunked);
        }
        expect(passed()).toHaveLength(10);
        for (const [index, text] of passed().entries()) {
          const isChunked = index % 2 === 1;
          expect(headOf(text)).toContain(isChunked ? '\r\ntransfer-encoding: chunked' : `\r\n${length.toLowerCase()}`);
          expect(headOf(text)).not.toContain(isChunked ? '\r\ncontent-length:' : '\r\ntransfer-encoding:');
          expect(headOf(text)).toContain(`\r\nhost: ${new URL(upstream.url).host}`);
          const body = text.slice(text.indexOf('\r\n\r\n') + 4);
          expect(body.startsWith(isChunked ? chunked.slice(0, 4) : SMUGGLED.slice(0, 4))).toBe(true);
        }
      },
    );

    test('of a request without a body stays where it is', async () => {
      for (const method of ['GET', 'DELETE', 'OPTIONS']) await send(method, '/wp-json/acme/v1/x');
      expect(passed().map((text) => text.split('\r\n\r\n')[1])).toEqual(['', '', '']);
    });
  });

  test('no header reaches WordPress that PHP reads as one that Nestpress sets', async () => {
    const names = ['X_Forwarded_For', 'X-Forwarded_Host', 'X_Real_IP', 'Content_Length', 'Transfer_Encoding', 'X.Via'];
    await send(
      'GET',
      '/wp-json/acme/v1/x',
      names.map((name) => `${name}: evil`),
    );
    expect(passed()).toHaveLength(1);
    expect(passed()[0]).not.toContain('evil');
  });

  test.each([
    'rest_route=/wp/v2/users',
    'rest%5Froute=/wp/v2/users',
    '%72est_route=/wp/v2/users',
    'rest.route=/wp/v2/users',
    'rest%2Eroute=/wp/v2/users',
    'rest+route=/wp/v2/users',
    'rest%20route=/wp/v2/users',
    'rest[route=/wp/v2/users',
    'rest%5Broute=/wp/v2/users',
    '+rest_route=/wp/v2/users',
    '%20rest.route=/wp/v2/users',
    'rest_route[]=/wp/v2/users',
    'rest_route%5B0%5D=/wp/v2/users',
    'rest.route[a][b]=/wp/v2/users',
    'rest%5Froute',
  ])('another route cannot be named with %s', async (pair) => {
    await send('GET', `/wp-json/acme/v1/x?a=1&${pair}&b[]=2`);
    // The middleware takes the plain name for the route itself.
    const targets = passed().map((text) => text.split(' ', 2)[1]);
    if (pair !== 'rest_route=/wp/v2/users') expect(targets).toEqual(['/wp-json/acme/v1/x?a=1&b[]=2']);
    for (const target of targets) expect(target).not.toContain('users');
  });

  test('a field of a form cannot name another route: the route is in the query string, which WordPress compares', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'Application/X-WWW-Form-Urlencoded; charset=utf-8',
      'multipart/form-data; boundary=b',
    ]) {
      const headers = [`Content-Type: ${type}`, 'X-With-Body: 1', `Content-Length: ${END.length + 11}`];
      await send('POST', '/wp-json/acme/v1/x?a=1', headers, `rest_route=${END}`);
    }
    expect(passed()).toHaveLength(3);
    for (const text of passed())
      expect(text.split(' ', 2)[1]).toBe('/wp-json/acme/v1/x?rest_route=%2Facme%2Fv1%2Fx&a=1');
  });

  describe('guessing passwords', () => {
    const basic = (name: string | Buffer, password = 'wrong') =>
      Buffer.concat([Buffer.from(name), Buffer.from(`:${password}`)]).toString('base64');
    const guess = (credentials: string) => send('GET', '/wp-json/acme/v1/x', [`Authorization: Basic ${credentials}`]);

    test.each([
      [
        'its login in other letters',
        ['admin', 'Admin', 'ADMIN', 'aDmin', ' admin', 'admin  ', '<b>admin</b>', 'ád%20min', 'adm&x;in'],
      ],
      ['its e-mail address', ['admin@example.com', 'ADMIN@example.com', 'admin', 'Admin', 'admin@example.com ']],
    ])('of an account is limited, by %s', async (_name, names) => {
      const fresh = await startTestApp({ VARIANT: 'C', WORDPRESS_URL: upstream.url, RATE_LIMIT: 'on' }, engine);
      const db = fresh.app.get(Database);
      const sql = `UPDATE ${db.tables.users} SET user_email = 'admin@example.com' WHERE ID = 1`;
      await db.transaction((tx) => tx.execute(sql, []));
      await fresh.app.listen(0, '127.0.0.1');
      const before = port;
      port = (fresh.server.address() as AddressInfo).port;
      upstream.status = 401;
      try {
        const statuses: number[] = [];
        for (let round = 0; round < 3; round++)
          for (const name of names) statuses.push(await guess(basic(name, `wrong ${round}`)));
        expect(passed()).toHaveLength(5);
        expect(new Set(statuses)).toEqual(new Set([401, 429]));
        upstream.status = 200;
        await guess(basic('admin', ADMIN.password));
        expect(passed()).toHaveLength(5);
      } finally {
        port = before;
        fresh.server.closeAllConnections();
        await fresh.close();
      }
    });

    test('WordPress gets the name that was counted, however the credentials are encoded', async () => {
      const plain = basic('someone');
      for (const credentials of [
        plain,
        plain.replace('c29', 'c-29'),
        plain.replace('c29', 'c=29'),
        `  ${plain}  `,
        `.${plain}`,
      ]) {
        upstream.received.length = 0;
        await guess(credentials);
        const header = /\r\nauthorization: basic (.*)\r\n/i.exec(passed()[0] ?? '')?.[1];
        // What PHP, which skips other characters, and Node.js read is the same.
        if (header !== undefined) expect(header).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
      }
      upstream.received.length = 0;
      await guess('bm9jb2xvbg==');
      expect(passed()).toHaveLength(1);
      expect(headOf(passed()[0]!)).not.toContain('authorization');
    });
  });
});
