import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { S3_CREDENTIALS, type S3Server, signature, startS3Server } from '../../../test/support/s3-server.js';
import { S3Storage } from './s3.storage.js';

const MEGABYTE = 1_048_576;
const folder = mkdtempSync(join(tmpdir(), 'nestpress-s3-'));
const [small, large] = [join(folder, 'small'), join(folder, 'large')];
const largeContent = randomBytes(40 * MEGABYTE);
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
  writeFileSync(small, 'small file');
  writeFileSync(large, largeContent);
});
afterEach(() => {
  s3.fault = undefined;
  s3.objects.clear();
  s3.requests.length = 0;
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const storage = (secretKey = S3_CREDENTIALS.secretKey) =>
  new S3Storage({ ...S3_CREDENTIALS, secretKey, endpoint: s3.endpoint, bucket: 'media', prefix: 'site' });

test('the test server computes the signature of the example in the S3 documentation', () => {
  const hash = createHash('sha256').digest('hex');
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': hash,
    'x-amz-date': '20130524T000000Z',
  };
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
  const credentials = { region: 'us-east-1', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  expect(signature({ method: 'GET', url, headers, hash }, credentials, '20130524T000000Z')).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test.each(["a b(1)'é.txt", 'a+b&c=d.txt', '100%.txt', '~x!*.txt'])(
  'the name %s is encoded and signed',
  async (name) => {
    expect(await storage().place(small, `2018/02/${name}`, 'text/plain')).toBe(true);
    expect((await buffer((await (await storage().open(`2018/02/${name}`))!.read())!)).toString()).toBe('small file');
  },
);

test('wrong credentials are reported with the status', async () => {
  await expect(storage('wrong').open('2018/02/a.txt')).rejects.toThrow('403');
});

test('a large file is uploaded in parts and read back unchanged', async () => {
  expect(await storage().place(large, '2018/02/large.bin', 'video/mp4')).toBe(true);
  expect(s3.requests.filter((line) => line.includes('partNumber='))).toHaveLength(3);
  expect(s3.uploads.size).toBe(0);
  const file = (await storage().open('2018/02/large.bin'))!;
  expect((await buffer((await file.read())!)).equals(largeContent)).toBe(true);
});

test.each([
  ['responses with status 503', 503],
  ['dropped connections', 'drop'],
] as const)('%s are retried', async (_name, fault) => {
  let failures = 2;
  s3.fault = ({ method }) => (method === 'PUT' && failures-- > 0 ? fault : undefined);
  expect(await storage().place(large, '2018/02/large.bin', 'video/mp4')).toBe(true);
  expect(s3.objects.get('/media/site/2018/02/large.bin')?.equals(largeContent)).toBe(true);
});

test('an upload that fails for good leaves no parts behind', async () => {
  s3.fault = ({ url }) => (url?.includes('partNumber=2') ? 400 : undefined);
  await expect(storage().place(large, '2018/02/large.bin', 'video/mp4')).rejects.toThrow('400');
  expect(s3.uploads.size).toBe(0);
  expect(s3.objects.size).toBe(0);
});

test('a large file does not overwrite one that appeared during its upload', async () => {
  s3.fault = ({ url }) => {
    if (url?.includes('partNumber=3')) s3.objects.set('/media/site/2018/02/large.bin', Buffer.from('other'));
    return undefined;
  };
  expect(await storage().place(large, '2018/02/large.bin', 'video/mp4')).toBe(false);
  expect(s3.objects.get('/media/site/2018/02/large.bin')?.toString()).toBe('other');
  expect(s3.uploads.size).toBe(0);
});
