import { escapeAttribute, escapeHtml } from '../../text/escape.js';
import { trimAscii } from '../../text/php-strings.js';
import { stripTags } from '../../text/strip-tags.js';
import { escapeUrl } from '../../text/urls.js';
import { type RenderAttachment, type RenderContext } from '../render-context.js';
import { baseName, constrain, type Dimensions, imageSizes, srcset } from './responsive.js';

export interface SizedImage extends Dimensions {
  url: string;
}

/** Sizes that must also fit the content width. */
const COLUMN_SIZES = new Set(['large', 'medium_large']);

/** The `<img>` of an attachment in a named size, or '' if it has no image. */
export function attachmentImage(
  attachment: RenderAttachment,
  size: string,
  context: RenderContext,
  extra: Readonly<Record<string, string>> = {},
): string {
  const visible = sizedImage(attachment, size, context);
  if (!visible) return '';
  const attributes = Object.entries({
    src: visible.url,
    class: `attachment-${size} size-${size}`,
    alt: trimAscii(stripTags(attachment.alt)),
    ...extra,
  });
  const set = attachment.image && srcset(visible, visible.url, attachment.url, attachment.image);
  const sizes =
    context.theme.attachmentImageSizes ?? (set === undefined ? undefined : imageSizes(visible.width, context));
  if (set !== undefined) attributes.push(['srcset', set]);
  if (sizes !== undefined) attributes.push(['sizes', sizes]);
  const dimensions =
    (visible.width > 0 ? `width="${visible.width}" ` : '') + (visible.height > 0 ? `height="${visible.height}" ` : '');
  return `<img ${dimensions}${attributes.map(([name, value]) => `${name}="${escapeAttribute(value)}"`).join(' ')} />`;
}

/** A link to the file or to the attachment page around the image, or around the title if there is none. */
export function attachmentLink(
  attachment: RenderAttachment,
  size: string,
  target: 'file' | 'page',
  context: RenderContext,
  extra: Readonly<Record<string, string>> = {},
): string {
  const image = attachmentImage(attachment, size, context, extra);
  const named = trimAscii(attachment.title) === '' ? escapeHtml(fileStem(attachment.url)) : attachment.title;
  const url = target === 'page' ? attachment.link : attachment.url;
  return `<a href='${escapeUrl(url)}'>${image === '' ? named : image}</a>`;
}

/** The image of an attachment in a named size; undefined if it has none. */
export function sizedImage(attachment: RenderAttachment, size: string, context: RenderContext): SizedImage | undefined {
  const { image } = attachment;
  const base = attachment.url.slice(0, attachment.url.lastIndexOf('/') + 1);
  // Documents have an image only if a preview was generated.
  const preview = image?.sizes.get('full');
  const isImage = attachment.mime.startsWith('image/');
  if (!isImage && !preview) return undefined;
  const stored = size === 'full' ? undefined : image?.sizes.get(size);
  const full = isImage
    ? { url: attachment.url, width: image?.width ?? 0, height: image?.height ?? 0 }
    : { url: base + (preview?.file ?? ''), width: preview?.width ?? 0, height: preview?.height ?? 0 };
  const visible = stored ? { url: base + stored.file, width: stored.width, height: stored.height } : full;
  return { url: visible.url, ...fitToSize(visible, size, context) };
}

function fitToSize(visible: Dimensions, size: string, context: RenderContext): Dimensions {
  const box = context.site.imageSizes.get(size);
  if (!box || visible.width === 0 || visible.height === 0) return { width: visible.width, height: visible.height };
  const column = COLUMN_SIZES.has(size) ? context.theme.contentWidth : 0;
  return constrain(visible, column > 0 ? Math.min(column, box.width) : box.width, box.height);
}

function fileStem(url: string): string {
  return baseName(url).replace(/\.[^.]*$/, '');
}
