import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/** Recorded inputs and outputs live beside the project, not in it. */
const VECTORS = join(dirname(fileURLToPath(import.meta.url)), '../../../shared/vectors');

export type VectorSet = 'both' | 'a' | 'b';

export interface Vector {
  in: unknown[];
  out: unknown;
  tag?: string;
}

export function loadVectors(set: VectorSet, name: string): Vector[] | undefined {
  const file = join(VECTORS, set, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { cases: Vector[] }).cases : undefined;
}

/**
 * One test a vector file: every case must give the recorded output. `expected` turns a recorded output into what the
 * language can express, or undefined where it cannot (1.0 and 1 are one number here). Says so when there are no vectors.
 */
export function testVectors(
  set: VectorSet,
  name: string,
  run: (...input: never[]) => unknown,
  expected: (vector: Vector) => unknown = (vector) => vector.out,
): void {
  const cases = loadVectors(set, name);
  if (!cases) {
    test(`${name} (${set}): vectors absent, nothing compared`, () => undefined);
    return;
  }
  test(`${name} (${set}): ${cases.length} recorded cases`, () => {
    const wrong = cases
      .map((vector) => ({ in: vector.in, out: expected(vector), got: run(...(vector.in as never[])) }))
      .filter(({ out, got }) => out !== undefined && JSON.stringify(got) !== JSON.stringify(out));
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(wrong).toHaveLength(0);
  });
}
