import { describe, expect, test } from '@jest/globals';
import { type FieldSource, FieldTrace } from './field-trace.js';

const source = (name: string): FieldSource => ({ name, versions: async () => new Map() });

describe('what fields follow', () => {
  test('is named in one order, each row once, whatever the order in which fields load', () => {
    const [entries, users] = [source('entries'), source('users')];
    const trace = new FieldTrace();
    trace.follow(1, users, [3]);
    trace.follow(1, entries, [9, 2]);
    trace.follow(1, entries, [2, 4]);
    trace.follow(1, source('nothing'), []);
    expect(trace.of(1)).toEqual([
      [entries, [2, 4, 9]],
      [users, [3]],
    ]);
    expect(trace.of(2)).toEqual([]);
  });

  test('is unknown where a field says so, and where it would be too much to check', () => {
    const trace = new FieldTrace();
    trace.follow(1, source('entries'), [2]);
    trace.exclude(1);
    expect(trace.of(1)).toBeUndefined();
    const ids = Array.from({ length: 1001 }, (_, id) => id);
    trace.follow(2, source('entries'), ids.slice(1));
    expect(trace.of(2)).toHaveLength(1);
    trace.follow(2, source('users'), [1]);
    expect(trace.of(2)).toBeUndefined();
  });
});
