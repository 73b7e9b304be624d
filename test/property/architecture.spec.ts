import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));
}

/** Where a variant may be chosen or described; everybody else asks the profile. */
const KNOWS_VARIANTS = [/^src\/variant\//, /^src\/platform\/config\//, /^src\/app\.module\.ts$/];

test('the word variant appears only where the table of differences is', () => {
  const offenders = sources('src')
    .filter((file) => !KNOWS_VARIANTS.some((allowed) => allowed.test(file)))
    .filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/import [^;]*variant\/profiles?\.js';/g, '');
      return /(?<!font-)variant/i.test(text) || /PROFILES\b/.test(text);
    });
  expect(offenders).toEqual([]);
});

test('the environment is read in one place', () => {
  const offenders = sources('src')
    .filter((file) => !file.startsWith('src/platform/config/'))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env'));
  expect(offenders).toEqual([]);
});

function cruise(): string {
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin/depcruise'), ['--config', '.dependency-cruiser.cjs', 'src'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('the check of import directions finds a deliberate violation', () => {
  const folder = join(ROOT, 'src/content/text/deliberate-violation');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'violation.ts'), "export { RestError } from '../../../rest/errors/rest-error.js';\n");
    expect(cruise()).toMatch(
      /error content\/text-stays-below: src\/content\/text\/deliberate-violation\/violation\.ts/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
