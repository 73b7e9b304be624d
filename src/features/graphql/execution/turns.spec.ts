import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { turns } from './turns.js';

test('operations that begin together do not all work in one turn, and keep their order', async () => {
  let turn = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turn++) await nextTurn();
  })();
  const begun: [operation: number, turn: number][] = [];
  await Promise.all(
    [0, 1, 2, 3, 4].map(async (operation) => {
      await turns.begin();
      // As on the embedded database: what follows does not wait for anything outside.
      await Promise.resolve();
      begun.push([operation, turn]);
    }),
  );
  isOver = true;
  await counting;
  expect(begun.map(([operation]) => operation)).toEqual([0, 1, 2, 3, 4]);
  const inTurn = (at: number) => begun.filter(([, other]) => other === at).length;
  expect(Math.max(...begun.map(([, at]) => inTurn(at)))).toBe(2);
});

test('an operation alone does not wait', async () => {
  await nextTurn();
  await nextTurn();
  expect(turns.begin()).toBeUndefined();
  let isDone = false;
  turns.add(() => (isDone = true));
  expect(isDone).toBe(false);
  await nextTurn();
  await nextTurn();
  expect(isDone).toBe(true);
});
