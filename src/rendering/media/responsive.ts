import { escapeAttribute } from '../../text/escape.js';
import { trimEndCharacters } from '../../text/php-strings.js';
import { type ImageMetadata, type RenderAttachment, type RenderContext } from '../render-context.js';

export interface Dimensions {
  width: number;
  height: number;
}

/** Scales down to fit the box; 0 = no limit in that dimension. */
export function constrain(current: Dimensions, maxWidth: number, maxHeight: number): Dimensions {
  if (maxWidth === 0 && maxHeight === 0) return { ...current };
  const limitsWidth = maxWidth > 0 && current.width > maxWidth;
  const limitsHeight = maxHeight > 0 && current.height > maxHeight;
  const widthRatio = limitsWidth ? maxWidth / current.width : 1;
  const heightRatio = limitsHeight ? maxHeight / current.height : 1;
  const larger = Math.max(widthRatio, heightRatio);
  const overflows = Math.round(current.width * larger) > maxWidth || Math.round(current.height * larger) > maxHeight;
  const ratio = overflows ? Math.min(widthRatio, heightRatio) : larger;
  const width = Math.max(1, Math.round(current.width * ratio));
  const height = Math.max(1, Math.round(current.height * ratio));
  // Rounding may end one pixel short of the box.
  return {
    width: limitsWidth && width === maxWidth - 1 ? maxWidth : width,
    height: limitsHeight && height === maxHeight - 1 ? maxHeight : height,
  };
}

/** Whether both have the same aspect ratio, within a pixel after scaling the larger one down. */
export function sameRatio(left: Dimensions, right: Dimensions): boolean {
  const [large, small] = left.width > right.width ? [left, right] : [right, left];
  const scaled = constrain(large, small.width, 0);
  return Math.abs(scaled.width - small.width) <= 1 && Math.abs(scaled.height - small.height) <= 1;
}

export interface ImageOptions {
  /** Adds width and height to images without them, as images in blocks have. */
  sizesImages?: boolean;
}

/** Adds `srcset` and `sizes` to images whose class names their attachment. */
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
  const visible = shownSize(img, src, image);
  const set = visible && srcset(visible, src, attachment.url, image);
  if (!visible || set === undefined) return img;
  const sizes = img.includes(' sizes=') ? '' : ` sizes="${escapeAttribute(imageSizes(visible.width, context))}"`;
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

const MAX_WIDTH = 1600;
/** Newer releases prepare these sizes for wide screens, and offer more with them. */
const WIDE_SIZES = ['1536x1536', '2048x2048'];
const MAX_WIDTH_WITH_WIDE_SIZES = 2048;
/** Suffix in the names of files created by editing an image: only those of the same edit belong together. */
const EDIT = /-e\d{13}/;

/** The `srcset` of a file: every stored size with its aspect ratio, the file itself first; undefined if there is no choice. */
export function srcset(
  visible: Dimensions,
  src: string,
  attachmentUrl: string,
  image: ImageMetadata,
): string | undefined {
  if (image.sizes.size === 0 || image.file.length < 4 || visible.width < 1) return undefined;
  const folder = image.file.slice(0, image.file.lastIndexOf('/') + 1);
  const base = attachmentUrl.slice(0, attachmentUrl.lastIndexOf('/') + 1);
  const candidates = [...image.sizes.values()].map(({ file, width, height }) => ({ file, width, height }));
  // Smaller sizes of an animation are static, so it is neither offered with them nor replaced by them.
  if (image.sizes.get('thumbnail')?.mime === 'image/gif') {
    if (src.includes(image.file)) return undefined;
  } else {
    candidates.push({ file: image.file.slice(folder.length), width: image.width, height: image.height });
  }
  const maxWidth = WIDE_SIZES.some((name) => image.sizes.has(name)) ? MAX_WIDTH_WITH_WIDE_SIZES : MAX_WIDTH;
  const edit = EDIT.exec(baseName(src))?.[0];
  const others = new Map<number, string>();
  let first: [number, string] | undefined;
  let matched = false;
  for (const { file, width, height } of candidates) {
    const isShown = !matched && src.includes(folder + file);
    if (isShown) matched = true;
    if (edit !== undefined && !file.includes(edit)) continue;
    if (width > maxWidth && !isShown) continue;
    if (!sameRatio(visible, { width, height })) continue;
    const entry = `${(base + file).replaceAll(' ', '%20')} ${width}w`;
    if (isShown) {
      first = [width, entry];
      others.delete(width);
    } else if (first?.[0] === width) {
      first = [width, entry];
    } else {
      others.set(width, entry);
    }
  }
  const entries = [...(first ? [first[1]] : []), ...others.values()];
  return matched && entries.length > 1 ? entries.join(', ') : undefined;
}

/** The `sizes` attribute of an image, from the theme or else from the image's own width. */
export function imageSizes(width: number, { theme, post }: Pick<RenderContext, 'theme' | 'post'>): string {
  const rule = theme.imageSizes?.findLast(
    ({ minWidth, exceptPages }) => minWidth <= width && !(exceptPages && post.type === 'page'),
  );
  return (rule?.sizes ?? '(max-width: {width}px) 100vw, {width}px').replaceAll('{width}', String(width));
}

export function isFromOtherEdit(src: string, image: ImageMetadata): boolean {
  const edit = EDIT.exec(image.file)?.[0];
  return edit !== undefined && !baseName(src).includes(edit);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
