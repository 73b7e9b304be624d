import { Semaphore } from 'async-mutex';
import { type Site } from '../../../site/site.js';
import { constrain, type Dimensions } from '../../rendering/media/dimensions.js';
import { type ImageFacts, loadSharp } from './read-image.js';

/** A box images are scaled into; 0 = no limit on that side. */
export interface SizeBox {
  name: string;
  width: number;
  height: number;
  /** Filled by cutting from the middle; otherwise the whole image is fitted in. */
  crop: boolean;
}

/** What of the original goes into a size, and how large it becomes. */
export interface SizePlan extends Dimensions {
  name: string;
  /** The part of the original that is shown. */
  source: { left: number; top: number; width: number; height: number };
}

/** Sizes the presentation adds to those of the site's settings. */
const THEME_SIZES: readonly SizeBox[] = [
  { name: 'twentyseventeen-featured-image', width: 2000, height: 1200, crop: true },
  { name: 'twentyseventeen-thumbnail-avatar', width: 100, height: 100, crop: true },
];

/** The sizes a new image is made into, in the order they are stored. */
export function siteSizes(site: Pick<Site, 'integer' | 'isOn'>): SizeBox[] {
  const box = (name: string, crop = false): SizeBox => ({
    name,
    width: site.integer(`${name}_size_w`),
    height: site.integer(`${name}_size_h`),
    crop,
  });
  const sizes = [
    box('thumbnail', site.isOn('thumbnail_crop')),
    box('medium'),
    box('medium_large'),
    box('large'),
    ...THEME_SIZES,
  ];
  return sizes.filter((size) => size.width > 0 || size.height > 0);
}

/** How a size is cut from an image; undefined when nothing would be gained, which a box as wide or as high as the image never means. */
export function planSize(original: Dimensions, size: SizeBox): SizePlan | undefined {
  const sameWidth = size.width === original.width;
  const sameHeight = size.height === original.height;
  if (sameWidth && sameHeight) return undefined;
  const plan = size.crop ? cropped(original, size) : fitted(original, size);
  const isSmaller = plan.width < original.width || plan.height < original.height;
  return isSmaller || sameWidth || sameHeight ? { name: size.name, ...plan } : undefined;
}

function fitted(original: Dimensions, box: SizeBox): Omit<SizePlan, 'name'> {
  return { ...constrain(original, box.width, box.height), source: { left: 0, top: 0, ...original } };
}

/** The target is never larger than the original on either side. */
function cropped(original: Dimensions, box: SizeBox): Omit<SizePlan, 'name'> {
  const aspect = original.width / original.height;
  let width = Math.min(box.width, original.width);
  let height = Math.min(box.height, original.height);
  if (width === 0) width = Math.max(1, Math.round(height * aspect));
  if (height === 0) height = Math.max(1, Math.round(width / aspect));
  const ratio = Math.max(width / original.width, height / original.height);
  const part = {
    width: Math.min(original.width, Math.round(width / ratio)),
    height: Math.min(original.height, Math.round(height / ratio)),
  };
  return {
    width,
    height,
    source: {
      left: Math.floor((original.width - part.width) / 2),
      top: Math.floor((original.height - part.height) / 2),
      ...part,
    },
  };
}

export function planSizes(original: Dimensions, sizes: readonly SizeBox[]): SizePlan[] {
  return sizes.flatMap((size) => planSize(original, size) ?? []);
}

/** `photo-300x200.jpg` in the folder of `photo.jpg`. */
export function sizeFileName(stem: string, extension: string, { width, height }: Dimensions): string {
  return `${stem}-${width}x${height}${extension}`;
}

/** Larger images are stored as they are: decoding them would take the memory of everything else. 64 megapixels in colour with alpha, half of that at 16 bit. */
const MAX_DECODED_BYTES = 256_000_000;
const MAX_PIXELS = 64_000_000;
const MAX_SECONDS = 60;
const JPEG_QUALITY = 82;

/** One image at a time: decoding runs outside the event loop, but on the same cores and in the same memory. */
const turns = new Semaphore(1);

export type ImageFormat = 'jpeg' | 'png' | 'gif';

interface Pixels extends Dimensions {
  data: Buffer;
  channels: 1 | 2 | 3 | 4;
}

/** Whether an image is small enough to be decoded. */
export function isScalable({ width, height, decodedBytes }: ImageFacts): boolean {
  return width > 0 && height > 0 && width * height <= MAX_PIXELS && decodedBytes <= MAX_DECODED_BYTES;
}

/**
 * Writes every planned size to the file named for it; the names of the sizes that could be made. The image is decoded
 * once, as small as the largest size allows. A file that cannot be decoded has no sizes.
 */
export async function makeSizes(
  file: string,
  format: ImageFormat,
  original: Dimensions,
  plans: ReadonlyMap<string, SizePlan>,
): Promise<string[]> {
  if (plans.size === 0) return [];
  return turns.runExclusive(async () => {
    const scale = Math.min(1, Math.max(...[...plans.values()].map(neededScale)));
    const pixels = await decode(file, original, scale).catch(() => undefined);
    const made: string[] = [];
    if (!pixels) return made;
    for (const [target, plan] of plans) {
      if (await writeSize(pixels, original, plan, format, target)) made.push(target);
    }
    return made;
  });
}

function neededScale({ width, height, source }: SizePlan): number {
  return Math.max(width / source.width, height / source.height);
}

async function decode(file: string, original: Dimensions, scale: number): Promise<Pixels> {
  const width = Math.max(1, Math.ceil(original.width * scale));
  const height = Math.max(1, Math.ceil(original.height * scale));
  const sharp = await loadSharp();
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .timeout({ seconds: MAX_SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] };
}

async function writeSize(
  pixels: Pixels,
  original: Dimensions,
  plan: SizePlan,
  format: ImageFormat,
  target: string,
): Promise<boolean> {
  const { data, width, height, channels } = pixels;
  const sharp = await loadSharp();
  const image = sharp(data, { raw: { width, height, channels } })
    .extract(partOf(pixels, original, plan.source))
    .resize(plan.width, plan.height, { fit: 'fill' });
  const encoded =
    format === 'jpeg' ? image.jpeg({ quality: JPEG_QUALITY }) : format === 'png' ? image.png() : image.gif();
  return encoded.toFile(target).then(
    () => true,
    (error: Error) => {
      // libvips has only the system's message.
      if (/No space left|quota exceeded/i.test(error.message)) throw Object.assign(error, { code: 'ENOSPC' });
      return false;
    },
  );
}

/** The shown part in the coordinates of the decoded image. */
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

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}
