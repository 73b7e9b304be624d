import { capitalizeProductName } from '../text/typography.js';
import { autop } from './autop/autop.js';
import { isInBlocks } from './blocks/delimiters.js';
import { renderBlocks } from './blocks/render.js';
import { type RenderAttachment, type RenderContext } from './context.js';
import { expandEmbeds } from './embeds/embeds.js';
import { attachmentMarkup } from './media/attachment-markup.js';
import { type ImageOptions, makeImagesResponsive } from './media/responsive.js';
import { runShortcodes } from './shortcodes/run.js';
import { shortcodeUnautop } from './shortcodes/unautop.js';
import { convertSmilies } from './smilies.js';
import { texturize } from './texturize/texturize.js';

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
  const embedded = expandEmbeds(content, context);
  const html = isInBlocks(embedded, context)
    ? texturize(renderBlocks(embedded), context.shortcodes)
    : autop(texturize(embedded, context.shortcodes));
  return shortcodeUnautop(html, context.shortcodes);
}

function finish(html: string, context: RenderContext, images: ImageOptions = {}): string {
  const executed = runShortcodes(capitalizeProductName(makeImagesResponsive(html, context, images)), context);
  return context.site.smilies ? convertSmilies(executed, context.site.url) : executed;
}
