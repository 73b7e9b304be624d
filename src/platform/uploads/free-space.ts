import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The folder itself, or the nearest one above it that exists. */
export function existingFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Bytes that may still be written to the file system of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingFolder(folder));
  return bavail * bsize;
}
