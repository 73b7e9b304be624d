import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../../../test/support/s3-server.js';
import { LocalStorage } from './local.storage.js';
import { S3Storage } from './s3.storage.js';
import { UploadInbox } from './upload-inbox.js';
import { type UploadStorage } from './upload-storage.js';

const PATH = '2018/02/a b(1)é.txt';

let folder: string;
let server: S3Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-storage-'));
  server = await startS3Server();
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const s3 = () => new S3Storage({ ...S3_CREDENTIALS, endpoint: server.endpoint, bucket: 'media', prefix: 'site' });

describe.each<[string, () => UploadStorage]>([
  ['a folder', () => new LocalStorage(join(folder, 'uploads'))],
  ['a bucket', s3],
])('%s', (_name, make) => {
  test('stores, reads and deletes files, and never overwrites one', async () => {
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
    await storage.delete(PATH);
    await storage.delete(PATH);
    expect(await file.read()).toBeUndefined();
    expect(await storage.open(PATH)).toBeUndefined();
  });

  test.each(['', '/', '../x', 'a/../../x', '.hidden/x', 'a/.x', 'a\\b', 'a\0b', '/etc/passwd', 'a//b'])(
    'refuses the path %j',
    async (path) => {
      await expect(make().open(path)).rejects.toThrow();
      await expect(make().delete(path)).rejects.toThrow();
    },
  );
});

describe('the inbox', () => {
  async function* bytes(...parts: string[]) {
    for (const part of parts) yield Buffer.from(part);
  }

  test('saves a stream with its digest', async () => {
    const inbox = new UploadInbox(join(folder, 'inbox'));
    const saved = await inbox.save(bytes('hello ', 'world'), { md5: true });
    expect(saved).toMatchObject({ size: 11, md5: '5eb63bbbe01eeed093cb22bb8f5acdc3' });
    await inbox.drop(saved.path);
  });

  test('leaves nothing of a stream that breaks off', async () => {
    const inbox = new UploadInbox(join(folder, 'inbox'));
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    };
    await expect(inbox.save(broken(), { md5: false })).rejects.toThrow('gone');
    expect(readdirSync(join(folder, 'inbox/.nestpress-incoming'))).toEqual([]);
  });

  test('finds what dead processes left, and only that', async () => {
    const root = join(folder, 'left');
    const inbox = new UploadInbox(root);
    const mine = await inbox.save(bytes('mine'), { md5: false });
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
