// Copies the example applications into dist, without what was installed or built in them.
import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const EXAMPLES = join(import.meta.dirname, '../../examples');
const TARGET = join(import.meta.dirname, 'dist');
const BUILT = new Set(['node_modules', '.next', '.astro', 'dist', 'package-lock.json', 'next-env.d.ts']);

rmSync(TARGET, { recursive: true, force: true });
for (const name of ['next', 'astro'])
  cpSync(join(EXAMPLES, `${name}-site`), join(TARGET, name), {
    recursive: true,
    filter: (path) => !BUILT.has(basename(path)),
  });
