import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type NpmRegistry, startNpmRegistry } from '../../support/npm-registry.js';
import { ENV, packServer } from '../../support/packed-server.js';

const ROOT = join(import.meta.dirname, '../../..');
const MINUTES = 60_000;

// Installs the service and the compiler from a registry; not with every commit (tools/test/sequencer.mjs).
describe('npm create nestpress module', () => {
  const packages = mkdtempSync(join(tmpdir(), 'nestpress-packages-'));
  const work = mkdtempSync(join(tmpdir(), 'nestpress-author-'));
  let registry: NpmRegistry | undefined;
  const npm = (args: string[], cwd = work) =>
    promisify(execFile)('npm', args, { cwd, env: { ...ENV, ...registry?.env }, maxBuffer: 10_000_000 });
  const create = (...args: string[]) => {
    const packed = readdirSync(packages).find((name) => name.startsWith('create-nestpress'))!;
    return npm(['exec', '--yes', `--package=${join(packages, packed)}`, '--', 'create-nestpress', ...args]);
  };

  beforeAll(async () => {
    packServer(packages);
    await npm(['pack', '--silent', '--pack-destination', packages], join(ROOT, 'packages/create-nestpress'));
    registry = await startNpmRegistry(packages);
  }, 10 * MINUTES);
  afterAll(async () => {
    await registry?.close();
    for (const folder of [packages, work]) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  test(
    'writes a module into an empty folder, which is installed, compiled and passes its tests',
    async () => {
      const { stdout } = await create('module', 'note');
      expect(stdout).toContain('npm install, npm test, npm start');
      const folder = join(work, 'notes');
      const files = readdirSync(join(ROOT, 'templates/module'));
      expect(readdirSync(folder).sort()).toEqual(files.map((name) => name.replace('sample', 'note')).sort());
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
      expect(manifest).toMatchObject({ name: 'notes', dependencies: { '@nestpress/server': `^${version}` } });
      await npm(['install', '--no-audit', '--no-fund'], folder);
      const tested = await npm(['test'], folder);
      expect(tested.stdout).toMatch(/# pass [1-9]\d*\n# fail 0/);
      expect(existsSync(join(folder, 'dist/notes.module.js'))).toBe(true);
    },
    15 * MINUTES,
  );

  test(
    'names what it cannot write',
    async () => {
      const problemOf = (...args: string[]) =>
        create(...args).then(
          () => '',
          ({ stderr }: { stderr: string }) => stderr,
        );
      expect(await problemOf('module', 'My notes')).toContain('"My notes" is not a name');
      expect(await problemOf('module', 'note')).toContain('is not empty');
    },
    10 * MINUTES,
  );
});
