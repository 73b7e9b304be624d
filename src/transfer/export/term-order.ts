import { type TermNodeRow } from './export-rows.js';

/** Taxonomies whose terms come with the entries that have them, or belong to what is not exported. */
const NOT_LISTED = new Set(['post_format', 'link_category']);

/**
 * Ids in the order terms are listed: categories, tags, others, and a parent before its children, as importers want it.
 * With `used` only those terms and what is above them.
 */
export function termOrder(nodes: readonly TermNodeRow[], used?: ReadonlySet<number>): number[] {
  const keyOf = (taxonomy: string, termId: number) => `${taxonomy} ${termId}`;
  const byTerm = new Map(nodes.map((node) => [keyOf(node.taxonomy, node.termId), node]));
  const rank = (taxonomy: string) => (taxonomy === 'category' ? 0 : taxonomy === 'post_tag' ? 1 : 2);
  const ordered = new Set<number>();
  const wanted = nodes.filter((node) => !NOT_LISTED.has(node.taxonomy) && (!used || used.has(node.id)));
  for (const node of wanted.sort((a, b) => rank(a.taxonomy) - rank(b.taxonomy) || a.id - b.id)) {
    const path: number[] = [];
    for (
      let at: TermNodeRow | undefined = node;
      at && !ordered.has(at.id) && !path.includes(at.id);
      at = byTerm.get(keyOf(at.taxonomy, at.parent))
    )
      path.push(at.id);
    for (const id of path.reverse()) ordered.add(id);
  }
  return [...ordered];
}
