import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestApp } from '../../support/app.js';
import { inTurns, notPerCommit } from '../../support/extent.js';

const ROOT = join(import.meta.dirname, '../../..');
const MINUTES = 60_000;
const run = promisify(execFile);
/** The last one that supports Node.js 20. */
const ORVAL = 'orval@7.13.2';
const STRICT = {
  target: 'ES2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  types: [],
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
};

describe.each(inTurns(['A', 'B', 'C'], { every: 3 }))('the document of variant %s', (variant) => {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-generators-'));
  const document = join(folder, 'openapi.json');

  beforeAll(async () => {
    const service = await startTestApp({ VARIANT: variant, FRONT_END_URL: 'https://www.front.test' });
    const { text } = await request(service.server).get('/openapi.json').expect(200);
    writeFileSync(document, text);
    await service.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the compiler says about the files of a folder. */
  async function complaints(name: string): Promise<string> {
    writeFileSync(join(folder, name, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }));
    const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), ['--project', join(folder, name)]);
    return compiled.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  }

  test('openapi-typescript makes types of it that compile, and no object without members', async () => {
    const { default: generate, astToString } = await import('openapi-typescript');
    const types = astToString(await generate(new URL(`file://${document}`)));
    mkdirSync(join(folder, 'types'));
    writeFileSync(join(folder, 'types/api.ts'), types);
    const closed = types.split('\n').filter((line) => line.includes('Record<string, never>'));
    // Its own, for parts that the document does not have.
    expect(closed.map((line) => line.split(' ')[2])).toEqual(['webhooks', '$defs']);
    expect(await complaints('types')).toBe('');
  });

  // Installed from the registry.
  notPerCommit(() => {
    test(
      'orval makes a client of it that compiles, and writes lists with commas',
      async () => {
        const target = join(folder, 'orval');
        mkdirSync(target);
        writeFileSync(join(target, 'package.json'), JSON.stringify({ type: 'module', private: true }));
        await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ORVAL], {
          cwd: target,
        });
        const options = {
          input: document,
          output: { target: './api.ts', client: 'fetch', override: { fetch: { explode: false } } },
        };
        const program = `import { generate } from 'orval';\nawait generate(${JSON.stringify(options)});\n`;
        writeFileSync(join(target, 'generate.mjs'), program);
        await run(process.execPath, ['generate.mjs'], { cwd: target });
        expect(await complaints('orval')).toBe('');
        expect(readFileSync(join(target, 'api.ts'), 'utf8')).not.toContain('explodeParameters');
      },
      10 * MINUTES,
    );
  });
});
