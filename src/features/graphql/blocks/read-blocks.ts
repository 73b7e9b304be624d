import { type BlockAttributes, foldBlocks, FREEFORM, parseAttributes } from '../../../rendering/blocks/index.js';

/** A block of a content with its text. */
export interface BlockSource {
  /** With its namespace: `core/paragraph`; `core/freeform` for what stands between blocks. */
  readonly name: string;
  /** Attributes of the delimiter. */
  readonly attributes: BlockAttributes;
  /** The text from its opening to its closing delimiter. */
  readonly text: string;
  readonly inner: readonly BlockSource[];
}

interface FoldedSource {
  /** The text of the block, which becomes part of the text of the block around it. */
  readonly html: string;
  readonly block: BlockSource;
}

/** Deeper ones belong to the text of those around them. */
const MAX_DEPTH = 50;

/** The blocks of a content, in their order. White space between them is left out. */
export function readBlockSources(content: string): BlockSource[] {
  const pieces = foldBlocks<FoldedSource>(content, ({ name, json, html, inner, depth }) => {
    const opening = json === undefined ? `wp:${name}` : `wp:${name} ${json}`;
    const text = `<!-- ${opening} -->${html}<!-- /wp:${name} -->`;
    return {
      html: text,
      block: {
        name: name.includes('/') ? name : `core/${name}`,
        attributes: parseAttributes(json),
        text,
        inner: depth < MAX_DEPTH ? inner.map(({ block }) => block) : [],
      },
    };
  });
  return pieces.flatMap((piece) => {
    if (typeof piece !== 'string') return piece.block;
    return piece.trim() === '' ? [] : { name: FREEFORM, attributes: { content: piece }, text: piece, inner: [] };
  });
}
