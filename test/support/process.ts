import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../tools/free-port.mjs';
import { type EngineName } from './app.js';
import { perCommit } from './extent.js';
import { until } from './until.js';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/src/main.js');

/** The compiled service as a process of its own, for tests that kill, drain or restart it. */
export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** How it ended, once it has and everything it printed is there. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** What it printed so far. */
  output(): string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): ServiceProcess['ended'];
}

/** Starts it and waits until it is ready; another compiled service than this one if `main` is given. */
export async function startProcess(
  env: Record<string, string>,
  { main }: { main?: string } = {},
): Promise<ServiceProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const service = spawnService({ HOST: '127.0.0.1', ...env, PORT: String(port) }, { main });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    if (hasEnded(service)) throw new Error('It ended at once.');
    const isServing = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    // With several workers the first one serves before the others do.
    return isServing && service.output().includes('Nestpress is ready');
  };
  try {
    await until(isReady, 'the service gets ready');
  } catch (error) {
    await service.stop('SIGKILL');
    throw new Error(`It said: ${service.output()}`, { cause: error });
  }
  return { ...service, url };
}

/** Steps at which a process is killed: all of them, in `npm test` every second one, on the other engine the others. */
export function crashSteps<T>(steps: readonly T[], engine: EngineName): readonly T[] {
  const half = steps.filter((_, index) => index % 2 === (engine === 'sqlite' ? 0 : 1));
  return perCommit(half, { otherwise: steps });
}

export function hasEnded({ child }: Pick<ServiceProcess, 'child'>): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Starts it without waiting, as the user with this ID if one is given. */
export function spawnService(
  env: Record<string, string>,
  { uid, main = MAIN, args = [] }: { uid?: number; main?: string; args?: readonly string[] } = {},
): Omit<ServiceProcess, 'url'> {
  if (!existsSync(main)) throw new Error('dist/src/main.js is missing: run `npm run build` first (npm test does).');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, HOME, ...env },
    uid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Not 'exit': what it said last may still be on its way then.
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.on('close', (code, signal) => done({ code, signal })),
  );
  return {
    child,
    ended,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
