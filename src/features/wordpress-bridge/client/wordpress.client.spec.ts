import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withSettings } from '../../../../test/support/app.js';
import { type WordPressConfig } from '../../../platform/config/index.js';
import { loadConfig } from '../../../platform/config/load-config.js';
import { WordPressClient } from './wordpress.client.js';

let server: Server;
let url: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function client(env: Record<string, string> = {}, settings: Partial<WordPressConfig> = {}): WordPressClient {
  return new WordPressClient(
    withSettings(
      { wordpress: settings },
      {
        VARIANT: 'C',
        WORDPRESS_URL: url.replace('://', '://service:abcd%20efgh@'),
        ...env,
      },
    ),
  );
}

test('requests name the route in the query and carry the account', async () => {
  const seen: (string | undefined)[] = [];
  respond = (request, response) => {
    seen.push(request.method, request.url, request.headers.authorization);
    response.end('{"post":{}}');
  };
  expect(await client().json('/wp/v2/types', { method: 'OPTIONS', query: { context: 'edit' } })).toEqual({ post: {} });
  expect(seen).toEqual([
    'OPTIONS',
    '/index.php?rest_route=%2Fwp%2Fv2%2Ftypes&context=edit',
    `Basic ${Buffer.from('service:abcd efgh').toString('base64')}`,
  ]);
});

test('a refused account, another status and a page instead of JSON have different errors, without the password', async () => {
  respond = (_request, response) => response.writeHead(401).end('{}');
  await expect(client().json('/wp/v2/types')).rejects.toThrow(
    /refused the account "service" \(GET \/wp\/v2\/types: 401\)/,
  );
  await expect(client().json('/wp/v2/types')).rejects.not.toThrow(/abcd/);
  respond = (_request, response) => response.writeHead(503).end('busy');
  await expect(client().json('/wp/v2/types')).rejects.toThrow('responded 503 to GET /wp/v2/types.');
  respond = (_request, response) => response.end('<html>');
  await expect(client().json('/wp/v2/types')).rejects.toThrow('something other than JSON');
});

test('a redirect is never followed', async () => {
  let requests = 0;
  respond = (_request, response) => {
    requests++;
    response.writeHead(302, { Location: `${url}/elsewhere` }).end();
  };
  await expect(client().json('/wp/v2/types')).rejects.toThrow('it redirects to another address');
  expect(requests).toBe(1);
});

test('a WordPress that is slow or down fails with the reason', async () => {
  respond = () => undefined;
  await expect(client({}, { timeoutSeconds: 1 }).json('/wp/v2/types')).rejects.toThrow('did not respond in time');
  await expect(client({ WORDPRESS_URL: 'http://127.0.0.1:1' }).json('/wp/v2/types')).rejects.toThrow('ECONNREFUSED');
});

test('the address needs variant C, and may have an account, which no error shows', () => {
  expect(() => client({ VARIANT: 'A' })).toThrow('WORDPRESS_URL needs VARIANT=C.');
  expect(() => client({ WORDPRESS_URL: 'http://me@host' })).toThrow(
    /^WORDPRESS_URL must look like [^,]+, without a query or trailing slash\.$/,
  );
  const env = { VARIANT: 'C', WORDPRESS_URL: 'https://m%40x:a%20b@host/blog' };
  expect(loadConfig(env).wordpress).toMatchObject({
    url: 'https://host/blog',
    user: 'm@x',
    applicationPassword: 'a b',
  });
  expect(loadConfig({ ...env, WORDPRESS_URL: 'http://host' }).wordpress).toMatchObject({ url: 'http://host' });
  expect(loadConfig({}).wordpress).toBeUndefined();
});
