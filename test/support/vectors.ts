import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/** Inputs and outputs of WordPress's functions; see the README there. */
const VECTORS = join(dirname(fileURLToPath(import.meta.url)), '../vectors');

export type VectorSet = 'both' | 'a' | 'b' | 'c';

export interface Vector {
  in: unknown[];
  out: unknown;
  tag?: string;
}

/** The cases of one file. A missing or empty file is an error: the tests must not pass without comparing anything. */
export function loadVectors(set: VectorSet, name: string): Vector[] {
  const file = join(VECTORS, set, `${name}.json`);
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Vector[] };
  if (cases.length === 0) throw new Error(`${file} has no cases.`);
  return cases;
}

/**
 * One test per vector file: every case must give the recorded output. `expected` converts a recorded output to what JavaScript can
 * express, or undefined where it cannot (1.0 and 1 are the same number).
 */
export function testVectors(
  set: VectorSet,
  name: string,
  run: (...input: never[]) => unknown,
  expected: (vector: Vector) => unknown = (vector) => vector.out,
): void {
  compareVectors(`${name} (${set})`, loadVectors(set, name), run, expected);
}

/** Like `testVectors`, for given cases. */
export function compareVectors(
  name: string,
  cases: readonly Vector[],
  run: (...input: never[]) => unknown,
  expected: (vector: Vector) => unknown = (vector) => vector.out,
): void {
  test(`${name}: ${cases.length} recorded cases`, () => {
    const wrong = cases
      .map((vector) => ({ in: vector.in, out: expected(vector), got: run(...(vector.in as never[])) }))
      .filter(({ out, got }) => out !== undefined && JSON.stringify(got) !== JSON.stringify(out));
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(wrong).toHaveLength(0);
  });
}
