import { type RenderContext } from '../context.js';
import { type BlockAttributes } from './block.js';
import { type BlockPost } from './block-data.js';
import { type BlockNode } from './block-tree.js';

/** What blocks get from those around them. */
export interface BlockScope {
  readonly context: RenderContext;
  /** How many blocks are around. */
  readonly depth: number;
  /** The block right around. */
  readonly parent?: BlockNode;
  /** The patterns being rendered: none is rendered inside itself. */
  readonly patterns: ReadonlySet<number>;
  /** How many more patterns may be rendered. */
  readonly budget: { left: number };
  /** What the block that shows a pattern replaces in it: attributes by the name of a block. */
  readonly overrides?: BlockAttributes;
  /** The post of the loop around. */
  readonly post?: BlockPost;
  /** The attributes of the query around. */
  readonly query?: BlockAttributes;
  /** Whether a menu is around. */
  readonly menu?: boolean;
  readonly pipelines: BlockPipelines;
}

/** How texts inside blocks are rendered: the pipelines that render blocks themselves. */
export interface BlockPipelines {
  /** The excerpt of a post, cut to a number of words where it is not written. */
  excerpt(post: BlockPost, context: RenderContext, words?: number): string;
  content(post: BlockPost, context: RenderContext): string;
  comment(text: string, context: RenderContext, isWhole: boolean): string;
}

/** A block while it is rendered. */
export interface Block {
  readonly node: BlockNode;
  readonly name: string;
  readonly attributes: BlockAttributes;
  /** Renders the text and the inner blocks; once more for each call. */
  inner(scope?: BlockScope): string;
}

/** Renders one kind of block. */
export type BlockRenderer = (block: Block, scope: BlockScope) => string;
