// Builds the console into dist/console: hashed files in assets/ and the page that loads them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { LANGUAGES } from './messages/catalogues.mjs';
import { compiledCatalogues, isStartGroup } from './messages/compile.mjs';
import { replaceFolder } from '../tools/staged-folder.mjs';

const SOURCE = import.meta.dirname;
const TARGET = join(SOURCE, '../dist/console');

if (process.argv[1] === import.meta.filename) {
  mkdirSync(dirname(TARGET), { recursive: true });
  await replaceFolder(TARGET, buildConsole);
}

export async function buildConsole(folder) {
  const { metafile } = await build({
    entryPoints: { main: join(SOURCE, 'src/main.ts'), style: join(SOURCE, 'src/styles/index.css') },
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
    plugins: [compiledCatalogues],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });

  const outputs = Object.entries(metafile.outputs);
  const outputOf = (entry) => outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(entry));
  const [main] = outputOf('src/main.ts');
  const [application] = outputOf('src/start.tsx');
  const [style] = outputOf('src/styles/index.css');
  const staticImports = (path) =>
    metafile.outputs[path].imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path);
  assertTextsOf(
    [application, ...staticImports(application)].flatMap((path) => Object.keys(metafile.outputs[path].inputs)),
  );
  const asset = (path) => `/console/assets/${basename(path)}`;
  const startTexts = (language) => outputOf(`messages/${language}.json with { part: 'start' }`)[0];
  const catalogues = LANGUAGES.map((language) => [language, basename(startTexts(language))]);
  // The application is imported after its own texts, and pages after theirs; both are requested at once.
  const preloads = [
    ...new Set([catalogues[0][1], application, ...staticImports(application), ...staticImports(main)]),
  ].map((path) => `<link rel="modulepreload" href="${asset(path)}" />`);
  const page = readFileSync(join(SOURCE, 'index.html'), 'utf8')
    .replace('%STYLE%', asset(style))
    .replace('%MAIN%', asset(main))
    .replace('%PRELOADS%', preloads.join('\n    '));
  writeFileSync(join(folder, 'index.html'), page);
  // The service names the catalogue of the reader's language instead of the English one.
  writeFileSync(join(folder, 'catalogues.json'), JSON.stringify(Object.fromEntries(catalogues)));
}

/** The modules of the first load name only texts that are loaded before them. */
function assertTextsOf(inputs) {
  for (const input of inputs.filter((path) => /console\/src\/.*\.tsx?$/.test(path))) {
    const source = readFileSync(resolve(input), 'utf8');
    const late = [...source.matchAll(/\bt\.(\w+)/g)].map(([, group]) => group).find((group) => !isStartGroup(group));
    if (late) throw new Error(`${input} is part of the first load and names t.${late}: add the group to START_GROUPS.`);
  }
}
