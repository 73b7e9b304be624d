import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ADMIN, type TestApp } from './app.js';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The program that docs/openapi.md shows. */
function documentedProgram(): string {
  const program = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/openapi.md'), 'utf8'))?.[1];
  if (program === undefined) throw new Error('docs/openapi.md shows no program.');
  return program;
}

const COMPILER = {
  target: 'ES2023',
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};

/** Does what docs/openapi.md says, with the document of a running service; gives the lines the program printed. */
export function runDocumentedClient(service: TestApp): Promise<string[]> {
  return runTypedClient(service, documentedProgram());
}

/** Compiles a program against the types that are generated from the document of a running service, and runs it. */
export async function runTypedClient({ app, server }: TestApp, program: string): Promise<string[]> {
  await app.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-client-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, files: ['client.ts'] }));
    writeFileSync(join(folder, 'client.ts'), program);
    await tool(folder, 'openapi-typescript', [`${origin}/openapi.json`, '--output', 'api.ts']);
    await tool(folder, 'tsc', ['--project', '.']);
    const { stdout } = await run(process.execPath, ['client.js', `${origin}/wp-json`, ADMIN.user, ADMIN.password], {
      cwd: folder,
    });
    return stdout.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A failing tool says why on its standard output. */
async function tool(folder: string, name: string, args: string[]): Promise<void> {
  await run(join(ROOT, 'node_modules/.bin', name), args, { cwd: folder }).catch(
    (error: Error & { stdout?: string }) => {
      throw new Error(`${name}: ${error.message}\n${error.stdout ?? ''}`);
    },
  );
}
