/** Public API of this folder, for the features. */
export { type BlockAttributes, parseAttributes, textAttribute } from './block.js';
export { blockDelimiters, foldBlocks } from './render-blocks.js';
export { BLOCKS } from './styled-blocks.js';
