import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));
}

/** Where a variant may be chosen or described; all other code reads the profile. */
const KNOWS_VARIANTS = [
  /^src\/variant\//,
  /^src\/index\.ts$/,
  /^src\/platform\/config\//,
  /^src\/(?:app|variant)\.module\.ts$/,
  /^src\/start\/nestpress\.module\.ts$/,
  // Warns that the configured variant does not fit the database.
  /^src\/platform\/diagnostics\/release-check\.ts$/,
];

test('only the profiles and the configuration know about variants', () => {
  const offenders = sources('src')
    .filter((file) => !KNOWS_VARIANTS.some((allowed) => allowed.test(file)))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(
        /import [^;]*(?:variant\/[\w.]+|variant\.module)\.js';/g,
        '',
      );
      return /(?<!font-?|math)variant/i.test(text) || /PROFILES\b/.test(text);
    });
  expect(offenders).toEqual([]);
});

const SQL =
  /[`'"(\s](?:SELECT\s|INSERT (?:IGNORE )?INTO\s|UPDATE\s+[`$\w{]+\s|DELETE FROM\s|FROM \$\{|WHERE\s+\S|ORDER BY\s|JOIN \$\{|EXISTS \()/;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

test('only stores and src/database contain SQL', () => {
  const holders = sources('src').filter((file) =>
    SQL.test(readFileSync(join(ROOT, file), 'utf8').replace(COMMENTS, '')),
  );
  expect(holders).toContain('src/modules/entries/read/entries.store.ts');
  expect(holders.filter((file) => !file.endsWith('.store.ts') && !file.startsWith('src/database/'))).toEqual([]);
});

/** Files of `src` whose code, without comments, matches. */
function filesWith(pattern: RegExp): string[] {
  return sources('src').filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8').replace(COMMENTS, '')));
}

test('a transaction writes entities by its own methods, not by its entity manager', () => {
  const writes = /manager\s*\.(?:insert|update|upsert|save|delete|remove|softDelete|increment|decrement|clear)\w*\(/;
  expect('tx.manager.update(Post, {}, {})').toMatch(writes);
  expect(filesWith(writes)).toEqual([]);
});

test('only the mechanisms for events keep listeners', () => {
  const listeners = /[lL]isteners\b[^;\n]* = (?:\[\]|new (?:Set|Map)\b)/;
  expect(filesWith(listeners).sort()).toEqual([
    // Failed sign-ins write nothing: they have no transaction.
    'src/access/access-events.service.ts',
    'src/database/commit-bus.ts',
    // Statements are counted for tests and diagnostics.
    'src/database/engine/query-counter.ts',
    'src/database/transaction-event.ts',
    'src/hooks/content-events.service.ts',
  ]);
});

test('policies are in *.policy.ts', () => {
  const policies = filesWith(/^export (?:abstract )?class \w+Policy\b/m);
  expect(policies.length).toBeGreaterThan(40);
  expect(policies.filter((file) => !file.endsWith('.policy.ts'))).toEqual([]);
});

test('only src/platform/config reads the environment', () => {
  const offenders = sources('src')
    .filter((file) => !file.startsWith('src/platform/config/'))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env'));
  expect(offenders).toEqual([]);
});

/** The parts of a folder, its subfolders and the files next to them, by the parts they import. */
function partImports(folder: string): Map<string, Set<string>> {
  const partOf = (file: string) => relative(folder, file).split('/')[0]!;
  const imports = new Map<string, Set<string>>();
  for (const file of sources(folder)) {
    const targets = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '(\.[^']+)\.js'/g)]
      .map(([, path]) => `${join(dirname(file), path!)}.ts`)
      .filter((target) => target.startsWith(`${folder}/`) && partOf(target) !== partOf(file));
    const found = imports.get(partOf(file)) ?? new Set();
    imports.set(partOf(file), new Set([...found, ...targets.map(partOf)]));
  }
  return imports;
}

function reachable(from: string, imports: Map<string, Set<string>>, seen = new Set<string>()): Set<string> {
  for (const part of imports.get(from) ?? []) if (!seen.has(part)) reachable(part, imports, seen.add(part));
  return seen;
}

/** Folders with subfolders. */
const FOLDERS = [
  'src',
  ...readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
].filter((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true }).some((entry) => entry.isDirectory()));

test('no part of a folder imports itself through others, types included', () => {
  expect(FOLDERS.length).toBeGreaterThan(25);
  const circles = FOLDERS.flatMap((folder) => {
    const imports = partImports(folder);
    const isFolder = (part: string) => !part.endsWith('.ts');
    // Circles of files alone are the business of lint:imports, which leaves out types.
    const inCircle = [...imports.keys()].filter((part) => {
      const reached = reachable(part, imports);
      return (
        reached.has(part) && [...reached, part].some((other) => isFolder(other) && reachable(other, imports).has(part))
      );
    });
    return inCircle.length > 0 ? [[folder, inCircle.sort()] as const] : [];
  });
  expect(Object.fromEntries(circles)).toEqual({});
});

/** Names that features import from a file of the core although its folder may have an index. The number may only fall. */
const MAX_NAMES_PAST_AN_INDEX = 220;

test('features import from the index of a folder', () => {
  const names = sources('src/features').flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']+)';/g)].flatMap(
      ([, imported, path]) => {
        const target = join(dirname(file), path!);
        const isOwn = target.startsWith('src/features') || target.endsWith('/index.js');
        return isOwn ? [] : imported!.split(',').filter((name) => name.trim() !== '');
      },
    ),
  );
  expect(names.length).toBeLessThanOrEqual(MAX_NAMES_PAST_AN_INDEX);
});

/** Programs of others against the service. */
const CLIENTS = 'clients';

test('folders of end-to-end tests have the names of those of src', () => {
  const folders = readdirSync(join(ROOT, 'test/e2e'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(join(ROOT, 'test/e2e'), join(entry.parentPath, entry.name)));
  expect(folders.length).toBeGreaterThan(30);
  expect(folders.filter((folder) => !existsSync(join(ROOT, 'src', folder)))).toEqual([CLIENTS]);
});

test('the check of import directions reports a forbidden import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-imports-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('tsconfig.json', '{}');
  write('src/rest/upper.ts', 'export const upper = 1;\n');
  write('src/database/lower.ts', "export { upper } from '../rest/upper.js';\n");
  const command = join(ROOT, 'node_modules/.bin/depcruise');
  const { stdout } = spawnSync(command, ['--config', join(ROOT, '.dependency-cruiser.cjs'), 'src'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  expect(stdout).toMatch(/error \S+: src\/database\/lower\.ts → src\/rest\/upper\.ts/);
});

/** Folders whose files belong to resources as a whole, or to none. */
const SHARED_FOLDERS =
  /^src\/(?:modules|database|features\/(?:console|site-pages|transfer|wordpress-bridge|mcp)|rendering|text|variant)\//;

test('no file named after a resource lies outside of its folder', () => {
  const resources = [
    'media',
    'menus',
    'popups',
    'forms',
    'widgets',
    'fonts',
    'templates',
    'revisions',
    'comments',
    'terms',
    'users',
  ];
  const offenders = sources('src').filter(
    (file) =>
      !SHARED_FOLDERS.test(file) && resources.some((name) => new RegExp(`/${name}(?:[.-][\\w.-]+)?\\.ts$`).test(file)),
  );
  expect(offenders).toEqual([]);
  const elsewhere = sources('src/modules').filter((file) => {
    const folder = file.split('/')[2]!;
    return resources.some(
      (name) => name !== folder && new RegExp(`/${name}\\.(?:admin\\.)?(?:controller|module|policy)\\.ts$`).test(file),
    );
  });
  expect(elsewhere).toEqual([]);
});

test('the folders of the end-to-end tests are those of src, and clients', () => {
  const specs = readdirSync(join(ROOT, 'test/e2e'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('spec.ts'),
  );
  expect(specs.length).toBeGreaterThan(100);
  const folders = new Set(specs.map((name) => dirname(name)));
  expect(
    [...folders].filter((name) => name === '.' || !(name === 'clients' || existsSync(join(ROOT, 'src', name)))),
  ).toEqual([]);
});
