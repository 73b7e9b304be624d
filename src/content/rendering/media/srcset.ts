import { type ImageMetadata, type RenderContext } from '../context.js';
import { type Dimensions, sameRatio } from './dimensions.js';

const MAX_WIDTH = 1600;
/** Newer releases prepare these sizes for wide screens, and offer more with them. */
const WIDE_SIZES = ['1536x1536', '2048x2048'];
const MAX_WIDTH_WITH_WIDE_SIZES = 2048;
/** Mark in the names of files made by editing an image: only those of the same edit belong together. */
const EDIT = /-e\d{13}/;

/** The `srcset` for a shown file: every stored size of its shape, itself first; undefined when there is no choice. */
export function srcset(
  shown: Dimensions,
  src: string,
  attachmentUrl: string,
  image: ImageMetadata,
): string | undefined {
  if (image.sizes.size === 0 || image.file.length < 4 || shown.width < 1) return undefined;
  const folder = image.file.slice(0, image.file.lastIndexOf('/') + 1);
  const base = attachmentUrl.slice(0, attachmentUrl.lastIndexOf('/') + 1);
  const candidates = [...image.sizes.values()].map(({ file, width, height }) => ({ file, width, height }));
  // Smaller sizes of an animation are still pictures, so it is neither offered with them nor replaced by them.
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
    if (!sameRatio(shown, { width, height })) continue;
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

/** The `sizes` attribute of an image, by the theme or else the image's own width. */
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
