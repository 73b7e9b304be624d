/** Shorter names are an edit away from too many others. */
const SHORTEST = 6;
const MOST_EDITS = 2;

/** The name that a misspelt one probably stands for: at most two letters added, left out, replaced or swapped. */
export function closestName(given: string, names: readonly string[]): string | undefined {
  let closest: { name: string; edits: number } | undefined;
  for (const name of names) {
    const short = Math.min(given.length, name.length);
    if (short < SHORTEST) continue;
    const edits = editDistance(given.toUpperCase(), name);
    if (edits <= (short < SHORTEST + 2 ? 1 : MOST_EDITS) && edits < (closest?.edits ?? Infinity))
      closest = { name, edits };
  }
  return closest?.name;
}

/** Of two texts: insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) edits = Math.min(edits, before[column - 2]! + 1);
      current.push(edits);
    }
    before = last;
    last = current;
  }
  return last[b.length]!;
}
