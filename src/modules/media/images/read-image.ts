import { Semaphore } from 'async-mutex';
import type sharp from 'sharp';
import { type Dimensions } from '../../../rendering/media/responsive.js';
import { type ContentKind } from '../content-kind.js';
import { type ImageMeta, imageMeta, NO_IMAGE_META } from './image-meta.js';

let loading: Promise<typeof sharp> | undefined;

/** Loads sharp on first use: most processes never decode an image, and libvips takes memory and start-up time. */
export function loadSharp(): Promise<typeof sharp> {
  return (loading ??= import('sharp').then(({ default: library }) => {
    library.concurrency(1);
    library.cache(false);
    return library;
  }));
}

/** One image at a time: decoding runs outside the event loop, but on the same cores and in the same memory. */
export const decodingTurns = new Semaphore(1);

export interface ImageFacts extends Dimensions {
  /** Memory that the decoded pixels take. */
  decodedBytes: number;
  meta: ImageMeta;
}

/** Image types whose dimensions are stored; others are stored like any file. */
const SHOWN: ReadonlySet<ContentKind> = new Set(['jpeg', 'png', 'gif', 'bmp', 'webp', 'avif']);

/** Bytes of one sample, by libvips' names. */
const BYTES_OF_DEPTH: ReadonlyMap<string, number> = new Map([
  ['uchar', 1],
  ['char', 1],
  ['ushort', 2],
  ['short', 2],
  ['int', 4],
  ['uint', 4],
  ['float', 4],
]);
const MAX_DEPTH = 16;

/** Size and embedded texts from an image's header; nothing is decoded. Undefined when it cannot be read. */
export async function readImage(file: string, kind: ContentKind, head: Buffer): Promise<ImageFacts | undefined> {
  if (!SHOWN.has(kind)) return undefined;
  if (kind === 'bmp') return bitmapFacts(head);
  try {
    const sharp = await loadSharp();
    const { width, height, channels, depth, exif, iptc } = await sharp(file, {
      limitInputPixels: false,
      failOn: 'none',
    }).metadata();
    const decodedBytes = width * height * channels * (BYTES_OF_DEPTH.get(depth) ?? MAX_DEPTH);
    return { width, height, decodedBytes, meta: kind === 'jpeg' ? imageMeta({ exif, iptc }) : NO_IMAGE_META };
  } catch {
    return undefined;
  }
}

/** Bitmaps keep their size at a fixed place; a negative height means that rows go from top to bottom. */
function bitmapFacts(head: Buffer): ImageFacts | undefined {
  if (head.length < 26) return undefined;
  const width = head.readInt32LE(18);
  const height = Math.abs(head.readInt32LE(22));
  return width > 0 && height > 0 ? { width, height, decodedBytes: width * height * 4, meta: NO_IMAGE_META } : undefined;
}
