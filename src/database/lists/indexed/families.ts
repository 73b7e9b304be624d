import { type ListFamily, OPTIONAL_FAMILIES } from '../../list-index.types.js';
import { isListTrigger } from './trigger-dialect.js';

/*
 * What the index was built without. The names of its triggers say which: they cannot disagree with what the triggers
 * do, and a restored or copied database has both or neither.
 */

export type LeftOut = ReadonlySet<ListFamily>;

export const NOTHING_LEFT_OUT: LeftOut = new Set();

const MARKS: Readonly<Record<ListFamily, string>> = { comments: 'c', terms: 't', versions: 'v' };

/** Follows the version in the names of triggers. */
export function marksOf(leftOut: LeftOut): string {
  return OPTIONAL_FAMILIES.filter((family) => leftOut.has(family))
    .map((family) => MARKS[family])
    .join('');
}

/** Which families triggers with these names leave out. */
export function leftOutBy(triggers: readonly string[], tablePrefix: string): LeftOut {
  const name = triggers.find((trigger) => isListTrigger(trigger, tablePrefix));
  const marks = /_\d+([a-z]*)(?:_\d+)?$/.exec(name ?? '')?.[1] ?? '';
  return new Set(OPTIONAL_FAMILIES.filter((family) => marks.includes(MARKS[family])));
}
