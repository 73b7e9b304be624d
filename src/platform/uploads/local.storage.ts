import { randomBytes } from 'node:crypto';
import { constants, type Stats, existsSync } from 'node:fs';
import { access, copyFile, link, mkdir, open, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type Readable } from 'node:stream';
import { type ByteRange, type StoredFile, UploadStorage, checkUploadPath } from './upload-storage.js';

/** Error codes of file systems without hard links. */
const CANNOT_LINK = new Set(['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A local folder; an existing WordPress uploads folder can be used. */
export class LocalStorage extends UploadStorage {
  /** Folder of the last file that could not be stored. */
  private failed?: string;

  constructor(private readonly root: string) {
    super();
  }

  async place(localFile: string, path: string): Promise<boolean> {
    const target = this.locate(path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await syncFile(localFile);
      const isPlaced = await this.linkOrCopy(localFile, target);
      if (isPlaced) await syncFolder(dirname(target));
      this.failed = undefined;
      return isPlaced;
    } catch (error) {
      this.failed = dirname(target);
      throw error;
    }
  }

  /** Through a hidden name in the same folder, since only a rename replaces a file at once. */
  async replace(localFile: string, path: string): Promise<void> {
    const target = this.locate(path);
    const folder = dirname(target);
    const hidden = join(folder, `.${randomBytes(9).toString('hex')}`);
    await mkdir(folder, { recursive: true });
    await syncFile(localFile);
    try {
      await this.linkOrCopy(localFile, hidden);
      await rename(hidden, target);
    } finally {
      await rm(hidden, { force: true });
    }
    await syncFolder(folder);
  }

  async delete(path: string): Promise<void> {
    await ifPresent(rm(this.locate(path)));
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const found = await ifPresent(this.realFile(path));
    if (!found) return undefined;
    const { file, stats } = found;
    const { size, mtimeMs } = stats;
    return {
      size,
      modified: Math.floor(mtimeMs / 1000),
      etag: `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`,
      read: (range?: ByteRange): Promise<Readable | undefined> =>
        ifPresent(open(file)).then((handle) => handle?.createReadStream(range && { start: range.from, end: range.to })),
    };
  }

  /** The folder, this month's, and the one where a file could not be stored. */
  async probe(): Promise<void> {
    const [year = '', month = ''] = new Date().toISOString().split('-');
    const folders = [this.root, join(this.root, year, month), this.failed ?? this.root];
    await Promise.all(folders.map(assertWritableFolder));
  }

  /** A hard link never replaces a file, so two uploads cannot claim the same name: false if it is taken. */
  private async linkOrCopy(localFile: string, target: string): Promise<boolean> {
    try {
      if (await this.isLinked(localFile, target)) return true;
      await copyFile(localFile, target, constants.COPYFILE_EXCL);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
    await syncFile(target);
    return true;
  }

  /** False on a file system without hard links. */
  private async isLinked(localFile: string, target: string): Promise<boolean> {
    try {
      await link(localFile, target);
      return true;
    } catch (error) {
      if (CANNOT_LINK.has(codeOf(error))) return false;
      throw error;
    }
  }

  /** The file at the path, unless a symbolic link leads out of the folder. */
  private async realFile(path: string): Promise<{ file: string; stats: Stats } | undefined> {
    const [root, file] = await Promise.all([realpath(this.root), realpath(this.locate(path))]);
    if (!file.startsWith(root + sep)) return undefined;
    const stats = await stat(file);
    return stats.isFile() ? { file, stats } : undefined;
  }

  private locate(path: string): string {
    return join(this.root, checkUploadPath(path));
  }
}

/** Undefined if there is no file, or no longer: another request may delete it at any time. */
async function ifPresent<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the folder, so that the new name survives a crash of the machine. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** Rejects if the folder cannot be written to; one that does not exist yet must be creatable. */
export async function assertWritableFolder(path: string): Promise<void> {
  // With a trailing dot, the check fails for anything but a folder.
  await access(`${existingFolder(path)}${sep}.`, constants.W_OK | constants.X_OK);
}

/** The folder itself, or the nearest existing parent. */
function existingFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Free bytes on the file system of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingFolder(folder));
  return bavail * bsize;
}
