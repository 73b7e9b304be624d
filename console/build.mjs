// Builds the console into dist/console: hashed files in assets/ and the page that loads them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { replaceFolder } from '../tools/staged-folder.mjs';

const SOURCE = import.meta.dirname;
const TARGET = join(SOURCE, '../dist/console');

if (process.argv[1] === import.meta.filename) {
  mkdirSync(dirname(TARGET), { recursive: true });
  await replaceFolder(TARGET, buildConsole);
}

export async function buildConsole(folder) {
  const { metafile } = await build({
    entryPoints: { main: join(SOURCE, 'src/main.tsx'), style: join(SOURCE, 'src/styles/index.css') },
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    metafile: true,
    legalComments: 'linked',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });

  const outputs = Object.entries(metafile.outputs);
  const outputOf = (entry) => outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(entry));
  const [main, { imports }] = outputOf('src/main.tsx');
  const [style] = outputOf('src/styles/index.css');
  const asset = (path) => `/console/assets/${basename(path)}`;
  const preloads = imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="${asset(path)}" />`);
  const page = readFileSync(join(SOURCE, 'index.html'), 'utf8')
    .replace('%STYLE%', asset(style))
    .replace('%MAIN%', asset(main))
    .replace('%PRELOADS%', preloads.join('\n    '));
  writeFileSync(join(folder, 'index.html'), page);
}
