#!/usr/bin/env node
// Compiles the service into dist/src and the console into dist/console, both at once; with --service, only the service. The modules of the service are bundled:
// loading hundreds of files would take a quarter of the processor time of a start. Decorators need the types of constructor
// parameters, which esbuild does not emit; swc does, with the .swcrc that `nest start --watch` uses.
import './usage.mjs';
import '../bin/supported-node.mjs';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transformFile } from '@swc/core';
import { build, stop } from 'esbuild';
import { buildConsole } from '../console/build.mjs';
import { replaceFolder } from './staged-folder.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Modules that are loaded by name, as far as they are part of the build. What they have in common is in chunks, so that a class exists only once. */
const ENTRY_POINTS = ['src/main.ts', 'src/index.ts', 'src/cli/main.ts', 'ormconfig.ts'];

/** Packages with native parts or worker threads, which load files of their own; reflect-metadata, which all of them share; optional ones. */
const NOT_BUNDLED = [
  'reflect-metadata',
  'sharp',
  '@photostructure/sqlite',
  '@node-rs/bcrypt',
  'pino',
  '@opentelemetry/*',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer/storage',
];

/** Folders of `typeorm/driver` for databases that the service does not use. */
const UNUSED_DRIVERS =
  'aurora-mysql|aurora-postgres|capacitor|cockroachdb|cordova|expo|mongodb|nativescript|oracle|postgres|react-native|sap|spanner|sqljs|sqlserver';

/** Packages in CommonJS use these names. */
const COMMONJS_GLOBALS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;',
].join('');

/**
 * TypeORM imports all of its drivers; an empty class of the same name takes the place of each that is not used. class-validator
 * imports a table of all telephone numbers for a decorator that is not used. @nestjs/typeorm requires TypeORM at run time for two
 * classes of its older versions, which would load a second copy of it.
 */
const dropUnused = {
  name: 'unused parts of packages',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /node_modules\/libphonenumber-js\/max\/index\.cjs$/ }, () => ({ contents: '', loader: 'js' }));
    onLoad({ filter: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ }, () => ({
      contents: "import * as typeorm from 'typeorm'; export const { Connection, AbstractRepository } = typeorm;",
      resolveDir: join(ROOT, 'node_modules/@nestjs/typeorm'),
      loader: 'js',
    }));
    onLoad(
      { filter: new RegExp(`typeorm/driver/(?:${UNUSED_DRIVERS})/\\w+(?:Driver|QueryRunner)\\.js$`) },
      ({ path }) => {
        const name = basename(path, '.js');
        return { contents: `exports.${name} = class ${name} {};`, loader: 'js' };
      },
    );
    // The drivers' own packages are optional and not installed.
    onResolve({ filter: /^[^.]/ }, ({ path, importer }) =>
      importer.includes('node_modules/typeorm/') && !isInstalled(path) ? { path, external: true } : undefined,
    );
  },
};

/** Packages that are loaded when they are first needed stay outside: in a bundle, `import()` of CommonJS has no named exports. */
const leaveOutLazyPackages = {
  name: 'lazily loaded packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && !importer.includes('node_modules') ? { path, external: true } : undefined,
    );
  },
};

function isInstalled(name) {
  try {
    return Boolean(import.meta.resolve(name));
  } catch {
    return false;
  }
}

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

// A new folder: nothing is left of a source that is gone.
await replaceFolder(join(ROOT, 'dist'), async (folder) => {
  const isServiceOnly = process.argv.includes('--service');
  const builds = [buildService(folder), buildAssets(folder)];
  if (!isServiceOnly) builds.push(buildConsole(join(folder, 'console')));
  // All end before the folder is deleted, and esbuild has reported what failed.
  const results = await Promise.allSettled(builds);
  if (results.every(({ status }) => status === 'fulfilled')) return true;
  process.exitCode = 1;
  return false;
});
await stop();

async function buildService(folder) {
  const common = {
    absWorkingDir: ROOT,
    outdir: folder,
    outbase: '.',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  };
  await Promise.all([
    build({
      ...common,
      entryPoints: ENTRY_POINTS.filter((path) => existsSync(join(ROOT, path))),
      chunkNames: 'src/chunks/[name]-[hash]',
      packages: 'external',
      define: { BUNDLED_SERVICE: '"./bundle/service.js"' },
      external: ['./bundle/*'],
      plugins: [compileWithSwc],
    }),
    build({
      ...common,
      entryPoints: ['src/start/service.ts'],
      outdir: join(folder, 'src/bundle'),
      outbase: 'src/start',
      chunkNames: '[name]-[hash]',
      sourcesContent: false,
      external: NOT_BUNDLED,
      // Its modules, of which only those that are used become part of the bundle; `main` is CommonJS.
      alias: { graphql: join(ROOT, 'node_modules/graphql/index.mjs') },
      // Names of classes are part of messages and of the container of Nest.
      minifyWhitespace: true,
      minifySyntax: true,
      banner: { js: COMMONJS_GLOBALS },
      plugins: [compileWithSwc, leaveOutLazyPackages, dropUnused],
    }),
  ]);
}

/** Style sheets and browser scripts that the service sends, next to the sources that send them. */
async function buildAssets(folder) {
  const paths = await readdir(join(ROOT, 'src'), { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: paths.filter((path) => /\.(?:css|browser\.js)$/.test(path)).map((path) => join('src', path)),
    outdir: folder,
    outbase: '.',
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
  });
}
