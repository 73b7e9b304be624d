import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
  /\.variants\.ts$/,
  /^src\/index\.ts$/,
  /^src\/platform\/config\//,
  /^src\/app\.module\.ts$/,
  /^src\/service-option\.ts$/,
  /^src\/wordpress-7\/(profile|wordpress-7\.option)\.ts$/,
  // Warns that the configured variant does not fit the database.
  /^src\/platform\/diagnostics\/release-check\.ts$/,
];

test('only the profiles and the configuration know about variants', () => {
  const offenders = sources('src')
    .filter((file) => !KNOWS_VARIANTS.some((allowed) => allowed.test(file)))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(
        /import [^;]*(?:variant\/profiles?|\.variants)\.js';/g,
        '',
      );
      return /(?<!font-?|math)variant/i.test(text) || /PROFILES\b/.test(text);
    });
  expect(offenders).toEqual([]);
});

test('only src/platform/config reads the environment', () => {
  const offenders = sources('src')
    .filter((file) => !file.startsWith('src/platform/config/'))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env'));
  expect(offenders).toEqual([]);
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
