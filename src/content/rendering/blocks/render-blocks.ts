import { autop } from '../../../text/autop.js';
import { blockDelimiters } from './delimiters.js';

/** Blocks of running text; pictures, code, buttons and the rest say nothing in an excerpt. */
const TEXT_BLOCKS = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
);
/** Blocks that only arrange others. */
const WRAPPERS = new Set(['column', 'columns', 'group']);

/**
 * A text written in blocks without its delimiters. Blocks that keep no HTML of their own (lists of posts, calendars and the
 * like) print nothing.
 */
export function renderBlocks(text: string): string {
  return foldBlocks(text, ({ name, html }) => ({ html: name === 'shortcode' ? autop(html) : html }))
    .map((piece) => (typeof piece === 'string' ? piece : piece.html))
    .join('');
}

interface ExcerptBlock {
  html: string;
  /** Running text with nothing inside. */
  plain: boolean;
  /** What it adds when it is outermost. */
  alone: string;
  /** What it adds inside a wrapper. */
  wrapped: string;
}

/** What an automatic excerpt may use of a text written in blocks, without delimiters. */
export function textOfBlocks(text: string): string {
  return foldBlocks(text, excerptBlock)
    .map((piece) => (typeof piece === 'string' ? piece : piece.alone))
    .join('');
}

function excerptBlock({ name, html, inner }: ReadBlock<ExcerptBlock>): ExcerptBlock {
  const isText = TEXT_BLOCKS.has(name);
  const isWrapper = WRAPPERS.has(name);
  if (!isText && !isWrapper) return { html, plain: false, alone: '', wrapped: '' };
  if (inner.length === 0) return { html, plain: isText, alone: html, wrapped: html };
  const wrapped = inner.map((block) => block.wrapped).join('');
  // Around other blocks, a block of text counts whole or not at all.
  const whole = inner.every((block) => block.plain) ? html : '';
  return { html, plain: false, alone: isWrapper ? wrapped : whole, wrapped };
}

/** One block when it has been read to its end. */
export interface ReadBlock<T> {
  name: string;
  /** The attributes as the delimiter has them. */
  json?: string;
  /** What stands between its delimiters, inner blocks included. */
  html: string;
  inner: readonly T[];
  /** How many blocks are around it. */
  depth: number;
  /** The same in order: text and inner blocks. */
  parts: readonly (string | T)[];
}

interface OpenBlock<T> {
  name: string;
  json?: string;
  parts: (string | T)[];
}

const isInner = <T>(part: string | T): part is T => typeof part !== 'string';

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
    if (to > from) (open.at(-1)?.parts ?? pieces).push(text.slice(from, to));
  };
  const close = ({ name, json, parts }: OpenBlock<T>): void => {
    const inner = parts.filter(isInner);
    // Appended, not joined: joining would copy the text of every level of nesting.
    let html = '';
    for (const part of parts) html += typeof part === 'string' ? part : part.html;
    (open.at(-1)?.parts ?? pieces).push(finish({ name, json, parts, inner, html, depth: open.length }));
  };
  for (const { kind, name, json, start, end } of blockDelimiters(text)) {
    addText(start);
    from = end;
    if (kind === 'opens') open.push({ name, json, parts: [] });
    else if (kind === 'alone') close({ name, json, parts: [] });
    else closeInnermost(open, close);
  }
  addText(text.length);
  while (open.length > 0) closeInnermost(open, close);
  return pieces;
}

/** The name of the closing delimiter does not matter. */
function closeInnermost<T>(open: OpenBlock<T>[], close: (block: OpenBlock<T>) => void): void {
  const block = open.pop();
  if (block) close(block);
}
