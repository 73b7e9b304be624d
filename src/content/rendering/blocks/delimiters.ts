import { type RenderContext } from '../context.js';
import { isSpace, skipSpace } from '../../../text/whitespace.js';

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

/** Whether a text was written in blocks, on a site that knows them; then its paragraphs are marked up already. */
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
