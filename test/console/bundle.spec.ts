import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'dist/console');
const MAX_FIRST_LOAD = 56 * 1024;
const MAX_LINES = 350;

const page = readFileSync(join(BUILT, 'index.html'), 'utf8');

/** The files that the page itself names, and what these import statically. */
function firstLoad(): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(join(BUILT, 'assets', name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) add(imported!);
  };
  for (const [, name] of page.matchAll(/"\/console\/assets\/([\w.-]+)"/g)) add(name!);
  return found;
}

test('the first load is at most 56 KB compressed and does not contain the editor', () => {
  const files = [...firstLoad()];
  const bytes = files.map((name) => gzipSync(readFileSync(join(BUILT, 'assets', name))).length);
  expect(files.some((name) => name.startsWith('main-'))).toBe(true);
  expect(files.some((name) => name.startsWith('style-'))).toBe(true);
  expect(files.filter((name) => /tinymce|uplot/i.test(name))).toEqual([]);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_LOAD);
});

test('the page has no inline script and names no other host', () => {
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(page).not.toMatch(/\son\w+=/);
  expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
});

test('no source file of the console is longer than 350 lines, except the types of the texts', () => {
  const folder = join(ROOT, 'console/src');
  const long = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name) && name !== 'catalogue.ts')
    .filter((name) => readFileSync(join(folder, name), 'utf8').split('\n').length - 1 > MAX_LINES);
  expect(long).toEqual([]);
});
