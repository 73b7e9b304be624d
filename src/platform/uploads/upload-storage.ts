import { type Readable } from 'node:stream';

export interface ByteRange {
  /** First and last byte, both inclusive. */
  from: number;
  to: number;
}

/** A stored file. */
export interface StoredFile {
  size: number;
  /** Seconds since 1970. */
  modified: number;
  /** Quoted, as in the header. */
  etag: string;
  /** Undefined when the file was deleted in the meantime. */
  read(range?: ByteRange): Promise<Readable | undefined>;
}

/** Storage of uploaded files. Paths are relative to the uploads folder, with forward slashes: `2018/02/a.jpg`. */
export abstract class UploadStorage {
  /** Files sent to clients, since the start. */
  readonly sent = { files: 0, bytes: 0 };

  /** Stores a finished local file under the path; false if the path exists. Durable once it returns. */
  abstract place(localFile: string, path: string, type: string): Promise<boolean>;

  /** Stores a finished local file under the path, in place of the one that is there: readers get the one or the other whole. */
  abstract replace(localFile: string, path: string, type: string): Promise<void>;

  /** Deletes a file; a missing one is not an error. */
  abstract delete(path: string): Promise<void>;

  /** Undefined if there is no such file. */
  abstract open(path: string): Promise<StoredFile | undefined>;

  /** Rejects if nothing could be stored now. */
  abstract probe(): Promise<void>;
}

/** Whether a path below the uploads folder is safe: relative, without special characters, hidden files or `..`. */
export function isUploadPath(path: string): boolean {
  if (path === '' || path.length > 1024 || /[\\\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** Folder of unfinished uploads: never served, not part of backups. */
export const UNFINISHED_FOLDER = '.nestpress-uploads';

export function checkUploadPath(path: string): string {
  if (!isUploadPath(path)) throw new Error(`Not a path of the uploads folder: ${JSON.stringify(path)}`);
  return path;
}
