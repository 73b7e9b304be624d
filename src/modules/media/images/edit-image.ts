import { type Dimensions } from '../../../rendering/media/responsive.js';
import { encodeAs, type ImageFormat, isScalable, MAX_PIXELS, throwIfDiskFull, upright } from './image-sizes.js';
import { decodingTurns, loadSharp, readImage } from './read-image.js';

/** One step of an edit. Angles are in degrees, clockwise; a crop is in percent of the image as it is then. */
export type ImageEdit =
  | { readonly type: 'flip'; readonly horizontal: boolean; readonly vertical: boolean }
  | { readonly type: 'rotate'; readonly angle: number }
  | {
      readonly type: 'crop';
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };

/** Applies the steps in their order to the upright image. */
export async function editImage(
  source: string,
  format: ImageFormat,
  edits: readonly ImageEdit[],
  target: string,
): Promise<'edited' | 'unreadable' | 'too large'> {
  const facts = await readImage(source, format, Buffer.alloc(0));
  if (!facts) return 'unreadable';
  if (!isScalable(facts) || isTooLarge(upright(facts), edits)) return 'too large';
  try {
    await decodingTurns.runExclusive(() => writeEdited(source, format, edits, target));
    return 'edited';
  } catch (error) {
    throwIfDiskFull(error as Error);
    return 'unreadable';
  }
}

/** Rotating by other than right angles enlarges the image: many such steps would need any amount of memory. */
function isTooLarge(image: Dimensions, edits: readonly ImageEdit[]): boolean {
  let { width, height } = image;
  return edits.some((edit) => {
    if (edit.type === 'crop') ({ width, height } = partOf(edit, width, height));
    if (edit.type === 'rotate') ({ width, height } = rotatedBounds({ width, height }, edit.angle));
    return width * height > MAX_PIXELS;
  });
}

function rotatedBounds({ width, height }: Dimensions, degrees: number): Dimensions {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  return { width: width * cosine + height * sine, height: width * sine + height * cosine };
}

async function writeEdited(
  source: string,
  format: ImageFormat,
  edits: readonly ImageEdit[],
  target: string,
): Promise<void> {
  const sharp = await loadSharp();
  // sharp orders the operations of one pipeline itself, so that every step is a pipeline of its own.
  let pixels = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const edit of edits) {
    const { data, info } = pixels;
    const { width, height, channels } = info;
    const image = sharp(data, { raw: { width, height, channels } });
    pixels = await applied(image, edit, info).raw().toBuffer({ resolveWithObject: true });
  }
  const { width, height, channels } = pixels.info;
  await encodeAs(sharp(pixels.data, { raw: { width, height, channels } }), format).toFile(target);
}

function applied(image: import('sharp').Sharp, edit: ImageEdit, { width, height }: Dimensions): import('sharp').Sharp {
  switch (edit.type) {
    case 'rotate':
      return image.rotate(edit.angle);
    case 'flip': {
      // The interface names the axis that the image is flipped around.
      const flipped = edit.horizontal ? image.flip() : image;
      return edit.vertical ? flipped.flop() : flipped;
    }
    case 'crop':
      return image.extract(partOf(edit, width, height));
  }
}

function partOf(crop: { left: number; top: number; width: number; height: number }, width: number, height: number) {
  const pixels = (percent: number, whole: number) => Math.round((percent * whole) / 100);
  const left = Math.min(pixels(crop.left, width), width - 1);
  const top = Math.min(pixels(crop.top, height), height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(pixels(crop.width, width), width - left)),
    height: Math.max(1, Math.min(pixels(crop.height, height), height - top)),
  };
}
