import { escapeAttribute } from '../../../text/escape.js';
import { trimEndCharacters } from '../../../text/php-strings.js';
import { type ImageMetadata, type RenderAttachment, type RenderContext } from '../context.js';
import { type Dimensions } from './dimensions.js';
import { baseName, imageSizes, isFromOtherEdit, srcset } from './srcset.js';

export interface ImageOptions {
  /** Images that do not say how large they are get width and height, as images in blocks do. */
  sizesImages?: boolean;
}

/** Adds `srcset` and `sizes` to the images of the content that say which attachment they show. */
export function makeImagesResponsive(content: string, context: RenderContext, options: ImageOptions = {}): string {
  if (!/wp-image-/i.test(content)) return content;
  let result = '';
  let from = 0;
  for (let at = content.indexOf('<img '); at !== -1; at = content.indexOf('<img ', from)) {
    const end = content.indexOf('>', at + 5) + 1;
    if (end === 0) break;
    result += content.slice(from, at) + responsiveImage(content.slice(at, end), context, options);
    from = end;
  }
  return result + content.slice(from);
}

/** The id of the attachment an `<img>` shows, by its class. */
function shownAttachment(img: string): number | undefined {
  const id = /wp-image-(\d{1,15})/i.exec(img)?.[1];
  return id === undefined ? undefined : Number(id);
}

function responsiveImage(img: string, context: RenderContext, { sizesImages = false }: ImageOptions): string {
  const id = shownAttachment(img);
  const attachment = id === undefined ? undefined : context.attachments.get(id);
  if (!attachment?.image) return img;
  const sized = sizesImages ? withDimensions(img, attachment.image) : img;
  return sized.includes(' srcset=') ? sized : withSrcset(sized, attachment, attachment.image, context);
}

function withDimensions(img: string, image: ImageMetadata): string {
  if (img.includes(' width=') || img.includes(' height=')) return img;
  const size = sizeByName(shownFile(img), image);
  return size ? `<img width="${size.width}" height="${size.height}" ${img.slice(5)}` : img;
}

function shownFile(img: string): string {
  return (/src="([^"]+)"/.exec(img)?.[1] ?? '').split('?')[0] ?? '';
}

function withSrcset(img: string, attachment: RenderAttachment, image: ImageMetadata, context: RenderContext): string {
  const src = shownFile(img);
  if (image.sizes.size === 0 || src === '' || isFromOtherEdit(src, image)) return img;
  const shown = shownSize(img, src, image);
  const set = shown && srcset(shown, src, attachment.url, image);
  if (!shown || set === undefined) return img;
  const sizes = img.includes(' sizes=') ? '' : ` sizes="${escapeAttribute(imageSizes(shown.width, context))}"`;
  return `<img ${trimEndCharacters(img.slice(5, -1), '/ ')} srcset="${escapeAttribute(set)}"${sizes} />`;
}

function shownSize(img: string, src: string, image: ImageMetadata): Dimensions | undefined {
  const width = Number(/ width="(\d+)"/.exec(img)?.[1] ?? 0);
  const height = Number(/ height="(\d+)"/.exec(img)?.[1] ?? 0);
  return width > 0 && height > 0 ? { width, height } : sizeByName(src, image);
}

function sizeByName(src: string, image: ImageMetadata): Dimensions | undefined {
  const name = baseName(src);
  if (name === baseName(image.file)) return image;
  return [...image.sizes.values()].find((size) => size.file === name);
}
