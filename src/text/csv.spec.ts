import { expect, test } from '@jest/globals';
import { csvLine, readCsv } from './csv.js';

const read = (text: string) => [...readCsv(text)];

test('reads what it writes: quotes, separators and line breaks in cells', () => {
  const cells = ['plain', 'a, b', 'say "hi"', 'two\nlines', ''];
  expect(read(csvLine(cells))).toEqual([{ line: 1, cells }]);
});

test('knows the separator by the first line, and the number of each line', () => {
  expect(read('\uFEFFold;new\r\n/a,b/;/c/\n\n"/d\ne";/f/')).toEqual([
    { line: 1, cells: ['old', 'new'] },
    { line: 2, cells: ['/a,b/', '/c/'] },
    { line: 3, cells: [''] },
    { line: 4, cells: ['/d\ne', '/f/'] },
  ]);
  expect(read('/a\t/b')).toEqual([{ line: 1, cells: ['/a', '/b'] }]);
  expect(read('')).toEqual([]);
  // Without an end, the quote lasts to that of the file.
  expect(read('"/a,/b')).toEqual([{ line: 1, cells: ['/a,/b'] }]);
});
