import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ancestorsOf, emptyWithFullDescendants, type TermNode } from './term.js';

const tree = (nodes: [number, number][]) =>
  new Map(nodes.map(([id, parent]): [number, TermNode] => [id, { id, parent, slug: `s${id}` }]));

describe('ancestors', () => {
  test('come nearest first', () => {
    const nodes = tree([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(ancestorsOf(nodes.get(3)!, nodes).map(({ id }) => id)).toEqual([2, 1]);
  });

  test('end where a parent is missing or a circle closes', () => {
    expect(ancestorsOf({ id: 3, parent: 9 }, tree([[3, 9]]))).toEqual([]);
    const circle = tree([
      [1, 2],
      [2, 1],
      [3, 1],
    ]);
    expect(ancestorsOf(circle.get(3)!, circle).map(({ id }) => id)).toEqual([1, 2]);
    expect(ancestorsOf(circle.get(1)!, circle).map(({ id }) => id)).toEqual([2]);
  });
});

describe('empty terms above full ones', () => {
  test('are found at every height; other empty ones are not', () => {
    const terms = [
      { id: 1, parent: 0, count: 0 },
      { id: 2, parent: 1, count: 0 },
      { id: 3, parent: 2, count: 4 },
      { id: 4, parent: 1, count: 0 },
      { id: 5, parent: 0, count: 2 },
    ];
    expect(emptyWithFullDescendants(terms)).toEqual([2, 1]);
  });

  test('agree with looking down from each term, circles or not', () => {
    const terms = fc
      .array(fc.record({ parent: fc.nat(12), count: fc.nat(2) }), { maxLength: 12 })
      .map((list) => list.map((term, index) => ({ id: index + 1, ...term })));
    fc.assert(
      fc.property(terms, (list) => {
        const isFull = (id: number, passed = new Set<number>()): boolean =>
          list.some((term) => {
            if (term.parent !== id || passed.has(term.id)) return false;
            passed.add(term.id);
            return term.count > 0 || isFull(term.id, passed);
          });
        const expected = list.filter((term) => term.count === 0 && isFull(term.id)).map((term) => term.id);
        expect(emptyWithFullDescendants(list).sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });
});
