import { type Dimensions } from '../../../rendering/media/responsive.js';

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

export interface Region extends Dimensions {
  readonly left: number;
  readonly top: number;
}

/** One pass over an image, and the number of pixels of the larger of its input and its output. */
export type EditPass = { readonly pixels: number } & (
  | { readonly type: 'extract'; readonly region: Region }
  | { readonly type: 'mirror' }
  | { readonly type: 'rotate'; readonly angle: number }
);

/**
 * Crops, flips and right angles since the last rotation by another angle, as one region of the image, which is mirrored left to
 * right or not, and then turned clockwise.
 */
interface View {
  readonly base: Dimensions;
  readonly region: Region;
  readonly isMirrored: boolean;
  /** Quarter turns, 0 to 3. */
  readonly turns: number;
}

/**
 * The passes that have the effect of all steps in their order. However many crops, flips and right angles follow each other, they
 * take at most three passes. Other angles take one each: every one of them resamples and enlarges the image.
 */
export function planEdits(image: Dimensions, edits: readonly ImageEdit[]): EditPass[] {
  const passes: EditPass[] = [];
  let view = wholeView(image);
  for (const edit of edits) {
    if (edit.type === 'flip') view = flipped(view, edit);
    else if (edit.type === 'crop') view = cropped(view, edit);
    else if (edit.angle % 90 === 0) view = { ...view, turns: quarters(view.turns + edit.angle / 90) };
    else {
      passes.push(...passesOf(view));
      const before = sizeOf(view);
      const after = rotatedBounds(before, edit.angle);
      passes.push({ type: 'rotate', angle: edit.angle, pixels: Math.max(area(before), area(after)) });
      view = wholeView(after);
    }
  }
  return [...passes, ...passesOf(view)];
}

const area = ({ width, height }: Dimensions): number => width * height;

const quarters = (turns: number): number => ((turns % 4) + 4) % 4;

function wholeView({ width, height }: Dimensions): View {
  const base = { width, height };
  return { base, region: { left: 0, top: 0, ...base }, isMirrored: false, turns: 0 };
}

function sizeOf({ region: { width, height }, turns }: View): Dimensions {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The REST API names the axis that the image is flipped around. A flip after a turn equals the opposite turn after a flip. */
function flipped(view: View, { horizontal, vertical }: { horizontal: boolean; vertical: boolean }): View {
  if (horizontal && vertical) return { ...view, turns: quarters(view.turns + 2) };
  if (!horizontal && !vertical) return view;
  return { ...view, isMirrored: !view.isMirrored, turns: quarters((horizontal ? 2 : 0) - view.turns) };
}

/** The part of the image as it is seen, turned and mirrored back to where it is in the region. */
function cropped(view: View, crop: Region): View {
  const { region, isMirrored, turns } = view;
  let part = partOf(crop, sizeOf(view));
  let seen = sizeOf(view);
  for (let turn = 0; turn < turns; turn++) {
    // A quarter turn counterclockwise: what was at the right is at the top.
    part = { left: part.top, top: seen.width - part.left - part.width, width: part.height, height: part.width };
    seen = { width: seen.height, height: seen.width };
  }
  const left = isMirrored ? seen.width - part.left - part.width : part.left;
  return { ...view, region: { ...part, left: region.left + left, top: region.top + part.top } };
}

function partOf(crop: Region, { width, height }: Dimensions): Region {
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

function passesOf({ base, region, isMirrored, turns }: View): EditPass[] {
  const passes: EditPass[] = [];
  const pixels = area(region);
  if (pixels !== area(base)) passes.push({ type: 'extract', region, pixels: area(base) });
  if (isMirrored) passes.push({ type: 'mirror', pixels });
  if (turns > 0) passes.push({ type: 'rotate', angle: turns * 90, pixels });
  return passes;
}

/** What sharp makes the size of the rotated image. */
function rotatedBounds({ width, height }: Dimensions, degrees: number): Dimensions {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
  return {
    width: Math.round(width * cosine + height * sine),
    height: Math.round(width * sine + height * cosine),
  };
}
