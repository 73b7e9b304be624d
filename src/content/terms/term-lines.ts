import { type Tables } from '../../database/engine/tables.js';
import { rowReader } from '../../database/row-reader.js';
import { type TermNode } from './term.js';

/** Deeper trees take another query. */
const LEVELS = [0, 1, 2, 3, 4] as const;

/** A term and those above it: `id0`, `parent0`, `slug0` are its own, `id1`… those of its parent. */
export type TermLine = Readonly<Record<string, number | string | null>>;

const readNode = rowReader<TermNode>(['terms', 'term_taxonomy'], { id: 'term_id', parent: 'parent', slug: 'slug' });

/** Up to WHERE; the term itself is `tt0`. */
export function selectLines({ term_taxonomy, terms }: Tables): string {
  const columns = LEVELS.map(
    (level) => `t${level}.term_id AS id${level}, tt${level}.parent AS parent${level}, t${level}.slug AS slug${level}`,
  );
  const above = LEVELS.slice(1).map(
    (level) =>
      `LEFT JOIN ${term_taxonomy} tt${level} ON tt${level}.term_id = tt${level - 1}.parent AND tt${level}.taxonomy = tt0.taxonomy ` +
      `LEFT JOIN ${terms} t${level} ON t${level}.term_id = tt${level}.term_id`,
  );
  return `SELECT ${columns.join(', ')} FROM ${term_taxonomy} tt0 JOIN ${terms} t0 ON t0.term_id = tt0.term_id ${above.join(' ')}`;
}

/** From the term upwards, as far as the line goes. */
export function nodesOf(line: TermLine): TermNode[] {
  const end = LEVELS.find((level) => line[`id${level}`] === null) ?? LEVELS.length;
  return LEVELS.slice(0, end).map((level) =>
    readNode({
      id: line[`id${level}`] as number,
      parent: line[`parent${level}`] as number,
      slug: line[`slug${level}`] as string,
    }),
  );
}
