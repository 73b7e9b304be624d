import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '../support/until.js';

const STAGED_FOLDER = pathToFileURL(join(import.meta.dirname, '../../tools/staged-folder.mjs')).href;
const FILES = ['a', 'b', 'c'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-staged-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const target = () => join(folder, 'dist');

/** A build that writes its name into several files; `then` is code that runs between the first one and the others. */
function build(name: string, then = '') {
  const program = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { replaceFolder } from ${JSON.stringify(STAGED_FOLDER)};
    await replaceFolder(${JSON.stringify(target())}, async (folder) => {
      mkdirSync(folder, { recursive: true });
      const [first, ...rest] = ${JSON.stringify(FILES)};
      writeFileSync(folder + '/' + first, ${JSON.stringify(name)});
      ${then}
      for (const file of rest) writeFileSync(folder + '/' + file, ${JSON.stringify(name)});
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { child, ended: once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]> };
}

/** Names of the builds that the files of the folder are from. */
const builds = () => new Set(FILES.map((file) => readFileSync(join(target(), file), 'utf8')));

function haveFormer(): void {
  mkdirSync(target());
  for (const file of [...FILES, 'gone']) writeFileSync(join(target(), file), 'former');
}

test('a build takes the place of the one before it, and nothing is left of that', async () => {
  haveFormer();
  expect(await build('new').ended).toEqual([0, null]);
  expect(builds()).toEqual(new Set(['new']));
  expect(existsSync(join(target(), 'gone'))).toBe(false);
  expect(readdirSync(folder)).toEqual(['dist']);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a build that is interrupted by %s leaves the one before it',
  async (signal) => {
    haveFormer();
    const { child, ended } = build(
      'new',
      "process.stdout.write('begun'); await new Promise((done) => setTimeout(done, 60_000));",
    );
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(builds()).toEqual(new Set(['former']));
    // A killed one cannot clean up; the next build does it.
    expect(readdirSync(folder)).toHaveLength(signal === 'SIGKILL' ? 2 : 1);
    expect(await build('next').ended).toEqual([0, null]);
    expect(readdirSync(folder)).toEqual(['dist']);
    expect(builds()).toEqual(new Set(['next']));
  },
);

test('a build that fails leaves the one before it', async () => {
  haveFormer();
  expect(await build('new', "throw new Error('failed');").ended).toEqual([1, null]);
  expect(builds()).toEqual(new Set(['former']));
  expect(readdirSync(folder)).toEqual(['dist']);
});

test('builds at the same time do not break each other', async () => {
  const go = join(folder, 'go');
  const wait = `process.stdout.write('ready'); while (!(await import('node:fs')).existsSync(${JSON.stringify(go)})) await new Promise((done) => setTimeout(done, 1));`;
  const all = ['one', 'two', 'three', 'four'].map((name) => build(name, wait));
  await Promise.all(all.map(({ child }) => once(child.stdout, 'data')));
  writeFileSync(go, '');
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => [0, null]));
  await until(() => readdirSync(folder).length === 2, 'nothing else is left');
  expect(builds().size).toBe(1);
});
