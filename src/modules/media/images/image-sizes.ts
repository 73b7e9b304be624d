import { type Sharp } from 'sharp';
import { type FocalPoint } from '../../../rendering/media/focal-point.js';
import {
  clamp,
  IMAGE_FORMAT,
  NEWER_FORMATS,
  type NewerFormat,
  planSize,
  type SizePlan,
} from '../../../rendering/media/image-sizes.js';
import { constrain, type Dimensions } from '../../../rendering/media/responsive.js';
import { type ImageSizeBox } from '../../../rendering/render-context.js';
import { type MediaDialect } from '../../../variant/media.variants.js';
import { decodingTurns, type ImageFacts, loadSharp } from './read-image.js';

/** Formats of images whose sizes can be in a newer one. */
const CONVERTED: ReadonlySet<string> = new Set(['jpeg', 'png']);

/** The format of the sizes of an image; undefined: that of the image. */
export function sizeFormat(site: { option(name: string): string }, format: string): NewerFormat | undefined {
  const chosen = site.option(IMAGE_FORMAT);
  return CONVERTED.has(format) ? NEWER_FORMATS.find((newer) => newer === chosen) : undefined;
}

/** Sizes that are generated first, so that editors can show them. */
const FIRST_SIZES = ['medium', 'large', 'thumbnail', 'medium_large'];

/** In the order of the boxes; where images are normalized, some first. */
export function planSizes(
  original: Dimensions,
  sizes: readonly ImageSizeBox[],
  { normalizesImages }: Pick<MediaDialect, 'normalizesImages'>,
  focalPoint?: FocalPoint,
): SizePlan[] {
  const first = normalizesImages ? FIRST_SIZES : [];
  const rank = ({ name }: ImageSizeBox) => (first.includes(name) ? first.indexOf(name) : first.length);
  return sizes
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((size) => planSize(original, size, normalizesImages, focalPoint) ?? []);
}

/** A copy that replaces an image, and the suffix of its file name. */
export type MainPlan = SizePlan & { readonly name: 'scaled' | 'rotated' };

/** The copy that replaces an image that is too large or rotated; undefined if the image is kept as it is. */
export function planMain(
  image: UprightImage,
  { largestSide, normalizesImages }: Pick<MediaDialect, 'largestSide' | 'normalizesImages'>,
): MainPlan | undefined {
  const { width, height } = image;
  const source = { left: 0, top: 0, width, height };
  if (largestSide !== undefined && Math.max(width, height) > largestSide)
    return { name: 'scaled', ...constrain({ width, height }, largestSide, largestSide), source };
  return normalizesImages && image.isTurned ? { name: 'rotated', width, height, source } : undefined;
}

/** Dimensions of an image after EXIF rotation. */
export interface UprightImage extends Dimensions {
  readonly isTurned: boolean;
}

export function upright({ width, height, meta }: ImageFacts): UprightImage {
  const orientation = Number(meta.orientation);
  const isTurned = orientation > 1 && orientation <= 8;
  return isTurned && orientation >= 5 ? { width: height, height: width, isTurned } : { width, height, isTurned };
}

/** `photo-300x200.jpg` in the folder of `photo.jpg`. */
export function sizeFileName(
  stem: string,
  extension: string,
  { width, height, format }: Dimensions & Pick<SizePlan, 'format'>,
): string {
  return `${stem}-${width}x${height}${format ? `.${format}` : extension}`;
}

/** Larger images are stored without sizes: decoding them would need too much memory. 64 megapixels in colour with alpha, half of that at 16 bit. */
const MAX_DECODED_BYTES = 256_000_000;
export const MAX_PIXELS = 64_000_000;
const MAX_SECONDS = 60;
const QUALITY = 82;
/** Nearly as sharp as Lanczos, which sharp uses by default and which reads half as many pixels again for every new one. */
const KERNEL = 'cubic';
const WEBP_QUALITY = 86;

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

interface Pixels extends Dimensions {
  data: Buffer;
  channels: 1 | 2 | 3 | 4;
}

/** Whether an image is small enough to be decoded. */
export function isScalable({ width, height, decodedBytes }: ImageFacts): boolean {
  return width > 0 && height > 0 && width * height <= MAX_PIXELS && decodedBytes <= MAX_DECODED_BYTES;
}

/** An image and its dimensions; with `isTurned` it is rotated upright first, and the dimensions are those after rotation. */
export type SourceImage = Dimensions & { readonly isTurned?: boolean };

/**
 * Writes every planned size to its file and returns the names of the generated sizes. The image is decoded
 * once, as small as the largest size allows, and each size is made from the one before it, from the largest down.
 * A file that cannot be decoded has no sizes.
 */
export async function makeSizes(
  file: string,
  format: ImageFormat,
  original: SourceImage,
  plans: ReadonlyMap<string, SizePlan>,
): Promise<string[]> {
  if (plans.size === 0) return [];
  return decodingTurns.runExclusive(async () => {
    const largestFirst = [...plans].toSorted(([, a], [, b]) => neededScale(b) - neededScale(a));
    const scale = Math.min(1, neededScale(largestFirst[0]![1]));
    const decoded = await decode(file, original, scale).catch(() => undefined);
    if (!decoded) return [];
    let pixels = decoded;
    const written = new Map<string, Promise<boolean>>();
    for (const [target, plan] of largestFirst) {
      const size: Pixels | undefined = await resize(pixels, original, plan).catch(() => undefined);
      if (!size) continue;
      const writing = writeSize(size, format, target, plan.format);
      // Handled below, after the other sizes are under way.
      writing.catch(() => undefined);
      written.set(target, writing);
      // The slowest format takes one thread, not all that read files and compress responses.
      if (plan.format === 'avif') await writing.catch(() => undefined);
      if (isWhole(plan, original)) pixels = size;
    }
    await Promise.allSettled(written.values());
    const isMade = await Promise.all([...plans.keys()].map(async (target) => written.get(target) ?? false));
    return [...plans.keys()].filter((_, index) => isMade[index]);
  });
}

/** Whether a size shows the whole image, so smaller ones can be made from it. */
function isWhole({ source }: SizePlan, original: Dimensions): boolean {
  return source.width === original.width && source.height === original.height;
}

function neededScale({ width, height, source }: SizePlan): number {
  return Math.max(width / source.width, height / source.height);
}

async function decode(file: string, original: SourceImage, scale: number): Promise<Pixels> {
  const width = Math.max(1, Math.ceil(original.width * scale));
  const height = Math.max(1, Math.ceil(original.height * scale));
  const sharp = await loadSharp();
  // Rotation needs the whole image at once.
  const options = { limitInputPixels: MAX_PIXELS, sequentialRead: !original.isTurned, failOn: 'error' } as const;
  const image = original.isTurned ? sharp(file, options).rotate() : sharp(file, options);
  const { data, info } = await image
    .resize(width, height, { fit: 'fill', kernel: KERNEL })
    .toColourspace('srgb')
    .timeout({ seconds: MAX_SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] };
}

function rawOf({ width, height, channels }: Pixels) {
  return { width, height, channels };
}

async function resize(pixels: Pixels, original: Dimensions, plan: SizePlan): Promise<Pixels> {
  if (pixels.width === plan.width && pixels.height === plan.height && isWhole(plan, original)) return pixels;
  const part = partOf(pixels, original, plan.source);
  const sharp = await loadSharp();
  const { data, info } = await sharp(pixels.data, { raw: rawOf(pixels) })
    .extract(part)
    .resize(plan.width, plan.height, { fit: 'fill', kernel: KERNEL })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] };
}

async function writeSize(pixels: Pixels, format: ImageFormat, target: string, newer?: NewerFormat): Promise<boolean> {
  const sharp = await loadSharp();
  const image = sharp(pixels.data, { raw: rawOf(pixels) });
  return (newer ? convertTo(image, newer) : encodeAs(image, format)).toFile(target).then(
    () => true,
    (error: Error) => {
      throwIfDiskFull(error);
      return false;
    },
  );
}

/** Sets the error code of a full disk: libvips gives only the system's message. */
export function throwIfDiskFull(error: Error): void {
  if (/No space left|quota exceeded/i.test(error.message)) throw Object.assign(error, { code: 'ENOSPC' });
}

/** Encodes a size in a newer format. More effort would save a fifteenth of the bytes and take almost three times as long. */
function convertTo(image: Sharp, format: NewerFormat): Sharp {
  return format === 'avif' ? image.avif({ quality: 50, effort: 2 }) : image.webp({ quality: 80, effort: 2 });
}

export function encodeAs(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'jpeg':
      // A second pass for shorter codes would save five percent of the bytes and cost a quarter of the processor time of an upload.
      return image.jpeg({ quality: QUALITY, optimiseCoding: false });
    case 'webp':
      return image.webp({ quality: WEBP_QUALITY });
    case 'avif':
      return image.avif({ quality: QUALITY });
    default:
      return format === 'png' ? image.png() : image.gif();
  }
}

/** The crop in the coordinates of the decoded image. */
function partOf(pixels: Dimensions, original: Dimensions, source: SizePlan['source']) {
  const x = pixels.width / original.width;
  const y = pixels.height / original.height;
  const width = clamp(Math.round(source.width * x), 1, pixels.width);
  const height = clamp(Math.round(source.height * y), 1, pixels.height);
  return {
    width,
    height,
    left: clamp(Math.round(source.left * x), 0, pixels.width - width),
    top: clamp(Math.round(source.top * y), 0, pixels.height - height),
  };
}
