import { describe, expect, test } from '@jest/globals';
import { type Database, type SqlParameter } from '../database.js';
import { fragment } from '../engine/sql-fragment.js';
import { type TotalsCache } from './plain/totals-cache.js';
import {
  type CountedList,
  type IndexedList,
  type ListTotal,
  MONTHS_AND_DAYS,
  NO_OWNER,
} from './indexed/counted-list.js';
import { type RowSource } from './list-query.js';
import { DEEP_OFFSET, ListReader, planList } from './list-reader.js';

const ROWS: RowSource = {
  from: 'rows',
  idColumn: 'ID',
  where: fragment('kind = ?', 'k'),
  order: fragment('title ASC'),
};
const COUNT: ListTotal = { statement: fragment('SELECT COUNT(*) AS total FROM rows') };
const INDEX_COUNT: ListTotal = { statement: fragment('SELECT 5000 AS total') };

const list = (status: string): CountedList => ({
  counters: 'counters',
  countersWhere: fragment('status = ?', status),
  totalKind: 'all',
  owners: NO_OWNER,
  units: MONTHS_AND_DAYS,
  rows: 'rows',
  idColumn: 'ID',
  sortColumn: 'date',
  rowsWhere: fragment('status = ?', status),
});
const lists = (count: number) => Array.from({ length: count }, (_, index) => list(`s${index}`));
const byDate = (count: number, countedBy?: CountedList): IndexedList => ({
  total: INDEX_COUNT,
  byDate: { lists: lists(count), countedBy },
});
const page = (offset: number, perPage = 10) => ({ order: 'desc' as const, perPage, offset });

describe('the strategy', () => {
  test('is plain without the list index, at any offset', () => {
    for (const offset of [0, DEEP_OFFSET])
      expect(planList(page(offset), ROWS, COUNT)).toMatchObject({ strategy: 'plain', page: ROWS, total: COUNT });
  });

  test('is counted with sorted rows where the index knows only the total', () => {
    expect(planList(page(DEEP_OFFSET), ROWS, COUNT, { total: INDEX_COUNT })).toMatchObject({
      strategy: 'counted',
      page: ROWS,
      total: INDEX_COUNT,
    });
  });

  test('is counted with the lists of the index up to the deep offset', () => {
    const indexed = byDate(1, list('s0'));
    expect(planList(page(DEEP_OFFSET - 1), ROWS, COUNT, indexed)).toMatchObject({
      strategy: 'counted',
      page: indexed.byDate,
    });
  });

  test('is deep from the deep offset on where the whole list is counted by month', () => {
    expect(planList(page(DEEP_OFFSET), ROWS, COUNT, byDate(1, list('s0'))).strategy).toBe('deep');
    expect(planList(page(DEEP_OFFSET), ROWS, COUNT, byDate(1)).strategy).toBe('counted');
  });

  test.each([
    [64, page(0), true],
    [65, page(0), false],
    [2, page(9_990), true],
    [2, page(9_991), false],
    [1, page(1_000_000), true],
  ])('merges %i lists at %o: %s', (count, window, isMerged) => {
    const indexed = byDate(count);
    expect(planList(window, ROWS, COUNT, indexed).page).toBe(isMerged ? indexed.byDate : ROWS);
  });
});

describe('reading', () => {
  /** Answers every query, and remembers all of them. */
  function recording(answers: (sql: string) => object[]) {
    const asked: string[] = [];
    const db = {
      query: (sql: string, parameters: readonly SqlParameter[]) => {
        asked.push(`${sql} ${JSON.stringify(parameters)}`);
        return Promise.resolve(answers(sql));
      },
    } as unknown as Database;
    const totals = {
      count: (sql: string) => (asked.push(`cached: ${sql}`), Promise.resolve(77)),
    } as unknown as TotalsCache;
    const reader = new ListReader(db, totals);
    return {
      asked,
      read: (plan: Parameters<ListReader['readPlanned']>[0]) => reader.readPlanned(plan, (found) => reader.ids(found)),
    };
  }
  const ids = (...found: number[]) => found.map((id) => ({ found: id }));

  test('a deep page adds up months, then days, and skips only rows of its day', async () => {
    const counts = (sql: string) =>
      sql.includes("'month'")
        ? [
            { value: 202611, entries: 900 },
            { value: 202610, entries: 600 },
          ]
        : sql.includes("'day'")
          ? [
              { value: 20261031, entries: 90 },
              { value: 20261030, entries: 50 },
            ]
          : sql.includes('total')
            ? [{ total: 5000 }]
            : ids(3, 2);
    const { asked, read } = recording(counts);
    const plan = planList(page(1000), ROWS, COUNT, byDate(1, list('s0')));
    expect(await read(plan)).toEqual({ items: [3, 2], total: 5000 });
    expect(asked.at(-1)).toBe(
      'SELECT ID AS found FROM rows WHERE status = ? AND date <= ? ORDER BY date DESC, ID DESC LIMIT ? OFFSET ? ' +
        '["s0","2026-10-30 23:59:59",10,10]',
    );
  });

  test('the last page implies the total where the plan says so', async () => {
    const total = { ...COUNT, impliedByLastPage: true, cachedUntilWriteTo: ['posts'] as const };
    const { asked, read } = recording(() => ids(1, 2, 3));
    expect((await read(planList(page(20), ROWS, total))).total).toBe(23);
    expect((await read(planList(page(20, 3), ROWS, total))).total).toBe(77);
    expect(asked.filter((sql) => sql.startsWith('cached'))).toHaveLength(1);
  });

  test('a page that reaches the greatest possible length implies the total', async () => {
    const total = { ...COUNT, impliedByLastPage: true, atMost: 3 };
    const { asked, read } = recording(() => ids(1, 2, 3));
    expect((await read(planList(page(0, 3), ROWS, total))).total).toBe(3);
    expect(asked).toHaveLength(1);
  });

  test('an empty page beyond the end does not imply the total', async () => {
    const total = { ...COUNT, impliedByLastPage: true, cachedUntilWriteTo: ['posts'] as const };
    expect(await recording(() => []).read(planList(page(20), ROWS, total))).toEqual({ items: [], total: 77 });
  });

  test('there is no page before the first item, but a total', async () => {
    const { asked, read } = recording(() => [{ total: 4 }]);
    expect(await read(planList(page(-1), ROWS, COUNT))).toEqual({ items: [], total: 4 });
    expect(asked).toHaveLength(1);
  });
});
