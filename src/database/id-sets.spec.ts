import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BlockIds, blockOf, IdSet } from './id-sets.js';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { maxLength: 1500 });

const sorted = (all: Iterable<number>) => [...all].sort((a, b) => a - b);

test('sets of ids are combined as sets are', () => {
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const [left, right] = [IdSet.of(a), IdSet.of(b)];
      const isOther = new Set(b);
      expect(left.size).toBe(a.length);
      expect(sorted(left.or(right))).toEqual(sorted(new Set([...a, ...b])));
      expect(sorted(left.and(right))).toEqual(sorted(a.filter((id) => isOther.has(id))));
      expect(sorted(left.without(right))).toEqual(sorted(a.filter((id) => !isOther.has(id))));
    }),
  );
});

test('the ids of a block are read as they were stored, few and many', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 8192, max: 12_287 }), { maxLength: 1000 }), (all) => {
      const block = BlockIds.of(all);
      expect(block.text.length).toBeLessThan(700);
      const read = BlockIds.read(block.text);
      expect(sorted(read.ids(2))).toEqual(sorted(all));
      for (const id of all.slice(0, 5)) {
        expect(blockOf(id)).toBe(2);
        expect(read.has(id)).toBe(true);
        read.delete(id);
        expect(read.has(id)).toBe(false);
      }
    }),
  );
});
