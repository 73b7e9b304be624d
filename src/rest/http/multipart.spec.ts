import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readMultipart, TruncatedPart } from './multipart.js';
import { TooManyParameters } from '../../text/php/php-query.js';

const TYPE = 'multipart/form-data; boundary=x';

interface Outcome {
  fields: unknown;
  files: { field: string; filename: string; type: string; text: string }[];
}

async function read(body: string | Buffer, pieces = Infinity, type = TYPE, fieldBytes = 1e6): Promise<Outcome> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, 'utf8');
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieces) chunks.push(bytes.subarray(at, at + pieces));
  const files: Outcome['files'] = [];
  const fields = await readMultipart(chunks, type, {
    fieldBytes,
    onFile: async ({ bytes: content, ...part }) => {
      const parts: Uint8Array[] = [];
      try {
        for await (const chunk of content) parts.push(chunk);
        files.push({ ...part, text: Buffer.concat(parts).toString() });
      } catch (error) {
        if (!(error instanceof TruncatedPart)) throw error;
        files.push({ ...part, text: 'truncated' });
      }
    },
  });
  return { fields, files };
}

const part = (disposition: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data${disposition}\r\n${more}\r\n${value}\r\n`;
const BODY =
  `preamble\r\n${part('; name="title"', 'Größe\r\n--y')}${part('; name="list[]"', '')}${part('; name="list[]"', 'b')}` +
  `${part('; name="file"; filename="a.png"', '\r\n--\r\n--', 'Content-Type: Image/PNG; x=y\r\n')}--x--\r\nepilogue\r\n--x\r\n`;
const EXPECTED: Outcome = {
  fields: { title: 'Größe\r\n--y', list: ['', 'b'] },
  files: [{ field: 'file', filename: 'a.png', type: 'image/png', text: '\r\n--\r\n--' }],
};

test.each([1, 2, 3, 5, 7, 64, Infinity])('fields and files are the same in pieces of %d bytes', async (pieces) => {
  expect(await read(BODY, pieces)).toEqual(EXPECTED);
});

test('unexpected files are skipped', async () => {
  expect(await readMultipart([Buffer.from(BODY)], TYPE, { fieldBytes: 100 })).toEqual(EXPECTED.fields);
});

describe('malformed bodies give the fields before the mistake', () => {
  const before = part('; name="a"', '1');
  test.each([
    ['truncated field', `${before}${part('; name="b"', '2')}`.slice(0, -3)],
    ['truncated head', `${before}--x\r\nContent-Disp`],
    ['head that never ends', `${before}--x\r\nX: ${'y'.repeat(9000)}\r\n\r\nz\r\n--x--`],
    ['part without a name', `${part('', 'z')}${before}--x--`],
    ['part without headers', `--x\r\n\r\nz\r\n${before}--x--`],
    ['part of another disposition', `--x\r\nContent-Disposition: attachment; name=b\r\n\r\nz\r\n${before}--x--`],
    ['text after the boundary', `${before}--xy\r\nContent-Disposition: form-data; name="b"\r\n\r\n2\r\n--x--`],
  ])('%s', async (_, body) => {
    for (const pieces of [1, 10, Infinity]) expect(await read(body, pieces)).toEqual({ fields: { a: '1' }, files: [] });
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', `${TYPE}${'x'.repeat(300)}`])(
    'no usable boundary: %s',
    async (type) => expect(await read(BODY, 10, type)).toEqual({ fields: {}, files: [] }),
  );
});

test('a truncated file is reported as such', async () => {
  const body = `${part('; name="a"', '1')}${part('; name="file"; filename="a.png"', 'bytes')}`.slice(0, -2);
  expect(await read(body, 3)).toMatchObject({ fields: { a: '1' }, files: [{ field: 'file', text: 'truncated' }] });
});

test.each<[string, string | Buffer, string]>([
  ['UTF-8', '"日本.png"', '日本.png'],
  ['Latin-1', Buffer.from('"\xe9t\xe9.png"', 'latin1'), 'été.png'],
  ['a path of an old browser', '"C:\\temp\\new.png"', 'new.png'],
  ['escaped quotes', '"a\\"b.png"', 'a"b.png'],
  ['no quotes', 'a.png', 'a.png'],
  ['none', '""', ''],
])('file name in %s', async (_, name, expected) => {
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="f"; filename=');
  const body = Buffer.concat([head, Buffer.from(name), Buffer.from('\r\n\r\nz\r\n--x--')]);
  expect((await read(body)).files).toMatchObject([{ field: 'f', filename: expected, text: 'z' }]);
});

describe('limits', () => {
  test('too many parts, with a name or without, or brackets in a name are refused', async () => {
    for (const body of [part('; name="a"', ''), '--x\r\n\r\n\r\n', part('; name="f"; filename="g"', '')])
      await expect(read(body.repeat(1100))).rejects.toThrow(TooManyParameters);
    await expect(read(`${part(`; name="a${'[b]'.repeat(40)}"`, '1')}--x--`)).rejects.toThrow(TooManyParameters);
  });

  test('fields together may not be larger than allowed', async () => {
    const body = `${part('; name="a"', 'x'.repeat(60))}${part('; name="b"', 'x'.repeat(60))}--x--`;
    await expect(read(body, 10, TYPE, 100)).rejects.toMatchObject({ status: 413, code: 'rest_request_too_large' });
    expect((await read(body, 10, TYPE, 120)).fields).toHaveProperty('b');
  });

  test('only the first twenty files are read', async () => {
    expect((await read(part('; name="f"; filename="g"', 'z').repeat(30))).files).toHaveLength(20);
  });

  test.each(['--x\r\n\r\n\r\n', '--x\r\n', '\r\n--x', '\r\n--', '\r\n--x \t'])(
    'eight megabytes of %j cost less than 250 ms of processor time',
    async (piece) => {
      const body = Buffer.alloc(8_000_000, piece);
      const measure = async () => {
        const before = process.cpuUsage();
        await read(body).catch(() => undefined);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      // The least of a few: garbage collection and other processes on a busy core add to the processor time.
      let least = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 10 && least >= 250; tries++) least = Math.min(least, await measure());
      expect(least).toBeLessThan(250);
    },
  );
});

test('an error of the source or of the consumer reaches the caller, and the source is closed', async () => {
  let isClosed = false;
  async function* source() {
    try {
      yield Buffer.from(BODY);
      throw new Error('connection lost');
    } finally {
      isClosed = true;
    }
  }
  const onFile = () => Promise.reject(new Error('disk full'));
  await expect(readMultipart(source(), TYPE, { fieldBytes: 100, onFile })).rejects.toThrow('disk full');
  expect(isClosed).toBe(true);
  const truncated = Buffer.from(BODY.slice(0, 60));
  async function* broken() {
    yield truncated;
    throw new Error('connection lost');
  }
  await expect(readMultipart(broken(), TYPE, { fieldBytes: 100 })).rejects.toThrow('connection lost');
});

test('any bytes are read or refused, never anything else', async () => {
  const fragment = fc.oneof(
    fc.constantFrom('--x', '--x--', '\r\n', '\n', '\r', ';', '"', '\\', '=', 'name', 'filename*', 'boundary', ':'),
    fc.constantFrom('Content-Disposition: form-data; name="a"', '; filename="b"', 'Content-Type: text/plain', '[]['),
    fc.string({ maxLength: 5 }),
  );
  const body = fc.array(fragment, { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''), 'latin1'));
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ min: 1, max: 50 }), async (bytes, pieces) => {
      const whole = await read(bytes).catch((error: unknown) => error);
      if (whole instanceof Error) expect(whole).toBeInstanceOf(TooManyParameters);
      expect(await read(bytes, pieces).catch((error: unknown) => error)).toEqual(whole);
    }),
    { numRuns: 2000 },
  );
});
