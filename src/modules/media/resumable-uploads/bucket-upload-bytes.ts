import { type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type DataStore } from '@tus/server';
import { type UploadInbox } from '../../../platform/uploads/upload-inbox.js';
import { UNFINISHED_FOLDER, type UploadStorage } from '../../../platform/uploads/upload-storage.js';
import { type DescribeUpload, type UploadBytes } from './upload-bytes.js';
import { LIFETIME_MS } from './uploads.store.js';

/** All objects of an upload but the last have this size. */
export const PART_BYTES = 8 * 1024 ** 2;
const TYPE = 'application/octet-stream';

/**
 * Objects in the bucket, so that any machine continues an upload: `ID/0`, `ID/1`, … Objects of a bucket cannot grow: what
 * does not fill a part is stored when the request ends, and replaced by the next one.
 */
export class BucketUploadBytes implements UploadBytes {
  constructor(
    private readonly storage: UploadStorage,
    private readonly inbox: UploadInbox,
  ) {}

  async open(describe: DescribeUpload): Promise<DataStore> {
    const { DataStore: Base, ERRORS } = await import('@tus/server');
    const store = new Base();
    return Object.assign(store, {
      create: (upload: Awaited<ReturnType<DataStore['create']>>) => Promise.resolve(upload),
      remove: (id: string) => this.delete(id),
      write: (source: Readable, id: string, offset: number) => this.write(source, id, offset),
      getUpload: async (id: string) => {
        const upload = await describe(id);
        // As the tus packages do.
        if (!upload) throw ERRORS.FILE_NOT_FOUND;
        return upload;
      },
      getExpiration: () => LIFETIME_MS,
    });
  }

  async *read(id: string): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number++) {
      const part = await (await this.storage.open(pathOf(id, number)))?.read();
      if (!part) return;
      yield* part as AsyncIterable<Uint8Array>;
    }
  }

  async size(id: string): Promise<number> {
    const parts = await this.countParts(id);
    if (parts === 0) return 0;
    const last = await this.storage.open(pathOf(id, parts - 1));
    return (parts - 1) * PART_BYTES + (last?.size ?? 0);
  }

  /** The last part first: the others remain countable if the process is killed meanwhile. */
  async delete(id: string): Promise<void> {
    for (let number = (await this.countParts(id)) - 1; number >= 0; number--)
      await this.storage.delete(pathOf(id, number));
  }

  /** Returns the new number of received bytes. What arrived before an error is stored, too. */
  private async write(source: Readable, id: string, offset: number): Promise<number> {
    let number = Math.floor(offset / PART_BYTES);
    const begun = offset % PART_BYTES;
    let pending: Uint8Array[] = begun > 0 ? [await this.beginning(id, number, begun)] : [];
    let size = begun;
    let received = offset;
    const store = async () => {
      await this.storePart(id, number, pending);
      pending = [];
      size = 0;
    };
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        received += chunk.length;
        for (let at = 0; at < chunk.length;) {
          const taken = chunk.subarray(at, at + PART_BYTES - size);
          pending.push(taken);
          size += taken.length;
          at += taken.length;
          if (size < PART_BYTES) continue;
          await store();
          number++;
        }
      }
    } finally {
      if (size > 0 && received > offset) await store();
    }
    return received;
  }

  /** What the part has before this request. */
  private async beginning(id: string, number: number, size: number): Promise<Uint8Array> {
    const part = await (await this.storage.open(pathOf(id, number)))?.read({ from: 0, to: size - 1 });
    const bytes = part ? await buffer(part) : Buffer.alloc(0);
    if (bytes.length !== size) throw new Error(`Part ${number} of an upload is shorter than before.`);
    return bytes;
  }

  private async storePart(id: string, number: number, chunks: readonly Uint8Array[]): Promise<void> {
    const { path } = await this.inbox.save(iterate(chunks), { md5: false });
    try {
      await this.storage.replace(path, pathOf(id, number), TYPE);
    } finally {
      await this.inbox.drop(path);
    }
  }

  /** Parts have no gaps, so that a bisection finds the last one. */
  private async countParts(id: string): Promise<number> {
    const has = async (number: number) => (await this.storage.open(pathOf(id, number))) !== undefined;
    if (!(await has(0))) return 0;
    let [present, missing] = [0, 1];
    while (await has(missing)) [present, missing] = [missing, missing * 2];
    while (missing - present > 1) {
      const middle = Math.floor((present + missing) / 2);
      if (await has(middle)) present = middle;
      else missing = middle;
    }
    return missing;
  }
}

const pathOf = (id: string, number: number) => `${UNFINISHED_FOLDER}/${id}/${number}`;

async function* iterate(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
