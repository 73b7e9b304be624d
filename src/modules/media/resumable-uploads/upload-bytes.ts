import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataStore, type Upload } from '@tus/server';
import { UNFINISHED_FOLDER } from '../../../platform/uploads/upload-storage.js';
import { LIFETIME_MS } from './uploads.store.js';

/** The description of an upload, with the number of its received bytes; undefined if there is none. */
export type DescribeUpload = (id: string) => Promise<Upload | undefined>;

/** Where the bytes of unfinished uploads are. */
export interface UploadBytes {
  /** For the protocol. */
  open(describe: DescribeUpload): Promise<DataStore>;
  read(id: string): AsyncIterable<Uint8Array>;
  /** Number of received bytes; 0 if there are none. */
  size(id: string): Promise<number>;
  delete(id: string): Promise<void>;
}

/** Files in the uploads folder. */
export class LocalUploadBytes implements UploadBytes {
  private readonly folder: string;

  constructor(uploadsDir: string) {
    this.folder = join(uploadsDir, UNFINISHED_FOLDER);
  }

  async open(describe: DescribeUpload): Promise<DataStore> {
    const { FileStore } = await import('@tus/file-store');
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return new FileStore({
      directory: this.folder,
      expirationPeriodInMilliseconds: LIFETIME_MS,
      configstore: {
        get: describe,
        // The row is written before the file is created, and deleted after it.
        set: () => Promise.resolve(),
        delete: () => Promise.resolve(),
      },
    });
  }

  read(id: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.folder, id));
  }

  async size(id: string): Promise<number> {
    return stat(join(this.folder, id)).then(
      ({ size }) => size,
      () => 0,
    );
  }

  async delete(id: string): Promise<void> {
    await rm(join(this.folder, id), { force: true });
  }
}
