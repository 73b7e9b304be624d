export {
  BlockData,
  type BlockPost,
  type BlockQuery,
  type BlockSite,
  type NavigationMenu,
  NO_BLOCK_SITE,
} from './block-data.js';
export { isInBlocks } from './blocks/render-blocks.js';
export {
  type EmbeddedPost,
  type EmbedRequest,
  type ImageMetadata,
  type ImageSize,
  type Presentation,
  type RenderAttachment,
  type RenderContext,
  type RenderDialect,
  type RenderedPost,
  type RenderedSite,
  type ShortcodeHandler,
  type ShortcodeLookup,
  type ShortcodeNames,
  type Shortcodes,
  type TrackDetails,
} from './render-context.js';
export { embedCacheKey, embedTimeKey, UNKNOWN_EMBED } from './embeds/embed-request.js';
export { embedViewUrl, frameAttributes, frameSize } from './embeds/own-post.js';
export { IMAGE_FORMAT, WIDE_IMAGES } from './media/image-sizes.js';
export { attachmentImage } from './media/attachment-image.js';
export { srcset } from './media/responsive.js';
export {
  imageIds,
  loadLookups,
  patternRefs,
  renderNeeds,
  type RenderNeeds,
  type UnknownContent,
  unknownContent,
} from './needs.js';
export { lookupKey } from './shortcodes/lookup-key.js';
export {
  addLoadingAttributes,
  excerptText,
  renderAttachmentDescription,
  renderBlocksAlone,
  renderComment,
  renderContent,
  renderExcerpt,
  renderTitle,
  renderWidgetBlocks,
  type TitlePrefix,
} from './pipelines.js';
export {
  ENTRY_LIMITS,
  type ExceededLimit,
  type RenderBudget,
  type RenderCost,
  RESPONSE_LIMITS,
  ResponseBudget,
} from './render-budget.js';
export { afterBlocks, type CounterRange, NO_NUMBERS, RenderCounters } from './render-counters.js';
export { renumbered } from './renumber.js';
export { registerBuiltInShortcodes } from './shortcodes/builtin/index.js';
export { ShortcodeRegistry } from './shortcodes/registry.js';
export { runShortcodes, stripShortcodes } from './shortcodes/run.js';
export { type ShortcodeAttributes } from './shortcode-attributes.js';
