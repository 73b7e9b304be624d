import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './process.js';

export interface TestRedis {
  url: string;
  /** Ends it at once, as a crash does; `restart` brings it back at the same place, empty. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis server of the test's own; undefined where none is installed, which in CI is a failure. */
export async function startRedis(): Promise<TestRedis | undefined> {
  const port = await freePort();
  let child = await spawnRedis(port);
  if (!child && process.env.CI === 'true') throw new Error('redis-server must be installed in CI.');
  if (!child) return undefined;
  const url = `redis://127.0.0.1:${port}`;
  await untilReady(url);
  return {
    url,
    kill: () => ended(child!, 'SIGKILL'),
    restart: async () => {
      child = await spawnRedis(port);
      await untilReady(url);
    },
    stop: () => ended(child!, 'SIGTERM'),
  };
}

function spawnRedis(port: number): Promise<ChildProcess | undefined> {
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  return new Promise((done) => {
    child.once('error', () => done(undefined));
    child.once('spawn', () => done(child));
  });
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    const answer = await client.connect().then(() => client.ping(), () => '');
    client.disconnect();
    if (answer === 'PONG') return;
    await wait(50);
  }
  throw new Error('Redis did not start.');
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((done) => {
    child.once('exit', done);
    child.kill(signal);
  });
}
