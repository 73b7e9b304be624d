export {
  type ImageMetadata,
  type ImageSize,
  type Presentation,
  type RenderAttachment,
  type RenderContext,
  afterBlocks,
  NO_NUMBERS,
  RenderCounters,
  type RenderDialect,
  type RenderedPost,
  type RenderedSite,
  type ShortcodeHandler,
  type ShortcodeLookup,
  type ShortcodeNames,
  type Shortcodes,
  type TrackDetails,
} from './render-context.js';
export {
  BlockData,
  type BlockPost,
  type BlockQuery,
  type BlockSite,
  NO_BLOCK_SITE,
  type NavigationMenu,
} from './blocks/block-data.js';
export { embedCacheKey, type EmbedRequest, embedTimeKey, UNKNOWN_EMBED } from './embeds/embed-request.js';
export { embedViewUrl, type EmbeddedPost, frameAttributes, frameSize } from './embeds/own-post.js';
export { imageIds, patternRefs, renderNeeds, type RenderNeeds } from './needs.js';
export {
  ENTRY_LIMITS,
  type ExceededLimit,
  type RenderBudget,
  type RenderCost,
  RESPONSE_LIMITS,
  ResponseBudget,
} from './render-budget.js';
export {
  addLoadingAttributes,
  excerptText,
  renderAttachmentDescription,
  renderBlocksAlone,
  renderComment,
  renderContent,
  renderExcerpt,
  renderTitle,
  type TitlePrefix,
} from './pipelines.js';
export { type ShortcodeAttributes } from './shortcodes/shortcode-attributes.js';
export { registerBuiltInShortcodes } from './shortcodes/builtin/index.js';
export { loadLookups, lookupKey } from './needs.js';
export { type UnknownContent } from './needs.js';
export { ShortcodeRegistry } from './shortcodes/registry.js';
export { runShortcodes, stripShortcodes } from './shortcodes/run.js';
export { srcset } from './media/responsive.js';
export { isInBlocks } from './blocks/render-blocks.js';
