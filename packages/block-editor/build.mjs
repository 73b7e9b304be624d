// Builds the block editor into dist: hashed files in assets/ and the page that loads them, and in block-styles/ one style sheet per
// block for site pages.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { compiledCatalogues } from '../../console/messages/compile.mjs';
import { compress } from '../compress.mjs';

const SOURCE = join(import.meta.dirname, 'src');
const TARGET = join(import.meta.dirname, 'dist');

const COMMON = {
  outdir: join(TARGET, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  metafile: true,
  legalComments: 'linked',
  logLevel: 'warning',
};

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });

const styles = await build({
  ...COMMON,
  entryPoints: { style: join(SOURCE, 'style.css'), canvas: join(SOURCE, 'canvas.css') },
  loader: { '.svg': 'dataurl', '.gif': 'dataurl' },
});
const outputOf = ({ metafile }, source) =>
  basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(source))[0]);

const scripts = await build({
  ...COMMON,
  entryPoints: { main: join(SOURCE, 'main.ts') },
  splitting: true,
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
    'globalThis.IS_GUTENBERG_PLUGIN': 'false',
    'globalThis.IS_WORDPRESS_CORE': 'false',
    'globalThis.SCRIPT_DEBUG': 'false',
    CANVAS_STYLE: JSON.stringify(outputOf(styles, 'canvas.css')),
  },
  loader: { '.css': 'text' },
  plugins: [compiledCatalogues],
  // 13 MB of WebAssembly that process images in the browser; the service does so itself.
  alias: { '@wordpress/vips/worker': join(SOURCE, 'no-vips.ts') },
});

/** What the page's script imports before it runs. */
const [imported] = Object.values(scripts.metafile.outputs)
  .filter(({ entryPoint }) => entryPoint?.endsWith('main.ts'))
  .map(({ imports }) => imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)));

const asset = (name) => `/console/block-editor/assets/${name}`;
const preload = (name) => `<link rel="modulepreload" href="${asset(name)}" />`;
const page = readFileSync(join(SOURCE, 'index.html'), 'utf8')
  .replace('%STYLE%', asset(outputOf(styles, 'style.css')))
  .replace('%CANVAS%', asset(outputOf(styles, 'canvas.css')))
  .replace('%MODULES%', [outputOf(scripts, 'editor.ts'), ...imported].map(preload).join('\n    '))
  .replace('%MAIN%', asset(outputOf(scripts, 'main.ts')));
writeFileSync(join(TARGET, 'index.html'), page);

compress(COMMON.outdir);

const sheets = join(import.meta.dirname, 'node_modules/@wordpress/block-library/build-style');
const blocks = readdirSync(sheets, { recursive: true }).filter((path) => /^[^/\\]+[/\\]style\.css$/.test(path));
await build({
  entryPoints: blocks.map((path) => ({ in: join(sheets, path), out: dirname(path) })),
  outdir: join(TARGET, 'block-styles'),
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
});
