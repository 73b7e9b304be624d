import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { figures, PAGES, plots, tables, withFigures } from '../../bench/report.mjs';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const pages = PAGES.map((page) => [page, read(page)] as const);

test.each(pages)('the figures of %s are those of the stored runs', (_page, text) => {
  expect(text).toBe(withFigures(text));
});

test.each(Object.entries(plots()))('%s shows the stored run', (path, svg) => {
  expect(read(path)).toBe(svg);
});

test.each([
  ['table', Object.keys(tables()), /<!-- figures: (\w+) -->/g],
  ['figure', Object.keys(figures()), /<!-- figure: ([^>]+) -->/g],
])('every %s of the stored runs is on a page', (_kind, names, marker) => {
  const used = pages.flatMap(([, text]) => [...text.matchAll(marker)].map(([, name]) => name));
  expect(used.toSorted()).toEqual(names.toSorted());
});
