import { type Readable } from 'node:stream';

export interface ByteRange {
  /** First and last byte, both included. */
  from: number;
  to: number;
}

/** A stored file, ready to be sent. */
export interface StoredFile {
  size: number;
  /** Seconds since 1970. */
  modified: number;
  /** Quoted, as in the header. */
  etag: string;
  /** Undefined when the file was deleted in the meantime. */
  read(range?: ByteRange): Promise<Readable | undefined>;
}

/** Where uploaded files live. Paths are relative to the uploads folder, with forward slashes: `2018/02/a.jpg`. */
export abstract class UploadStorage {
  /** Files sent to clients, since the start. */
  readonly sent = { files: 0, bytes: 0 };

  /** Puts a finished local file in its place; false when something has that name already. Survives a crash once it returns. */
  abstract place(localFile: string, path: string, type: string): Promise<boolean>;

  /** Removes a file; one that is not there is no error. */
  abstract delete(path: string): Promise<void>;

  /** Undefined when there is no such file. */
  abstract open(path: string): Promise<StoredFile | undefined>;

  /** Rejects where nothing could be placed now. */
  abstract probe(): Promise<void>;
}

/** A path below the uploads folder that is safe to hand to a storage: relative, plain, nothing hidden, no way up. */
export function isUploadPath(path: string): boolean {
  if (path === '' || path.length > 1024 || /[\\\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

export function checkUploadPath(path: string): string {
  if (!isUploadPath(path)) throw new Error(`Not a path of the uploads folder: ${JSON.stringify(path)}`);
  return path;
}
