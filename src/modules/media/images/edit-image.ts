import { encodeAs, type ImageFormat, isScalable, MAX_PIXELS, throwIfDiskFull, upright } from './image-sizes.js';
import { type Dimensions } from '../../../rendering/media/responsive.js';
import { type EditPass, type ImageEdit, planEdits, type Region } from './edit-passes.js';
import { decodingTurns, loadSharp, readImage } from './read-image.js';

export type { ImageEdit };

/** Pixels that the passes of an edit may process in all: each takes about 0.3 s for an image of the largest size. */
const MAX_PROCESSED_PIXELS = 6 * MAX_PIXELS;

/** For small images, of which a pass costs a millisecond. */
const MAX_PASSES = 100;

/** Applies the steps in their order to the upright image. */
export async function editImage(
  source: string,
  format: ImageFormat,
  edits: readonly ImageEdit[],
  target: string,
): Promise<'edited' | 'unreadable' | 'too large'> {
  const facts = await readImage(source, format, Buffer.alloc(0));
  if (!facts) return 'unreadable';
  const passes = isScalable(facts) ? planEdits(upright(facts), edits) : [];
  const processed = passes.reduce((total, { pixels }) => total + pixels, 0);
  const isTooLarge =
    passes.length > MAX_PASSES || processed > MAX_PROCESSED_PIXELS || passes.some(({ pixels }) => pixels > MAX_PIXELS);
  if (!isScalable(facts) || isTooLarge) return 'too large';
  try {
    await decodingTurns.runExclusive(() => writeEdited(source, format, passes, target));
    return 'edited';
  } catch (error) {
    throwIfDiskFull(error as Error);
    return 'unreadable';
  }
}

async function writeEdited(
  source: string,
  format: ImageFormat,
  passes: readonly EditPass[],
  target: string,
): Promise<void> {
  const sharp = await loadSharp();
  // sharp orders the operations of one pipeline itself, so every pass is a pipeline of its own.
  let pixels = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const pass of passes) {
    const { data, info } = pixels;
    const { width, height, channels } = info;
    const image = sharp(data, { raw: { width, height, channels } });
    pixels = await applied(image, pass, info).raw().toBuffer({ resolveWithObject: true });
  }
  const { width, height, channels } = pixels.info;
  await encodeAs(sharp(pixels.data, { raw: { width, height, channels } }), format).toFile(target);
}

function applied(image: import('sharp').Sharp, pass: EditPass, size: Dimensions): import('sharp').Sharp {
  switch (pass.type) {
    case 'rotate':
      return image.rotate(pass.angle);
    case 'mirror':
      return image.flop();
    case 'extract':
      return image.extract(within(size, pass.region));
  }
}

/** The size of a rotated image is rounded by sharp, and may be a pixel less than planned. */
function within(size: Dimensions, { left, top, width, height }: Region): Region {
  const from = { left: Math.min(left, size.width - 1), top: Math.min(top, size.height - 1) };
  return { ...from, width: Math.min(width, size.width - from.left), height: Math.min(height, size.height - from.top) };
}
