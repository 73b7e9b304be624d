import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PAGES, tables, withTables } from '../../bench/report.mjs';

const pages = PAGES.map((page) => [page, readFileSync(join(import.meta.dirname, '../..', page), 'utf8')] as const);

test.each(pages)('the figures of %s are those of the stored runs', (_page, text) => {
  expect(text).toBe(withTables(text));
});

test('every table of the stored runs is on a page', () => {
  const shown = pages.flatMap(([, text]) => [...text.matchAll(/<!-- figures: (\w+) -->/g)].map(([, name]) => name));
  expect(shown.toSorted()).toEqual(Object.keys(tables()).toSorted());
});
