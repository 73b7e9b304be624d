import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/src/main.js');

/** The compiled service as a process of its own, for tests that kill, drain or restart it. */
export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts it and waits until it is ready. */
export async function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const service = spawnService({ HOST: '127.0.0.1', ...env, PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++) {
    if (service.child.exitCode !== null) throw new Error(`The service ended at once: ${service.output()}`);
    const ready = await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false);
    if (ready) return { ...service, url };
    await new Promise((done) => setTimeout(done, 100));
  }
  await service.stop('SIGKILL');
  throw new Error(`The service did not get ready: ${service.output()}`);
}

/** Starts it without waiting. */
export function spawnService(env: Record<string, string>): Omit<ServiceProcess, 'url'> {
  if (!existsSync(MAIN)) throw new Error('dist/src/main.js is missing: run `npm run build` first (npm test does).');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => child.on('exit', (code, signal) => done({ code, signal })));
  return {
    child,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
