/** Characters that a spreadsheet interprets as the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of a CSV file, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of a CSV file with their numbers. Cells are separated by commas, semicolons or tabs, whichever the first line has most of. */
export function* readCsv(text: string): Generator<{ line: number; cells: string[] }> {
  const source = text.replace(/^\uFEFF/, '');
  const [first = ''] = source.split(/\r?\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  const separator = [',', ';', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best));
  let [line, began] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!;
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') cell += source[++at]!;
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      yield { line: began, cells: [...cells, cell] };
      [cells, cell, began] = [[], '', line];
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || cells.length > 0) yield { line: began, cells: [...cells, cell] };
}
