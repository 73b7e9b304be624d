import { type ChildProcess, spawn } from 'node:child_process';
import { Redis } from 'ioredis';
import { freePort } from '../../tools/free-port.mjs';
import { findProgram } from './programs.js';
import { until } from './until.js';

export interface TestRedis {
  url: string;
  /** Ends it at once, as a crash does; `restart` brings it back at the same place, empty. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops it from responding while its connections stay open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** A Redis server of the test's own; undefined where none is installed, which in CI is a failure. */
export async function startRedis(): Promise<TestRedis | undefined> {
  if (!findProgram(['redis-server'])) {
    if (process.env.CI === 'true') throw new Error('redis-server must be installed in CI.');
    return undefined;
  }
  // The port may be taken by now: then another one.
  const port = await freePort();
  const started = await launch(port).then(
    (child) => ({ child, port }),
    async () => {
      const other = await freePort();
      return { child: await launch(other), port: other };
    },
  );
  let { child } = started;
  return {
    url: urlOf(started.port),
    kill: () => end(child, 'SIGKILL'),
    restart: async () => {
      child = await launch(started.port);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: () => end(child, 'SIGTERM'),
  };
}

const urlOf = (port: number) => `redis://127.0.0.1:${port}`;

/** Starts it and waits until it answers. */
async function launch(port: number): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  try {
    await until(() => {
      if (hasEnded(child)) throw new Error('Redis ended at once.');
      return responses(urlOf(port));
    }, 'Redis answers');
  } catch (error) {
    await end(child, 'SIGKILL');
    throw error;
  }
  return child;
}

async function responses(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  const response = await client.connect().then(
    () => client.ping(),
    () => '',
  );
  client.disconnect();
  return response === 'PONG';
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  await new Promise((done) => {
    child.once('exit', done);
    child.kill(signal);
  });
}
