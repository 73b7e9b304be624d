#!/usr/bin/env node
// Compiles the service into dist/src and the console into dist/console, both at once. The compiler is called directly, with the .swcrc that
// `nest start --watch` uses: loading the Nest CLI takes longer than compiling.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'dist');

// None may be left of a source that is gone.
await rm(TARGET, { recursive: true, force: true });
const [failures] = await Promise.all([compileService(), import('../console/build.mjs')]);
if (failures.length > 0) {
  process.stderr.write(`${failures.map(({ reason }) => reason.message).join('\n')}\n`);
  process.exitCode = 1;
}

async function compileService() {
  const names = await readdir(join(ROOT, 'src'), { recursive: true });
  const sources = names.filter((name) => /(?<!\.(?:spec|fixture|d))\.ts$/.test(name)).map((name) => join('src', name));
  const compiled = await Promise.allSettled([...sources, 'ormconfig.ts'].map(compile));
  return compiled.filter(({ status }) => status === 'rejected');
}

async function compile(source) {
  const target = join(TARGET, source.replace(/\.ts$/, '.js'));
  const directory = dirname(target);
  const sourceFileName = relative(directory, join(ROOT, source));
  const { code, map } = await transformFile(join(ROOT, source), { cwd: ROOT, sourceFileName });
  await mkdir(directory, { recursive: true });
  await Promise.all([
    writeFile(target, `${code}\n//# sourceMappingURL=${target.slice(directory.length + 1)}.map`),
    writeFile(`${target}.map`, map),
  ]);
}
