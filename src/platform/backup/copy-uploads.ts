import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, utimes, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Copies a folder of uploads, but not what is still arriving: those names begin with a dot. Gives the number of files. */
export async function copyUploads(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(noFolderIsNoFiles);
  let copied = 0;
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (!entry.isFile() || path.split('/').some((name) => name.startsWith('.'))) continue;
    if (await copyOne(join(from, path), join(to, path))) copied++;
  }
  return copied;
}

/** False when it was deleted meanwhile: then the site does not want it any more. */
async function copyOne(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  try {
    // File systems that can share the blocks of a file do.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const { atime, mtime } = await stat(from);
    await utimes(to, atime, mtime);
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
