import { expect, test } from '@jest/globals';
import { HashQueue, HashQueueFullError } from './hash-queue.js';

/** A queue whose jobs end when the test says so. */
function controlled(concurrency: number, maxWaiting: number) {
  const queue = new HashQueue(concurrency, maxWaiting);
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const run = (owner: string, name: string) =>
    queue
      .run(owner, () => {
        started.push(name);
        return new Promise<void>((resolve) => finish.push(resolve));
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof HashQueueFullError ? 'shed' : 'failed'),
      );
  const finishNext = async () => {
    finish.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { run, started, finishNext };
}

test('owners take turns, however many jobs one of them has', async () => {
  const { run, started, finishNext } = controlled(1, 100);
  const outcomes = [...'abcdef'].map((name) => run('flooder', name));
  outcomes.push(run('visitor', 'V'));
  for (let i = 0; i < 7; i++) await finishNext();
  expect(started.join('')).toBe('abVcdef');
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['done']));
});

test('a full queue sheds the newest job of the owner with most of them', async () => {
  const { run, started, finishNext } = controlled(2, 3);
  const flood = [...'abcdefg'].map((name) => run('flooder', name));
  const visitor = run('visitor', 'V');
  for (let i = 0; i < 5; i++) await finishNext();
  expect(await Promise.all(flood)).toEqual(['done', 'done', 'done', 'done', 'shed', 'shed', 'shed']);
  expect(await visitor).toBe('done');
  expect(started).toHaveLength(5);
});

test('a job that fails makes room for the next one', async () => {
  const queue = new HashQueue(1, 10);
  const failed = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('fine'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});
