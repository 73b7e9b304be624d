import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './process.js';

/** A Redis server of the test's own; undefined where none is installed. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  const isInstalled = await new Promise<boolean>((done) => {
    child.once('error', () => done(false));
    child.once('spawn', () => done(true));
  });
  if (!isInstalled) return undefined;
  const url = `redis://127.0.0.1:${port}`;
  await untilReady(url);
  return { url, stop: () => ended(child) };
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

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill();
  });
}
