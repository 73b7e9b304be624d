import { type Term } from '../../lib/types';

export interface TreeTerm {
  term: Term;
  depth: number;
}

/** Terms in tree order. A term whose parent is missing, or that is its own ancestor, is listed at the top. */
export function flattenTree(terms: readonly Term[]): TreeTerm[] {
  const ids = new Set(terms.map(({ id }) => id));
  const children = new Map<number, Term[]>();
  for (const term of terms) {
    const parent = term.parent && ids.has(term.parent) ? term.parent : 0;
    children.set(parent, [...(children.get(parent) ?? []), term]);
  }
  const result: TreeTerm[] = [];
  const seen = new Set<number>();
  const add = (term: Term, depth: number): void => {
    if (seen.has(term.id)) return;
    seen.add(term.id);
    result.push({ term, depth });
    for (const child of children.get(term.id) ?? []) add(child, depth + 1);
  };
  for (const term of children.get(0) ?? []) add(term, 0);
  for (const term of terms) add(term, 0);
  return result;
}
