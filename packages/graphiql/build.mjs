// Builds GraphiQL into dist: hashed files in assets/ and the page that loads them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { compress } from '../compress.mjs';

const SOURCE = join(import.meta.dirname, 'src');
const TARGET = join(import.meta.dirname, 'dist');

const COMMON = {
  absWorkingDir: import.meta.dirname,
  outdir: join(TARGET, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  metafile: true,
  legalComments: 'linked',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
};

/** The fonts of the style sheet would be a quarter of all files; the page has those of the reader's system. Icons are a font, too. */
const withoutFonts = {
  name: 'no fonts of text',
  setup({ onLoad }) {
    onLoad({ filter: /graphiql\/dist\/style\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/@font-face\s*\{[^}]*\}/g, (rule) =>
        rule.includes('codicon') ? rule : '',
      ),
      loader: 'css',
    }));
  },
};

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });

const outputOf = ({ metafile }, name) =>
  basename(
    Object.keys(metafile.outputs).find(
      (path) => metafile.outputs[path].entryPoint && basename(path).startsWith(`${name}-`),
    ),
  );

const workers = await build({
  ...COMMON,
  entryPoints: {
    editor: 'monaco-editor/esm/vs/editor/editor.worker.js',
    graphql: 'monaco-graphql/esm/graphql.worker.js',
    json: 'monaco-editor/esm/vs/language/json/json.worker.js',
  },
});
const styles = await build({ ...COMMON, entryPoints: { style: 'graphiql/style.css' }, plugins: [withoutFonts] });
const scripts = await build({
  ...COMMON,
  entryPoints: { main: join(SOURCE, 'main.tsx') },
  splitting: true,
  jsx: 'automatic',
  define: {
    ...COMMON.define,
    WORKERS: JSON.stringify(
      Object.fromEntries(['editor', 'graphql', 'json'].map((name) => [name, outputOf(workers, name)])),
    ),
  },
  // The page has the style sheet of all of it.
  loader: { '.css': 'empty', '.ttf': 'empty' },
});

const page = readFileSync(join(SOURCE, 'index.html'), 'utf8')
  .replace('%STYLE%', `assets/${outputOf(styles, 'style')}`)
  .replace('%MAIN%', `assets/${outputOf(scripts, 'main')}`);
writeFileSync(join(TARGET, 'index.html'), page);

compress(COMMON.outdir);
