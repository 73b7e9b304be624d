import { balanceTags } from '../text/sanitize/balance-tags.js';
import { trimAscii } from '../text/php-strings.js';
import { trimWords } from '../text/strip-tags.js';
import { autop } from '../text/autop.js';
import { type BlockPost } from './block-data.js';
import {
  type BlockPipelines,
  type BlockRendering,
  type RenderAttachment,
  type RenderContext,
  type RenderedSite,
  type ShortcodeNames,
} from './render-context.js';
import { renderBlocks, textOfBlocks, isInBlocks } from './blocks/render-blocks.js';
import { type LinkOptions, makeClickable } from './clickable.js';
import { expandEmbeds } from './embeds/embeds.js';
import { attachmentLink } from './media/attachment-image.js';
import { type ImageOptions, makeImagesResponsive } from './media/responsive.js';
import { firstPage, teaser } from './page-parts.js';
import { audioPlayer, videoPlayer } from './shortcodes/builtin/players.js';
import { runShortcodes, stripShortcodes, shortcodeUnautop } from './shortcodes/run.js';
import { convertSmilies } from './smilies.js';
import { texturize, capitalizeProductName, capitalizeProductNameInTitle, convertChars } from '../text/texturize.js';

const EXCERPT_WORDS = 55;
const EXCERPT_MORE = ' [&hellip;]';
const FOOTNOTE_MARK = /<sup data-fn="[^"<>]*"[^<>]*>(?:<a[^<>]*>[^<]*<\/a>)?[^<]*<\/sup>/g;

/** Prefixes of the titles of private and password-protected posts. */
export type TitlePrefix = 'Private: ' | 'Protected: ' | '';

export function renderTitle(title: string, shortcodes: ShortcodeNames, prefix: TitlePrefix = ''): string {
  return capitalizeProductNameInTitle(trimAscii(convertChars(texturize(prefix + title, shortcodes))));
}

/** The HTML of a post's content. */
export function renderContent(content: string, context: RenderContext): string {
  return finish(paragraphs(content, context), context, { sizesImages: isInBlocks(content, context) });
}

/** The HTML of an attachment's description: the file itself, then the text. */
export function renderAttachmentDescription(
  description: string,
  attachment: RenderAttachment,
  context: RenderContext,
): string {
  const text = paragraphs(description, context);
  return finish(`${attachmentMarkup(attachment, context)}\n${text}`, context);
}

function paragraphs(content: string, context: RenderContext): string {
  const { shortcodes, counters } = context;
  const isWp7 = context.dialect.blocks !== undefined;
  const embedded = expandEmbeds(content, context);
  if (isInBlocks(embedded, context)) {
    const html = texturize(renderBlocksAlone(embedded, context), shortcodes);
    if (isWp7) counters.followsBlocks = true;
    return shortcodeUnautop(html, shortcodes);
  }
  const text = texturize(embedded, shortcodes);
  return counters.followsBlocks
    ? autop(shortcodeUnautop(text, shortcodes), { isWp7 })
    : shortcodeUnautop(autop(text, { isWp7 }), shortcodes);
}

/** A text written in blocks without what is done to a whole content. */
export function renderBlocksAlone(text: string, context: RenderContext): string {
  return context.dialect.blocks?.render(text, context, BLOCK_PIPELINES) ?? renderBlocks(text);
}

/** The content of a widget made of blocks, which is not typeset. */
export function renderWidgetBlocks(text: string, context: RenderContext): string {
  return withImageAttributes(runShortcodes(renderBlocksAlone(expandEmbeds(text, context), context), context), context);
}

function finish(html: string, context: RenderContext, images: ImageOptions = {}): string {
  if (context.dialect.blocks) {
    const run = runShortcodes(capitalizeProductName(html), context);
    const loaded = withImageAttributes(run, context);
    return context.site.smilies ? convertSmilies(loaded, context.site.url, true) : loaded;
  }
  const executed = runShortcodes(capitalizeProductName(makeImagesResponsive(html, context, images)), context);
  return context.site.smilies ? convertSmilies(executed, context.site.url) : executed;
}

/** What WordPress 7 adds to the images of contents and excerpts: sizes, sources and how they are loaded. */
function withImageAttributes(html: string, context: RenderContext): string {
  return addLoadingAttributes(makeImagesResponsive(html, context, { sizesImages: true }));
}

/** Precedes an attachment's description: the player, or the image linked to the file. */
function attachmentMarkup(attachment: RenderAttachment, context: RenderContext): string {
  if (attachment.mime.startsWith('video/')) {
    const attributes = new Map([['src', attachment.url]]);
    if (attachment.image && attachment.image.width > 0 && attachment.image.height > 0) {
      attributes.set('width', String(attachment.image.width)).set('height', String(attachment.image.height));
    }
    if (attachment.poster !== undefined) attributes.set('poster', attachment.poster);
    return videoPlayer(attributes, '', context);
  }
  if (attachment.mime.startsWith('audio/')) return audioPlayer(new Map([['src', attachment.url]]), context);
  return `<p class="attachment">${attachmentLink(attachment, 'medium', 'file', context)}</p>`;
}

/** The HTML of a manual excerpt (or caption). */
export function renderExcerpt(excerpt: string, context: RenderContext): string {
  const typeset = texturize(excerpt, context.shortcodes);
  const withSmilies = context.site.smilies
    ? convertSmilies(typeset, context.site.url, context.dialect.blocks !== undefined)
    : typeset;
  const html = autop(convertChars(withSmilies), { isWp7: context.dialect.blocks !== undefined });
  const joined = shortcodeUnautop(html, context.shortcodes);
  return context.dialect.blocks ? withImageAttributes(joined, context) : joined;
}

/** The input of `renderExcerpt`: the manual excerpt, or else the beginning of the content. */
export function excerptText(
  excerpt: string,
  content: string,
  context: RenderContext,
  attachment?: RenderAttachment,
  words = EXCERPT_WORDS,
): string {
  // Current releases take blanks for no excerpt.
  const provided = context.dialect.blocks ? trimAscii(excerpt) : excerpt;
  return provided === '' ? automaticExcerpt(content, context, attachment, words) : excerpt;
}

function automaticExcerpt(
  content: string,
  context: RenderContext,
  attachment: RenderAttachment | undefined,
  words: number,
): string {
  const stripped = stripShortcodes(
    teaser(firstPage(content), context.dialect.blocks !== undefined),
    context.shortcodes,
  );
  const html = context.dialect.blocks
    ? wp7Excerpt(stripped, context, context.dialect.blocks, attachment)
    : contentOf(isInBlocks(stripped, context) ? textOfBlocks(stripped) : stripped, context, attachment);
  return trimWords(html.replaceAll(']]>', ']]&gt;'), words, EXCERPT_MORE);
}

function contentOf(text: string, context: RenderContext, attachment?: RenderAttachment): string {
  return attachment ? renderAttachmentDescription(text, attachment, context) : renderContent(text, context);
}

/** Blocks are rendered first; remaining delimiters are text. */
function wp7Excerpt(
  stripped: string,
  context: RenderContext,
  blocks: BlockRendering,
  attachment?: RenderAttachment,
): string {
  const text = isInBlocks(stripped, context) ? blocks.renderExcerpt(stripped, context, BLOCK_PIPELINES) : stripped;
  const classic = { ...context, theme: { ...context.theme, readsBlocks: false } };
  return contentOf(text.replace(FOOTNOTE_MARK, ''), classic, attachment);
}

/** How comments are rendered. */
export interface CommentRendering extends Pick<RenderedSite, 'url' | 'smilies'> {
  /** Links are marked as user-generated; those to the site itself may be followed. */
  readonly marksUserContent?: boolean;
}

/** The HTML of a comment. */
export function renderComment(text: string, site: CommentRendering, shortcodes: ShortcodeNames): string {
  const linked = makeClickable(text, site.marksUserContent ? userContent(site.url) : undefined);
  const typeset = convertChars(texturize(linked, shortcodes));
  const withSmilies = site.smilies ? convertSmilies(typeset, site.url, site.marksUserContent) : typeset;
  const balanced = balanceTags(withSmilies, site.marksUserContent);
  return capitalizeProductName(autop(balanced, { isWp7: site.marksUserContent }));
}

/** How WordPress 7 links URLs in comments: web pages of other sites are not followed; other schemes cannot be. */
export function userContent(siteUrl: string): LinkOptions {
  const hostOf = (url: string) => /^https?:\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i.exec(url)?.[1]?.toLowerCase();
  const own = hostOf(siteUrl);
  return {
    relation: (href) => ([own, undefined].includes(hostOf(href)) ? 'ugc' : 'nofollow ugc'),
    urls: 'wp7',
  };
}

/** Maximum depth of nested post contents. */
const MAX_CONTENT_DEPTH = 2;
const COMMENT_WORDS = 20;

const BLOCK_PIPELINES: BlockPipelines = {
  excerpt(post, context, words) {
    if (post.isLocked) return 'This content is protected.';
    const render = () => excerptText(post.excerpt, post.content, contextOf(post, context), undefined, words);
    const text = trimAscii(post.excerpt) === '' ? post.content : post.excerpt;
    return context.budget.render({ text: text.length }, render);
  },
  content(post, context, text = post.content) {
    const shown = context.ancestors ?? new Set();
    if (post.isLocked || shown.has(post.id) || shown.size >= MAX_CONTENT_DEPTH) return '';
    const ancestors = new Set([...shown, post.id]);
    const render = () => renderContent(text, { ...contextOf(post, context), ancestors });
    return context.budget.render({ text: text.length }, render);
  },
  comment(text, { site, shortcodes, budget }, isWhole) {
    if (!budget.spend({ text: text.length })) return '';
    return isWhole ? renderComment(text, site, shortcodes) : autop(trimWords(text, COMMENT_WORDS), { isWp7: true });
  },
};

/** The context of another post, with what is loaded of it. */
function contextOf({ id, type, meta }: BlockPost, context: RenderContext): RenderContext {
  return { ...context, post: { id, type }, boundMeta: new Map(Object.entries(meta)), embeds: new Map() };
}

const TAG = /<(img|iframe)(?=[\s/])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;

/**
 * Adds loading attributes to the images and frames of a text: asynchronous decoding and, if their size is known so that nothing
 * moves, lazy loading. Existing attributes are kept.
 */
export function addLoadingAttributes(html: string): string {
  return html.replace(TAG, (tag, name: string, attributes: string) => {
    const isImage = name.toLowerCase() === 'img';
    // Avatars are written with other quotes, and say themselves how they are loaded.
    if (isImage && /\ssrc='/.test(attributes)) return tag;
    const has = (attribute: string) => hasAttribute(attributes, attribute);
    const isSized = has('width') && has('height');
    // Both a high and a low priority say that the image is loaded at once.
    const isPrioritized = /\sfetchpriority=["']?(?:high|low)/i.test(attributes);
    const lazy = isSized && !has('loading') && !isPrioritized ? ' loading="lazy"' : '';
    if (!isImage) return lazy === '' ? tag : `<${name}${lazy}${attributes}>`;
    const decoding = has('decoding') ? '' : ' decoding="async"';
    const isLazy = lazy !== '' || /\sloading=["']?lazy/i.test(attributes);
    return `<${name}${lazy}${decoding}${isLazy ? withAutoSizes(attributes) : attributes}>`;
  });
}

function hasAttribute(attributes: string, name: string): boolean {
  return new RegExp(`\\s${name}\\s*=`, 'i').test(attributes);
}

/** A lazy image is laid out before it is chosen, so that browsers can take its real size. */
function withAutoSizes(attributes: string): string {
  return attributes.replace(/(\ssizes=")(?!auto\b)/i, '$1auto, ');
}
