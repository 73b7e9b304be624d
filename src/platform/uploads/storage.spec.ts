import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LocalStorage } from './local.storage.js';
import { S3Storage } from './s3.storage.js';
import { signed } from './s3-signature.js';
import { UploadInbox } from './upload-inbox.js';
import { type UploadStorage } from './upload-storage.js';

const CREDENTIALS = { region: 'here', accessKey: 'key', secretKey: 'secret' };
const PATH = '2018/02/a b(1)é.txt';

let folder: string;
let server: Server;
const bucket = new Map<string, Buffer>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-storage-'));
  server = createServer((request, response) => {
    void answer(request).then(({ status, body = Buffer.alloc(0) }) => {
      response.writeHead(status, {
        'content-length': body.length,
        'last-modified': 'Sat, 03 Feb 2018 04:05:06 GMT',
        etag: '"tag"',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As much of a storage service as the driver uses; it knows the secret and checks the signature. */
async function answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer }> {
  const body = await buffer(request);
  const { method = '', url = '', headers } = request;
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  const own = Object.fromEntries(
    names.filter((name) => !name.startsWith('x-amz-')).map((name) => [name, String(headers[name])]),
  );
  const time = String(headers['x-amz-date']).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const expected = signed(
    { method, path: url, headers: own, bodyHash: String(headers['x-amz-content-sha256']) },
    CREDENTIALS,
    new Date(time),
  );
  if (headers.authorization !== expected.authorization) return { status: 403 };
  const stored = bucket.get(url);
  if (method === 'PUT') {
    if (stored && headers['if-none-match'] === '*') return { status: 412 };
    bucket.set(url, body);
    return { status: 200 };
  }
  if (method === 'DELETE') return { status: bucket.delete(url) ? 204 : 404 };
  if (!stored) return { status: 404 };
  const range = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '');
  return range
    ? { status: 206, body: stored.subarray(Number(range[1]), Number(range[2]) + 1) }
    : { status: 200, body: stored };
}

const s3 = (secretKey = CREDENTIALS.secretKey) => {
  const { port } = server.address() as AddressInfo;
  return new S3Storage({
    ...CREDENTIALS,
    secretKey,
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'media',
    prefix: 'site',
  });
};

describe.each<[string, () => UploadStorage]>([
  ['a folder', () => new LocalStorage(join(folder, 'uploads'))],
  ['a bucket', s3],
])('%s', (_name, make) => {
  test('keeps, reads and removes files, and never overwrites one', async () => {
    const storage = make();
    const local = join(folder, 'local');
    writeFileSync(local, 'hello storage');
    expect(await storage.open(PATH)).toBeUndefined();
    expect(await storage.place(local, PATH, 'text/plain')).toBe(true);
    writeFileSync(join(folder, 'other'), 'other');
    expect(await storage.place(join(folder, 'other'), PATH, 'text/plain')).toBe(false);
    const file = (await storage.open(PATH))!;
    expect(file.size).toBe(13);
    expect(file.etag).toMatch(/^".+"$/);
    expect(await text((await file.read())!)).toBe('hello storage');
    expect(await text((await file.read({ from: 6, to: 8 }))!)).toBe('sto');
    await storage.remove(PATH);
    await storage.remove(PATH);
    expect(await file.read()).toBeUndefined();
    expect(await storage.open(PATH)).toBeUndefined();
  });

  test.each(['', '/', '../x', 'a/../../x', '.hidden/x', 'a/.x', 'a\\b', 'a\0b', '/etc/passwd', 'a//b'])(
    'refuses the path %j',
    async (path) => {
      await expect(make().open(path)).rejects.toThrow();
      await expect(make().remove(path)).rejects.toThrow();
    },
  );
});

test('a bucket that does not know us says so', async () => {
  await expect(s3('wrong').open(PATH)).rejects.toThrow('403');
});

describe('the inbox', () => {
  async function* bytes(...parts: string[]) {
    for (const part of parts) yield Buffer.from(part);
  }

  test('keeps a stream with its digest', async () => {
    const inbox = new UploadInbox(join(folder, 'inbox'));
    const kept = await inbox.keep(bytes('hello ', 'world'), { md5: true });
    expect(kept).toMatchObject({ size: 11, md5: '5eb63bbbe01eeed093cb22bb8f5acdc3' });
    await inbox.drop(kept.path);
  });

  test('leaves nothing of a stream that breaks off', async () => {
    const inbox = new UploadInbox(join(folder, 'inbox'));
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    };
    await expect(inbox.keep(broken(), { md5: false })).rejects.toThrow('gone');
    expect(readdirSync(join(folder, 'inbox/.nestpress-incoming'))).toEqual([]);
  });

  test('finds what dead processes left, and only that', async () => {
    const root = join(folder, 'left');
    const inbox = new UploadInbox(root);
    const mine = await inbox.keep(bytes('mine'), { md5: false });
    const placement = await inbox.begin(['2018/02/a.png']);
    const rename = (path: string) => path.replace(/\.\d+\.[0-9a-f]{8}\./, '.999999.00000000.');
    writeFileSync(rename(mine.path), 'theirs');
    writeFileSync(rename(placement.id), '["2018/02/b.png","2018/02/b-1x1.png"]');
    writeFileSync(rename(placement.id).replace('.placement', 'x.placement'), '["2018/');
    const left = await inbox.leftovers();
    expect(left.map(({ paths }) => paths).sort()).toEqual([[], ['2018/02/b.png', '2018/02/b-1x1.png']]);
    expect(readdirSync(join(root, '.nestpress-incoming'))).toHaveLength(4);
    for (const found of left) await inbox.finish(found);
    await inbox.finish(placement);
    await inbox.drop(mine.path);
    expect(readdirSync(join(root, '.nestpress-incoming'))).toEqual([]);
  });
});
