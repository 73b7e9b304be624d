import { diffArrays } from 'diff';

/** A part of a text in which two versions differ, or do not. */
export interface Part {
  theirs: string;
  mine: string;
  isSame: boolean;
  /** What differs from the version that both began with: only one side, or both. */
  changedBy: 'theirs' | 'mine' | 'both';
}

export type Side = 'theirs' | 'mine';

const BREAK = /(\n{2,})/;

/** Two versions of a text, paragraph by paragraph. */
export function partsOf(base: string, theirs: string, mine: string): Part[] {
  const [before, left, right] = [base, theirs, mine].map((text) => text.split(BREAK).filter((_, at) => at % 2 === 0));
  const paragraphs = new Set(before);
  const parts: Part[] = [];
  for (const { value, added, removed } of diffArrays(left!, right!)) {
    const text = value.join('\n\n');
    const last = parts.at(-1);
    if (!added && !removed) parts.push({ theirs: text, mine: text, isSame: true, changedBy: 'both' });
    else if (added && last && !last.isSame && last.mine === '') parts.splice(-1, 1, ...pairs(last.theirs, text));
    else if (removed) parts.push({ theirs: text, mine: '', isSame: false, changedBy: 'both' });
    else parts.push({ theirs: '', mine: text, isSame: false, changedBy: 'both' });
  }
  const isKnown = (text: string) => text.split(/\n{2,}/).every((paragraph) => paragraphs.has(paragraph));
  for (const part of parts) {
    if (part.isSame) continue;
    const isMineOld = part.mine === '' ? !isKnown(part.theirs) : isKnown(part.mine);
    const isTheirsOld = part.theirs === '' ? !isKnown(part.mine) : isKnown(part.theirs);
    if (isMineOld !== isTheirsOld) part.changedBy = isMineOld ? 'theirs' : 'mine';
  }
  return parts;
}

/** Adjacent paragraphs may be changed by different writers: as many on each side are as many parts. */
function pairs(theirs: string, mine: string): Part[] {
  const [left, right] = [theirs.split('\n\n'), mine.split('\n\n')];
  if (left.length !== right.length) return [{ theirs, mine, isSame: false, changedBy: 'both' }];
  return left.map((paragraph, index) => ({
    theirs: paragraph,
    mine: right[index]!,
    isSame: false,
    changedBy: 'both',
  }));
}

/** The text with one side of each part that differs. */
export function merged(parts: readonly Part[], sides: readonly (Side | undefined)[]): string {
  return parts
    .map((part, index) => (sides[index] === 'theirs' ? part.theirs : part.mine))
    .filter((text) => text !== '')
    .join('\n\n');
}
