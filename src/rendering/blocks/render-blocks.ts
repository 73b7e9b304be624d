import { autop } from '../../text/autop.js';
import { type RenderContext } from '../render-context.js';
import { isSpace, skipSpace } from '../../text/whitespace.js';

/** Text blocks; images, code, buttons and the rest are not part of excerpts. */
export const TEXT_BLOCKS = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
);
/** Blocks that only contain others. */
export const WRAPPERS = new Set(['column', 'columns', 'group']);

/**
 * A text with blocks without its delimiters. Dynamic blocks without saved HTML (lists of posts, calendars and the
 * like) produce nothing.
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

/** The part of a text with blocks that generated excerpts use, without delimiters. */
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

/** A completely parsed block. */
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
 * Parses a text from the innermost blocks outwards: `finish` processes each block, and its `html` becomes part of the
 * enclosing block. Returns the top-level blocks and the text between them, in order. Unclosed blocks end with the text;
 * unmatched closing delimiters are dropped. Not recursive.
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

/** A comment that opens, closes or is a block: `<!-- wp:name {…} -->`, `<!-- /wp:name -->`, `<!-- wp:name /-->`. */
export interface BlockDelimiter {
  kind: 'opens' | 'closes' | 'alone';
  /** Without the `core/` of the built-in ones. */
  name: string;
  /** The attributes, as they are written. */
  json?: string;
  start: number;
  end: number;
}

const COMMENT = '<!--';
const NAME = /wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)/y;

/** Whether a text contains blocks, on a site that supports them; then its paragraphs are already marked up. */
export function isInBlocks(text: string, { theme }: Pick<RenderContext, 'theme'>): boolean {
  return theme.readsBlocks === true && text.includes('<!-- wp:');
}

/** The delimiters of a text in their order; comments that only resemble one are left out. */
export function* blockDelimiters(text: string): Generator<BlockDelimiter> {
  const comments = new CommentEnds(text);
  for (let at = text.indexOf(COMMENT); at !== -1;) {
    const found = delimiterAt(text, at, comments);
    if (found) yield found;
    at = text.indexOf(COMMENT, found?.end ?? at + COMMENT.length);
  }
}

function delimiterAt(text: string, start: number, comments: CommentEnds): BlockDelimiter | undefined {
  let at = skipSpace(text, start + COMMENT.length);
  if (at === start + COMMENT.length) return undefined;
  const closes = text[at] === '/';
  if (closes) at++;
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[1];
  if (name === undefined || !isSpace(text[NAME.lastIndex])) return undefined;
  at = skipSpace(text, NAME.lastIndex);
  const end = text[at] === '{' ? comments.afterSettings(at) : comments.at(at);
  if (end === undefined) return undefined;
  const alone = text[end - '/-->'.length] === '/';
  const json = text[at] === '{' ? text.slice(at, end - (alone ? 4 : 3)).trimEnd() : undefined;
  return { kind: closes ? 'closes' : alone ? 'alone' : 'opens', name: name.replace(/^core\//, ''), json, start, end };
}

/** Where comments end, for positions that only grow: the text is searched once. */
class CommentEnds {
  private next = 0;

  constructor(private readonly text: string) {}

  /** After `-->` or `/-->` right here. */
  at(position: number): number | undefined {
    const close = this.text[position] === '/' ? position + 1 : position;
    return this.text.startsWith('-->', close) ? close + 3 : undefined;
  }

  /** After the first end of a comment that has `}` and white space before it. */
  afterSettings(open: number): number | undefined {
    for (let close = this.from(open); close !== -1; close = this.from(close + 3)) {
      let before = this.text[close - 1] === '/' ? close - 2 : close - 1;
      if (!isSpace(this.text[before])) continue;
      while (isSpace(this.text[before])) before--;
      if (this.text[before] === '}' && before > open) return close + 3;
    }
    return undefined;
  }

  private from(position: number): number {
    if (this.next !== -1 && this.next < position) this.next = this.text.indexOf('-->', position);
    return this.next;
  }
}
