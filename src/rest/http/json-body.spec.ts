import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RestError } from '../errors/rest-error.js';
import { parseJsonBody } from './body.js';

function errorCode(body: string | Buffer): number | undefined {
  try {
    parseJsonBody(Buffer.from(body as string));
    return undefined;
  } catch (error) {
    return ((error as RestError).data as { json_error_code: number }).json_error_code;
  }
}

test('what is no object yields no parameters', () => {
  for (const body of ['', '5', '"x"', 'null', 'true']) expect(parseJsonBody(Buffer.from(body))).toEqual({});
  expect(parseJsonBody(Buffer.from('[1,2]'))).toEqual({ 0: 1, 1: 2 });
});

test('the cause of malformed JSON is reported by error number', () => {
  expect(errorCode('{"a":')).toBe(4);
  expect(errorCode('{"a":"\u0001"}')).toBe(3);
  expect(errorCode(Buffer.from([0x22, 0xff, 0x22]))).toBe(5);
  expect(errorCode('['.repeat(600) + ']'.repeat(600))).toBe(1);
  expect(errorCode('[{"a":1}]')).toBeUndefined();
});

test.each([
  ['{"a":\x01}', 3],
  ['{"a":1}\0', 3],
  ['\0', 3],
  ['{"a":"b', 3],
  ['{"a":"b\nc"}', 3],
  ['{bad \x01', 4],
  ['{"a":1,,\x01', 4],
  ['{"a":1}x\x01', 4],
  ['{"a":-\x01}', 4],
  ['{"a":"x\\', 4],
  ['{"a":"\\u12g4"}', 4],
  ['{"a":"\\q\x01"}', 4],
  ['é', 4],
  ['   ', 4],
  ['[1}', 2],
  ['{"a":1]', 2],
  ['{]', 2],
  ['{"a":}', 4],
  ['}', 4],
  ['{"a":NULL}', 4],
  ['{"a"}', 4],
  ['{"a":"\\ud800" \x01', 10],
])('the first error of %j has the number %i', (body, code) => {
  expect(errorCode(body)).toBe(code);
});

test('of several errors the first one counts, also if the bytes are no UTF-8', () => {
  expect(errorCode(Buffer.from('{"a":"\x02\xff"}', 'latin1'))).toBe(3);
  expect(errorCode(Buffer.from('[1 2 \xff]', 'latin1'))).toBe(4);
  expect(errorCode(Buffer.from('{"a":"\xc3', 'latin1'))).toBe(5);
  expect(errorCode(Buffer.from('{"a":\xff}', 'latin1'))).toBe(5);
});

test('half of a surrogate pair is an error of its own, a whole pair is text', () => {
  for (const text of ['\\ud800', 'a\\ud800b', '\\udc00', '\\ud83d\\n', '\\ud83d\\ud83d'])
    expect(errorCode(`{"a":"${text}"}`)).toBe(10);
  expect(parseJsonBody(Buffer.from('{"a":"\\ud83d\\ude00","b":"\\\\ud800"}'))).toEqual({ a: '😀', b: '\\ud800' });
});

test('a body with too many values is refused before it is parsed', () => {
  const list = (values: number) => Buffer.from(`{"a":[${Array(values).fill('[]').join()}]}`);
  expect(() => parseJsonBody(list(100_000))).toThrow('more than 10000 values');
  expect(parseJsonBody(list(100)).a).toHaveLength(100);
});

test('an escaped prototype in a body is dropped', () => {
  expect(parseJsonBody(Buffer.from('{"__\\u0070roto__":{"x":1},"a":1}'))).toEqual({ a: 1 });
});

test('a prototype in a body is dropped', () => {
  expect(parseJsonBody(Buffer.from('{"__proto__":{"x":1},"a":{"__proto__":1}}'))).toEqual({ a: {} });
});

test('any bytes parse or give the documented error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        parseJsonBody(Buffer.from(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(RestError);
      }
    }),
  );
});
