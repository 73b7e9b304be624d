import { type BlockPipelines, type RenderContext } from '../render-context.js';
import { type BlockAttributes } from './block.js';
import { type BlockPost, type BlockTerm, type ThreadComment } from '../block-data.js';
import { type BlockNode } from './block-tree.js';

/** Context that blocks get from the blocks around them. */
export interface BlockScope {
  readonly context: RenderContext;
  /** Nesting depth. */
  readonly depth: number;
  /** The parent block. */
  readonly parent?: BlockNode;
  /** The patterns being rendered: none is rendered inside itself. */
  readonly patterns: ReadonlySet<number>;
  /** Pattern overrides: attributes by block name. */
  readonly overrides?: BlockAttributes;
  /** The post of the enclosing loop. */
  readonly post?: BlockPost;
  /** The attributes of the enclosing query. */
  readonly query?: BlockAttributes;
  /** The attributes of the enclosing pagination. */
  readonly pagination?: BlockAttributes;
  /** The attributes of the enclosing list of terms. */
  readonly terms?: BlockAttributes;
  /** The term of the enclosing list. */
  readonly term?: BlockTerm;
  /** The comment of the enclosing list. */
  readonly comment?: ThreadComment;
  /** The attributes of the enclosing menu. */
  readonly menu?: BlockAttributes;
  readonly pipelines: BlockPipelines;
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

/** The post that a block shows: that of the loop around it, or else the one whose content is rendered. */
export function postOf(looped: BlockPost | undefined, { blockData, post }: RenderContext): BlockPost | undefined {
  return looped ?? blockData.get({ kind: 'post', id: post.id });
}
