import { foldBlocks, type ReadBlock } from './fold.js';

/** Blocks of running text; pictures, code, buttons and the rest say nothing in an excerpt. */
const TEXT_BLOCKS = new Set(
  'freeform heading html list media-text paragraph preformatted pullquote quote table verse'.split(' '),
);
/** Blocks that only arrange others. */
const WRAPPERS = new Set(['column', 'columns', 'group']);

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
