import { type BlockPipelines, type BlockRendering, type RenderContext } from '../render-context.js';
import { expandEmbeds } from '../embeds/embeds.js';
import { lookupKey } from '../shortcodes/lookup-key.js';
import { applyBindings, boundMetaKeys } from './bindings.js';
import { type Block, type BlockRenderer, type BlockScope } from './block-scope.js';
import { blockQueries } from './block-queries.js';
import {
  type BlockNode,
  innerBlocks,
  isHidden,
  readBlocks,
  readBlocksStrictly,
  readContentBlocks,
} from './block-tree.js';
import { isMap } from '../../text/php/php-values.js';
import { COMMENT_BLOCKS } from './dynamic/comment-blocks.js';
import { DATE_BLOCKS } from './dynamic/date-blocks.js';
import { LIST_BLOCKS } from './dynamic/list-blocks.js';
import { navigationBlocks } from './dynamic/navigation-blocks.js';
import { POST_BLOCKS } from './dynamic/post-blocks.js';
import { QUERY_BLOCKS } from './dynamic/query-blocks.js';
import { SITE_BLOCKS } from './dynamic/site-blocks.js';
import { SOCIAL_BLOCKS } from './dynamic/social-blocks.js';
import { TERM_BLOCKS } from './dynamic/term-blocks.js';
import { TERM_LOOP_BLOCKS } from './dynamic/term-loop-blocks.js';
import { containerRules } from './layout-rules.js';
import { MEDIA_BLOCKS, withLightbox } from './media-blocks.js';
import { TEXT_BLOCKS, WRAPPERS } from './render-blocks.js';
import { STATIC_BLOCKS } from './static-blocks.js';
import { applySupports, takeOwnClasses, withClassNames } from './supports.js';
import { addClasses, firstTag } from './tags.js';

/** Built-in blocks whose saved HTML is what they show. */
const SAVED_AS_HTML: ReadonlySet<string> = new Set(
  (
    'accordion-heading accordion-panel audio buttons code column columns embed freeform group html list-item ' +
    'math missing more nextpage paragraph preformatted pullquote quote separator social-links spacer tab-panels ' +
    'table text-columns verse'
  ).split(' '),
);

/** Blocks nested deeper keep their saved HTML: each level searches the text of all levels inside. */
const MAX_DEPTH = 50;

/** Blocks that show more than what is saved of them. */
const DYNAMIC_BLOCKS: ReadonlyMap<string, BlockRenderer> = new Map<string, BlockRenderer>([
  ['block', renderPattern],
  ...[
    SITE_BLOCKS,
    LIST_BLOCKS,
    DATE_BLOCKS,
    POST_BLOCKS,
    QUERY_BLOCKS,
    SOCIAL_BLOCKS,
    TERM_BLOCKS,
    TERM_LOOP_BLOCKS,
    COMMENT_BLOCKS,
  ].flatMap(Object.entries<BlockRenderer>),
  ...Object.entries(navigationBlocks(renderBlock)),
]);

const RENDERERS: ReadonlyMap<string, BlockRenderer> = new Map([
  ...STATIC_BLOCKS,
  ...Object.entries(MEDIA_BLOCKS),
  ...DYNAMIC_BLOCKS,
]);

/**
 * Whether the block is rendered here as WordPress renders it. A form to sign in needs the WordPress that it is sent to,
 * and plugins add fields to forms for comments.
 */
function isKnownBlock(name: string, json?: string): boolean {
  if (name === 'loginout' && /"displayLoginAsForm":\s*true/.test(json ?? '')) return false;
  if (name === 'post-comments-form') return false;
  return RENDERERS.has(name) || SAVED_AS_HTML.has(name);
}

function outermost(context: RenderContext, pipelines: BlockPipelines): BlockScope {
  return { context, pipelines, depth: 0, patterns: new Set() };
}

/** Renders a text with blocks as WordPress 7 does: saved HTML with the classes and attributes implied by block attributes. */
export function renderStyledBlocks(text: string, context: RenderContext, pipelines: BlockPipelines): string {
  return renderPieces(readContentBlocks(text), outermost(context, pipelines));
}

/** The part of a text with blocks that generated excerpts use: rendered text blocks, top-level or in wrappers. */
export function renderExcerptBlocks(text: string, context: RenderContext, pipelines: BlockPipelines): string {
  const scope = outermost(context, pipelines);
  return readBlocksStrictly(text)
    .map((piece) => (typeof piece === 'string' ? piece : excerptBlock(piece, scope)))
    .join('');
}

function excerptBlock(block: BlockNode, scope: BlockScope): string {
  if (isHidden(block)) return '';
  const inner = innerBlocks(block);
  if (WRAPPERS.has(block.name) && inner.length > 0)
    return inner.map((child) => wrappedInExcerpt(child, scope)).join('');
  if (!TEXT_BLOCKS.has(block.name) && !WRAPPERS.has(block.name)) return '';
  // A text block with inner blocks counts as a whole or not at all.
  const isFlat = inner.every((child) => TEXT_BLOCKS.has(child.name) && innerBlocks(child).length === 0);
  return isFlat ? renderBlock(block, scope) : '';
}

function wrappedInExcerpt(block: BlockNode, scope: BlockScope): string {
  if (scope.depth > MAX_DEPTH || isHidden(block) || (!TEXT_BLOCKS.has(block.name) && !WRAPPERS.has(block.name)))
    return '';
  const inner = innerBlocks(block);
  if (inner.length === 0) return renderBlock(block, scope);
  const nested = { ...scope, depth: scope.depth + 1 };
  return inner.map((child) => wrappedInExcerpt(child, nested)).join('');
}

function renderPieces(pieces: readonly (string | BlockNode)[], scope: BlockScope): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : renderBlock(piece, scope))).join('');
}

function renderBlock(node: BlockNode, scope: BlockScope): string {
  if (scope.depth > MAX_DEPTH) return node.html;
  if (isHidden(node)) return '';
  const { name, attributes, parts } = node;
  const { budget } = scope.context;
  const ofModule = scope.context.shortcodes.block(name);
  const isDynamic = DYNAMIC_BLOCKS.has(name) || ofModule !== undefined;
  if ((isDynamic || budget.isInside) && !budget.spend({ blocks: 1 })) return '';
  if (ofModule) {
    const { lookups, post } = scope.context;
    return budget.measure(() => lookups.get(lookupKey(name, ofModule.key(attributes, post.id))) ?? '');
  }
  const own = takeOwnClasses(node, scope);
  const block: Block = {
    node,
    name,
    attributes: withClassNames(attributes, own.elements, own.variation, own.css),
    inner: (around = scope) =>
      applyBindings(renderPieces(parts, { ...around, depth: around.depth + 1, parent: node }), node, around),
  };
  // Tabs take a number for the names of their parts.
  if (name === 'tabs' && typeof attributes.anchor !== 'string') scope.context.counters.next('block');
  const renderer = RENDERERS.get(name);
  if (!renderer && !SAVED_AS_HTML.has(name)) scope.context.unknownBlocks?.add(name);
  const render = renderer ? () => renderer(block, scope) : () => block.inner();
  const html = isDynamic ? budget.measure(render) : render();
  if (html === '') return '';
  const supported = withLightbox(applySupports(html, block, scope, own), node, scope);
  // Unlike other blocks, paragraphs get their block class last.
  return name === 'paragraph'
    ? addClasses(supported, firstTag(supported, PARAGRAPH), ['wp-block-paragraph'])
    : supported;
}

const PARAGRAPH = new Set(['p']);

/** Renders the blocks of a published synced pattern in place of the block that refers to it. */
function renderPattern({ attributes: { ref, content } }: Block, scope: BlockScope): string {
  const { context, patterns } = scope;
  const text = typeof ref === 'number' ? context.patterns.get(ref) : undefined;
  if (text === undefined || patterns.has(ref as number)) return '';
  const overrides = isMap(content) ? content : undefined;
  const nested = { ...scope, patterns: new Set([...patterns, ref as number]), overrides };
  const render = () => renderPieces(readBlocks(expandEmbeds(text, context)), nested);
  return context.budget.render({ entries: 1, text: text.length }, render);
}

/** Keys of the meta values that blocks are bound to, and of the footnotes. */
function metaKeys(text: string): string[] {
  return [...boundMetaKeys(text), ...(text.includes('wp:footnotes') ? ['footnotes'] : [])];
}

/** The blocks of WordPress 7.1. */
export const BLOCKS: BlockRendering = {
  containerRules,
  isKnown: isKnownBlock,
  queries: blockQueries,
  metaKeys,
  render: renderStyledBlocks,
  renderExcerpt: renderExcerptBlocks,
};
