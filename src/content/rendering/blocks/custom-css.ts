import { member } from './block.js';
import { type BlockNode, innerBlocks } from './block-tree.js';
import { shortHash } from './layout.js';

/** Blocks that cannot have CSS of their own. */
const WITHOUT_CSS = new Set(['block', 'freeform', 'html', 'missing', 'more', 'nextpage', 'shortcode']);

/** The class of a block with CSS of its own, derived from the whole block; markup in the CSS makes it invalid. */
export function cssClass(node: BlockNode): string | undefined {
  const css = member(node.attributes, 'style', 'css');
  if (typeof css !== 'string' || css.trim() === '' || css.includes('<') || WITHOUT_CSS.has(node.name)) return undefined;
  return `wp-custom-css-${shortHash(parsedBlock(node, 0))}`;
}

/** Deeper blocks do not count: they are not rendered either. */
const DEEPEST = 50;

/** A block in the shape in which WordPress reads it from the text. */
function parsedBlock(node: BlockNode, depth: number): unknown {
  const texts = node.parts.filter((part): part is string => typeof part === 'string');
  return {
    blockName: node.name.includes('/') ? node.name : `core/${node.name}`,
    attrs: node.attributes,
    innerBlocks: depth < DEEPEST ? innerBlocks(node).map((inner) => parsedBlock(inner, depth + 1)) : [],
    innerHTML: texts.join(''),
    innerContent: node.parts.map((part) => (typeof part === 'string' ? part : null)),
  };
}
