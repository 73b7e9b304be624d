import { type ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { WireReply } from '../../rest/response/index.js';
import { decrypt, encrypt, interceptResponse, REPLAYED_HEADER } from './stored-response.js';

const REPLY = new WireReply(201, { Location: '/wp-json/wp/v2/posts/1' }, '{"id":1,"password":"ünique"}');
const MAX_BYTES = 1_000_000;

describe('a stored response', () => {
  test('is read with the key of the client, and says that it was stored', () => {
    const { status, headers, body } = decrypt(encrypt(REPLY, 'key', MAX_BYTES)!, 'key');
    expect({ status, headers, body }).toEqual({
      status: 201,
      headers: { Location: '/wp-json/wp/v2/posts/1', [REPLAYED_HEADER]: 'true' },
      body: REPLY.body,
    });
    expect(decrypt(encrypt(new WireReply(204, {}, null), 'key', MAX_BYTES)!, 'key').body).toBeNull();
  });

  test('is not readable without it, nor after a change', () => {
    const stored = encrypt(REPLY, 'key', MAX_BYTES)!;
    expect(Buffer.from(stored, 'base64').includes('password')).toBe(false);
    expect(() => decrypt(stored, 'another key')).toThrow();
    const changed = Buffer.from(stored, 'base64');
    changed[changed.length - 1]! ^= 1;
    expect(() => decrypt(changed.toString('base64'), 'key')).toThrow();
  });

  test('differs each time', () => {
    expect(encrypt(REPLY, 'key', MAX_BYTES)).not.toBe(encrypt(REPLY, 'key', MAX_BYTES));
  });

  test('is not stored beyond the quota, or if it is very long', () => {
    expect(encrypt(REPLY, 'key', 10)).toBeUndefined();
    expect(encrypt(new WireReply(200, {}, 'x'.repeat(5 * 1024 * 1024)), 'key', Infinity)).toBeUndefined();
  });
});

test('a response is stored before it is sent, without the headers of its connection', async () => {
  const sent: unknown[] = [];
  const response = {
    writeHead: (...head: unknown[]) => void sent.push(head),
    end: (body?: string) => void sent.push(body),
  } as unknown as ServerResponse;
  let stored: WireReply | undefined;
  let finish = () => {};
  interceptResponse(response, (reply) => {
    stored = reply;
    return new Promise((done) => (finish = done));
  });
  const headers = { Location: '/x', Date: 'now', 'X-Request-Id': '1', 'Content-Length': 2 };
  response.writeHead(201, headers);
  response.end('{}');
  expect(stored).toEqual(new WireReply(201, { Location: '/x' }, '{}'));
  expect(sent).toEqual([]);
  finish();
  await new Promise((done) => setImmediate(done));
  expect(sent).toEqual([[201, headers], '{}']);
});
