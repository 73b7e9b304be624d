import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, utimes, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Modes {
  file: number;
  folder: number;
}

/**
 * Copies a folder of uploads, but not what is still arriving: those names begin with a dot. Files that are there already with the
 * same size and time stay. Returns the number of files the folder has then.
 */
export async function copyUploads(from: string, to: string, modes?: Modes): Promise<number> {
  await mkdir(to, { recursive: true, mode: modes?.folder });
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(noFolderIsNoFiles);
  let copied = 0;
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (!entry.isFile() || path.split('/').some((name) => name.startsWith('.'))) continue;
    if (await copyOne(join(from, path), join(to, path), modes)) copied++;
  }
  return copied;
}

/** False when it was deleted meanwhile. */
async function copyOne(from: string, to: string, modes?: Modes): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: modes?.folder });
  try {
    const { atime, mtime, size } = await stat(from);
    const copied = await stat(to).catch(() => undefined);
    if (copied?.size === size && copied.mtimeMs === mtime.getTime()) return true;
    // File systems that can share the blocks of a file do.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await utimes(to, atime, mtime);
    if (modes) await chmod(to, modes.file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function noFolderIsNoFiles(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
