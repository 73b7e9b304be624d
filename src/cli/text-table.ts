/** Rows as columns of text, with a heading; `none` where there are no rows. */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
