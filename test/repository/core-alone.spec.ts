import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { notPerCommit } from '../support/extent.js';
import { missingOptional } from '../support/missing.js';
import { startProcess } from '../support/process.js';

const ROOT = join(import.meta.dirname, '../..');
const OPTIONS = [
  'wordpress-7',
  'alongside',
  'console',
  'connect',
  'identity',
  'site-pages',
  'transfer',
  'observe',
  'cli',
];
const NO_OPTIONS = `import { type ServiceOption } from './service-option.js';

export const OPTIONS: readonly ServiceOption[] = [];
`;

const run = promisify(execFile);
/** All requests of a variant. */
const REPLAY_LIMIT_MS = 15 * 60_000;

/** A copy of the sources without the folders of the options. */
function copyCore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-core-'));
  for (const name of ['src', 'console', 'tools', 'package.json', '.swcrc', 'tsconfig.build.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const option of OPTIONS) rmSync(join(folder, 'src', option), { recursive: true });
  writeFileSync(join(folder, 'src/options.ts'), NO_OPTIONS);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

let folder: string;
beforeAll(async () => {
  folder = copyCore();
  await run('node', ['tools/build.mjs'], { cwd: folder });
});

notPerCommit(() => {
  test('without the options, the types of the core are complete', async () => {
    await expect(run('npx', ['tsc', '--noEmit', '-p', 'tsconfig.build.json'], { cwd: folder })).resolves.toBeDefined();
  });
});

test('without the options, the core compiles, and variants A and B start and respond', async () => {
  for (const variant of ['A', 'B']) {
    const service = await startProcess(
      { DATA_DIR: join(folder, variant), VARIANT: variant, ADMIN_PASSWORD: 'a long password', LOG_LEVEL: 'fatal' },
      { main: join(folder, 'dist/src/main.js') },
    );
    try {
      const posts = await fetch(`${service.url}/wp-json/wp/v2/posts`);
      expect(posts.status).toBe(200);
      expect(await posts.json()).toContainEqual(
        expect.objectContaining({ type: 'post', slug: 'welcome-to-nestpress' }),
      );
      const index = (await (await fetch(`${service.url}/wp-json/`)).json()) as { namespaces: string[] };
      expect(index.namespaces).toContain('wp/v2');
    } finally {
      await service.stop();
    }
  }
});

notPerCommit(() => {
  describe('without the options, the recorded responses are the same', () => {
    if (!existsSync(join(ROOT, '../shared/corpus/run.mjs'))) {
      missingOptional('recorded responses (../shared/corpus) are missing');
      return;
    }
    // Variant B has the same routes and more of the same rules; the run of the whole service replays it on each engine.
    test(
      'variant A',
      async () => {
        const main = join(folder, 'dist/src/main.js');
        const options = ['--variant', 'A', '--engine', 'sqlite', '--main', main];
        await expect(run('node', ['tools/conformance.mjs', ...options], { cwd: ROOT })).resolves.toBeDefined();
      },
      REPLAY_LIMIT_MS,
    );
  });
});
