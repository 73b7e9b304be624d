import { blockDelimiters } from './delimiters.js';

/** One block when it has been read to its end. */
export interface ReadBlock<T> {
  name: string;
  /** What stands between its delimiters, inner blocks included. */
  html: string;
  inner: readonly T[];
}

interface OpenBlock<T> {
  name: string;
  html: string;
  inner: T[];
}

/**
 * Reads a text from the inside of its blocks outwards: `finish` makes something of each block, whose `html` then stands in
 * the block around it. Gives the outermost blocks and the text between them, in order. What is not closed ends with the text;
 * what closes nothing vanishes. Nesting costs no stack.
 */
export function foldBlocks<T extends { html: string }>(
  text: string,
  finish: (block: ReadBlock<T>) => T,
): (string | T)[] {
  const pieces: (string | T)[] = [];
  const open: OpenBlock<T>[] = [];
  let from = 0;
  const addText = (to: number): void => {
    const around = open.at(-1);
    if (around) around.html += text.slice(from, to);
    else pieces.push(text.slice(from, to));
  };
  const close = (block: ReadBlock<T>): void => {
    const made = finish(block);
    const around = open.at(-1);
    if (!around) {
      pieces.push(made);
      return;
    }
    around.html += made.html;
    around.inner.push(made);
  };
  for (const { kind, name, start, end } of blockDelimiters(text)) {
    addText(start);
    from = end;
    if (kind === 'opens') open.push({ name, html: '', inner: [] });
    else if (kind === 'alone') close({ name, html: '', inner: [] });
    else closeInnermost(open, close);
  }
  addText(text.length);
  while (open.length > 0) closeInnermost(open, close);
  return pieces;
}

/** The name of the closing delimiter does not matter. */
function closeInnermost<T>(open: OpenBlock<T>[], close: (block: ReadBlock<T>) => void): void {
  const block = open.pop();
  if (block) close(block);
}
