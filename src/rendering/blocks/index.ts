/** Public API of this folder, for the features. */
export { type BlockAttributes, FREEFORM, parseAttributes, textAttribute } from './block.js';
export { type BlockAttribute, type BlockTypeData } from './block-type.js';
export { blockDelimiters, foldBlocks } from './render-blocks.js';
export { BLOCKS } from './styled-blocks.js';

/** Loaded when it is first needed, with its parser of HTML. */
export const loadBlockJson = () => import('./block-json.js');
