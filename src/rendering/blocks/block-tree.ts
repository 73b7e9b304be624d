import { type BlockAttributes, parseAttributes } from './block.js';
import { isMap } from '../../text/php/php-values.js';
import { blockDelimiters, foldBlocks } from './render-blocks.js';

/** A block with everything inside it, before rendering. */
export interface BlockNode {
  readonly name: string;
  readonly attributes: BlockAttributes;
  /** Text and inner blocks, in order. */
  readonly parts: readonly (string | BlockNode)[];
  /** The saved HTML, inner blocks included, without delimiters. */
  readonly html: string;
}

/** The top-level blocks and the text between them. Unclosed blocks end with the text; unmatched closing delimiters are dropped. */
export function readBlocks(text: string): (string | BlockNode)[] {
  return foldBlocks<BlockNode>(text, ({ name, json, parts, html }) => ({
    name,
    attributes: parseAttributes(json),
    parts,
    html,
  }));
}

export function innerBlocks({ parts }: BlockNode): BlockNode[] {
  return parts.filter((part): part is BlockNode => typeof part !== 'string');
}

/** Blocks that their author has hidden. */
export function isHidden({ attributes }: BlockNode): boolean {
  return isMap(attributes.metadata) && attributes.metadata.blockVisibility === false;
}

interface OpenBlock {
  readonly name: string;
  readonly json?: string;
  readonly start: number;
  /** Where text that is not in `parts` yet begins. */
  from: number;
  /** Where the text before an outermost block begins. */
  readonly lead: number;
  readonly parts: (string | BlockNode)[];
}

/** Above this number, unclosed blocks do not repeat the text of those inside them: that would grow quadratically. */
const MAX_UNCLOSED = 3;

/**
 * Parses like WordPress, which matters for malformed texts: after an unmatched closing delimiter the rest is text, and each
 * unclosed block becomes a top-level block, the innermost first.
 */
export function readBlocksStrictly(text: string): (string | BlockNode)[] {
  const pieces: (string | BlockNode)[] = [];
  const open: OpenBlock[] = [];
  let at = 0;
  const addText = (parts: (string | BlockNode)[], start: number, end: number) => {
    if (end > start) parts.push(text.slice(start, end));
  };
  for (const { kind, name, json, start, end } of blockDelimiters(text)) {
    const parent = open.at(-1);
    if (kind === 'opens') open.push({ name, json, start, from: end, lead: at, parts: [] });
    else if (kind === 'alone') {
      if (parent) addText(parent.parts, parent.from, start);
      else addText(pieces, at, start);
      (parent?.parts ?? pieces).push(node(name, json, []));
      if (parent) parent.from = end;
    } else if (!parent) {
      addText(pieces, at, text.length);
      return pieces;
    } else {
      open.pop();
      addText(parent.parts, parent.from, start);
      const around = open.at(-1);
      if (around) addText(around.parts, around.from, parent.start);
      else addText(pieces, parent.lead, parent.start);
      (around?.parts ?? pieces).push(node(parent.name, parent.json, parent.parts));
      if (around) around.from = end;
    }
    at = end;
  }
  if (open.length === 0) addText(pieces, at, text.length);
  for (let end = text.length, left = MAX_UNCLOSED; open.length > 0; left--) {
    const { name, json, start, from, lead, parts } = open.pop()!;
    addText(parts, from, Math.max(from, end));
    addText(pieces, lead, start);
    pieces.push(node(name, json, parts));
    if (left <= 0) end = start;
  }
  return pieces;
}

const WRAPPER = 'post-content';

/** Whether every block is closed, whatever the names, and nothing else is. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (const { kind } of blockDelimiters(text)) {
    if (kind === 'opens') open++;
    else if (kind === 'closes' && --open < 0) return false;
  }
  return open === 0;
}

/**
 * The blocks of a whole content. WordPress puts contents into a block, writes the parsed blocks as text again and takes the
 * first and the last delimiter away. With unbalanced delimiters these are others than those of the block around.
 */
export function readContentBlocks(text: string): (string | BlockNode)[] {
  if (isBalanced(text)) return readBlocks(text);
  const wrapped = `<!-- wp:${WRAPPER} -->${text}<!-- /wp:${WRAPPER} -->`;
  const written = readBlocksStrictly(wrapped).map(writtenBlock).join('');
  const start = written.indexOf('-->') + '-->'.length;
  return readBlocksStrictly(written.slice(start, Math.max(start, written.lastIndexOf('<!--'))));
}

function writtenBlock(piece: string | BlockNode): string {
  if (typeof piece === 'string') return piece;
  const { name, attributes, parts } = piece;
  const json = Object.keys(attributes).length === 0 ? '' : `${attributesJson(attributes)} `;
  if (parts.length === 0) return `<!-- wp:${name} ${json}/-->`;
  return `<!-- wp:${name} ${json}-->${parts.map(writtenBlock).join('')}<!-- /wp:${name} -->`;
}

/** Attributes as they stand in a delimiter: without what would end the comment. */
export function attributesJson(attributes: BlockAttributes): string {
  // An empty map becomes a list in PHP.
  const asList = (_: string, value: unknown) => (isMap(value) && Object.keys(value).length === 0 ? [] : value);
  return JSON.stringify(attributes, asList)
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022');
}

function node(name: string, json: string | undefined, parts: (string | BlockNode)[]): BlockNode {
  let html = '';
  for (const part of parts) html += typeof part === 'string' ? part : part.html;
  return { name, attributes: parseAttributes(json), parts, html };
}
