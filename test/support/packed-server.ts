import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');
export const TSC = join(MODULES, '.bin/tsc');
const API_EXTRACTOR = join(MODULES, '@microsoft/api-extractor/bin/api-extractor');

/** Environment of programs under test: no settings of the test run, no test loader. */
export const ENV = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'silent', FETCH_EMBEDS: 'off' };

/** Runs a program to its end; returns what it printed. */
export function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env: ENV });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stdout}${stderr}`);
  return stdout;
}

/** Writes the tarball of the package, as `npm pack` does after a build, into a folder. */
export function packServer(folder: string): { tarball: string; apiCheck: SpawnSyncReturns<string> } {
  run(TSC, ['-p', 'tsconfig.types.json'], ROOT);
  // Also writes the types. It fails where they differ from the report, which is a test of its own.
  const apiCheck = spawnSync(process.execPath, [API_EXTRACTOR, 'run'], { cwd: ROOT, encoding: 'utf8', env: ENV });
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], ROOT);
  return {
    tarball: join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
    ),
    apiCheck,
  };
}
