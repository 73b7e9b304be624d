import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { describe } from '@jest/globals';
import { missing } from './missing.js';

/** The path of a program, found on PATH. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** A suite that runs another program. Skipped with the reason where it is not installed; in CI that is a failure. */
export function withProgram(names: readonly string[], suite: (path: string) => void): void {
  const path = findProgram(names);
  describe(basename(path ?? names[0]!), () => {
    if (path) suite(path);
    else missing(`${names.join(' or ')} is not installed`);
  });
}
