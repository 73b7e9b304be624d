import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FEATURES } from '../../src/start/active-features.js';
import { type Feature } from '../../src/feature.js';
import { inTurns, notPerCommit } from '../support/extent.js';
import { missingOptional } from '../support/missing.js';
import { startProcess } from '../support/process.js';

const ROOT = join(import.meta.dirname, '../..');
const LISTS = ['src/features.ts', 'src/feature-commands.ts', 'src/feature-config.ts'];
const run = promisify(execFile);
/** All requests of a variant. */
const REPLAY_LIMIT_MS = 15 * 60_000;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })));

/** A feature and all that require it. */
function withDependents(feature: Feature): Feature[] {
  return FEATURES.filter((other) => other === feature || requirementsOf(other).has(feature));
}

function requirementsOf({ requires = [] }: Feature, found = new Set<Feature>()): Set<Feature> {
  for (const required of requires) requirementsOf(required, found.add(required));
  return found;
}

/** A build of a copy of the sources without the folders of these features and their lines in the lists. */
async function buildWithout(features: readonly Feature[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-features-'));
  folders.push(folder);
  for (const name of ['bin', 'src', 'console', 'tools', 'package.json', '.swcrc', 'tsconfig.build.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { name } of features) rmSync(join(folder, 'src/features', name), { recursive: true });
  const isGone = (line: string) => features.some(({ name }) => line.includes(`./features/${name}/`));
  for (const list of LISTS) {
    const lines = readFileSync(join(ROOT, list), 'utf8').split('\n');
    const left = lines.filter((line) => !isGone(line)).join('\n');
    writeFileSync(join(folder, list), /^(?:im|ex)port/m.test(left) ? left : 'export {};\n');
  }
  await run('node', ['tools/build.mjs', '--service'], { cwd: folder });
  return folder;
}

async function assertServes(folder: string, variant: string): Promise<void> {
  const service = await startProcess(
    { DATA_DIR: join(folder, variant), VARIANT: variant, ADMIN_PASSWORD: 'a long password', LOG_LEVEL: 'fatal' },
    { main: join(folder, 'dist/src/main.js') },
  );
  try {
    const posts = await fetch(`${service.url}/wp-json/wp/v2/posts`);
    expect(posts.status).toBe(200);
    expect(await posts.json()).toContainEqual(expect.objectContaining({ type: 'post', slug: 'welcome-to-nestpress' }));
    const index = (await (await fetch(`${service.url}/wp-json/`)).json()) as { namespaces: string[] };
    expect(index.namespaces).toContain('wp/v2');
  } finally {
    await service.stop();
  }
}

test('every folder of src/features is a feature of its name', () => {
  expect(FEATURES.length).toBeGreaterThan(10);
  expect(FEATURES.map(({ name }) => name).sort()).toEqual(readdirSync(join(ROOT, 'src/features')).sort());
});

const CORE = [
  'access',
  'content-model',
  'database',
  'hooks',
  'modules',
  'platform',
  'rendering',
  'rest',
  'site',
  'text',
  'variant',
];

test('the core does not name the folder of a feature', () => {
  const offenders = CORE.flatMap((folder) =>
    readdirSync(join(ROOT, 'src', folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join('src', folder, name))
      .filter((path) => /(?<!\.spec)\.ts$/.test(path) && readFileSync(join(ROOT, path), 'utf8').includes('features/')),
  );
  expect(offenders).toEqual([]);
});

test.each(inTurns(FEATURES, { every: 10 }).map((feature) => [feature.name, feature] as const))(
  'without %s and what requires it, the service builds, starts and responds',
  async (_name, feature) => {
    await assertServes(await buildWithout(withDependents(feature)), 'C');
  },
);

describe('without all features', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildWithout(FEATURES);
  });

  test.each(['A', 'B', 'C'])('variant %s starts and responds', (variant) => assertServes(folder, variant));

  notPerCommit(() => {
    test('the types of the core are complete', async () => {
      rmSync(join(folder, 'src/cli'), { recursive: true });
      await expect(
        run('npx', ['tsc', '--noEmit', '-p', 'tsconfig.build.json'], { cwd: folder }),
      ).resolves.toBeDefined();
    });

    if (!existsSync(join(ROOT, '../shared/corpus/run.mjs'))) {
      missingOptional('recorded responses (../shared/corpus) are missing');
      return;
    }
    // Variant B has the same routes and more of the same rules; the run of the whole service replays it on each engine.
    test(
      'the recorded responses of variant A are the same',
      async () => {
        const main = join(folder, 'dist/src/main.js');
        const options = ['--variant', 'A', '--engine', 'sqlite', '--main', main];
        await expect(run('node', ['tools/conformance.mjs', ...options], { cwd: ROOT })).resolves.toBeDefined();
      },
      REPLAY_LIMIT_MS,
    );
  });
});
