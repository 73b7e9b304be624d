import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from '@jest/globals';
import { absent } from './absent.js';

/** Where a program is on the search path. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** A suite that drives another program: skipped, saying so, where it is not installed; in CI it must be. */
export function withProgram(names: readonly string[], suite: (path: string) => void): void {
  const path = findProgram(names);
  describe(names[0]!, () => {
    if (path) suite(path);
    else absent(`${names[0]} is not installed`);
  });
}
