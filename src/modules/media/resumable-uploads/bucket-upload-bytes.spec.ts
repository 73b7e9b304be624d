import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type DataStore } from '@tus/server';
import { S3_CREDENTIALS, type S3Server, startS3Server } from '../../../../test/support/s3-server.js';
import { S3Storage } from '../../../platform/uploads/s3.storage.js';
import { UploadInbox } from '../../../platform/uploads/upload-inbox.js';
import { BucketUploadBytes, PART_BYTES } from './bucket-upload-bytes.js';

const ID = 'a'.repeat(32);
const FILE = randomBytes(2 * PART_BYTES + 1000);
const folder = mkdtempSync(join(tmpdir(), 'nestpress-bucket-'));
let s3: S3Server;
let bytes: BucketUploadBytes;
let store: DataStore;

beforeAll(async () => {
  s3 = await startS3Server();
  const storage = new S3Storage({ ...S3_CREDENTIALS, endpoint: s3.endpoint, bucket: 'media', prefix: '' });
  bytes = new BucketUploadBytes(storage, new UploadInbox(folder));
  store = await bytes.open(() => Promise.resolve(undefined));
});
afterEach(() => bytes.delete(ID));
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (from: number, to: number) => store.write(Readable.from([FILE.subarray(from, to)]), ID, from);
const sizes = () => [...s3.objects.values()].map(({ length }) => length);

test('an upload is stored in parts, whatever the sizes of its requests', async () => {
  expect(await bytes.size(ID)).toBe(0);
  expect(await write(0, 1000)).toBe(1000);
  expect(await bytes.size(ID)).toBe(1000);
  expect(await write(1000, PART_BYTES)).toBe(PART_BYTES);
  expect(await write(PART_BYTES, FILE.length)).toBe(FILE.length);
  expect(sizes()).toEqual([PART_BYTES, PART_BYTES, 1000]);
  expect(await bytes.size(ID)).toBe(FILE.length);
  expect((await buffer(Readable.from(bytes.read(ID)))).equals(FILE)).toBe(true);
  expect(readdirSync(join(folder, '.nestpress-incoming'))).toEqual([]);
  await bytes.delete(ID);
  expect(s3.objects.size).toBe(0);
});

test('what arrived before the connection was lost stays', async () => {
  async function* lost() {
    yield FILE.subarray(0, PART_BYTES + 500);
    await Promise.resolve();
    throw new Error('lost');
  }
  await expect(store.write(Readable.from(lost()), ID, 0)).rejects.toThrow('lost');
  expect(await bytes.size(ID)).toBe(PART_BYTES + 500);
  expect(await write(PART_BYTES + 500, FILE.length)).toBe(FILE.length);
  expect((await buffer(Readable.from(bytes.read(ID)))).equals(FILE)).toBe(true);
});

test('a part that the bucket does not take is not counted', async () => {
  await write(0, PART_BYTES);
  s3.fault = ({ method }) => (method === 'PUT' ? 403 : undefined);
  await expect(write(PART_BYTES, FILE.length)).rejects.toThrow('403');
  s3.fault = undefined;
  expect(await bytes.size(ID)).toBe(PART_BYTES);
});

test('an unknown upload does not exist', async () => {
  await expect(store.getUpload(ID)).rejects.toMatchObject({ status_code: 404 });
});
