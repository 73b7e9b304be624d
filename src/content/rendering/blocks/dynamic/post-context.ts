import { type RenderContext } from '../../context.js';
import { type BlockPost } from '../block-data.js';

/** The post that a block shows: that of the loop around it, or else the one whose content is rendered. */
export function postOf(looped: BlockPost | undefined, { blockData, post }: RenderContext): BlockPost | undefined {
  return looped ?? blockData.get({ kind: 'post', id: post.id });
}
