/**
 * The entries that contain a word, as text: IDs are grouped in blocks of ten thousand, and a row has those of one block, each as a
 * comma and four digits (`,0042,0345`), unordered. A row that grew too long means that any entry of the block may have the word.
 */
const BLOCK = 10_000;
const MOST_IN_ROW = 1000;
export const LONGEST_ROW = MOST_IN_ROW * 5;
export const ANY_ID = '*';

export interface ListRow {
  token: number;
  block: number;
  ids: string;
}

export const blockOf = (id: number) => Math.floor(id / BLOCK);
export const listed = (id: number) => `,${String(id % BLOCK).padStart(4, '0')}`;

/** IDs by block; `any` for all of a block. */
export type IdSet = Map<number, Set<number> | 'any'>;

export function idsIn(rows: Iterable<ListRow>): IdSet {
  const found: IdSet = new Map();
  for (const { block, ids } of rows) {
    const known = found.get(block) ?? new Set();
    if (known === 'any') continue;
    if (ids === ANY_ID) {
      found.set(block, 'any');
      continue;
    }
    for (let at = 1; at < ids.length; at += 5) known.add(block * BLOCK + Number(ids.slice(at, at + 4)));
    found.set(block, known);
  }
  return found;
}

export function inBoth(one: IdSet, other: IdSet): IdSet {
  const both: IdSet = new Map();
  for (const [block, ids] of one) {
    const others = other.get(block);
    if (others === undefined) continue;
    if (ids === 'any' || others === 'any') both.set(block, ids === 'any' ? others : ids);
    else both.set(block, new Set([...ids].filter((id) => others.has(id))));
  }
  return both;
}

/** Undefined for more than `most`, or if the number is unknown. */
export function allIds(set: IdSet, most: number): number[] | undefined {
  const all: number[] = [];
  for (const ids of set.values()) {
    if (ids === 'any' || all.length + ids.size > most) return undefined;
    for (const id of ids) all.push(id);
  }
  return all;
}
