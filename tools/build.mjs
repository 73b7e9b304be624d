#!/usr/bin/env node
// Compiles the service into dist/src and the console into dist/console, both at once. The modules of the service are bundled:
// loading hundreds of files would take a quarter of the processor time of a start. Decorators need the types of constructor
// parameters, which esbuild does not emit; swc does, with the .swcrc that `nest start --watch` uses.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { transformFile } from '@swc/core';
import { build, stop } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
/** Modules that are loaded by name, as far as they are part of the build. What they have in common is in chunks, so that a class exists only once. */
const ENTRY_POINTS = ['src/main.ts', 'src/index.ts', 'src/cli/main.ts', 'ormconfig.ts'];

/** Compiles TypeScript with swc. */
const compileWithSwc = {
  name: 'swc',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const { code } = await transformFile(path, { cwd: ROOT, sourceMaps: 'inline' });
      return { contents: code, loader: 'js' };
    });
  },
};

// None may be left of a source that is gone.
await rm(join(ROOT, 'dist'), { recursive: true, force: true });
await Promise.all([buildService(), buildAssets(), import('../console/build.mjs')]);
await stop();

async function buildService() {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRY_POINTS.filter((path) => existsSync(join(ROOT, path))),
    outdir: 'dist',
    outbase: '.',
    chunkNames: 'src/chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [compileWithSwc],
  }).catch(() => (process.exitCode = 1));
}

/** Style sheets and browser scripts that the service sends, next to the sources that send them. */
async function buildAssets() {
  const paths = await readdir(join(ROOT, 'src'), { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: paths.filter((path) => /\.(?:css|browser\.js)$/.test(path)).map((path) => join('src', path)),
    outdir: 'dist',
    outbase: '.',
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
  }).catch(() => (process.exitCode = 1));
}
