/** In percent of the picture as it is shown. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Which edges a handle moves: -1 for the left or upper one, 1 for the right or lower one. */
export interface Handle {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

export const WHOLE: Crop = { left: 0, top: 0, width: 100, height: 100 };
export const SMALLEST_PERCENT = 2;

export const HANDLES: readonly Handle[] = ([-1, 0, 1] as const).flatMap((y) =>
  ([-1, 0, 1] as const).filter((x) => x !== 0 || y !== 0).map((x) => ({ x, y })),
);

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
export const clamp = (value: number, most = 100) => Math.round(within(value, 0, most) * 10) / 10;
export const isWhole = ({ width, height }: Crop) => width === 100 && height === 100;

const rounded = ({ left, top, width, height }: Crop): Crop => ({
  left: clamp(left),
  top: clamp(top),
  width: clamp(width),
  height: clamp(height),
});

export const moved = (crop: Crop, dx: number, dy: number): Crop =>
  rounded({
    ...crop,
    left: within(crop.left + dx, 0, 100 - crop.width),
    top: within(crop.top + dy, 0, 100 - crop.height),
  });

/** The part after one of its handles was moved. With a shape, `factor` is the height in percent for each percent of the width. */
export function resized(crop: Crop, { x, y }: Handle, dx: number, dy: number, factor?: number): Crop {
  const [right, bottom] = [crop.left + crop.width, crop.top + crop.height];
  const left = x < 0 ? within(crop.left + dx, 0, right - SMALLEST_PERCENT) : crop.left;
  const top = y < 0 ? within(crop.top + dy, 0, bottom - SMALLEST_PERCENT) : crop.top;
  let width = (x > 0 ? within(right + dx, left + SMALLEST_PERCENT, 100) : right) - left;
  let height = (y > 0 ? within(bottom + dy, top + SMALLEST_PERCENT, 100) : bottom) - top;
  if (factor === undefined) return rounded({ left, top, width, height });
  if (x === 0) width = height / factor;
  else height = width * factor;
  // The edge across from the handle stays, and the middle where the handle moves one edge only.
  const [middle, centre] = [crop.left + crop.width / 2, crop.top + crop.height / 2];
  const room = (side: number, start: number, end: number, mid: number) =>
    side < 0 ? end : side > 0 ? 100 - start : 2 * Math.min(mid, 100 - mid);
  const share = Math.min(1, room(x, crop.left, right, middle) / width, room(y, crop.top, bottom, centre) / height);
  width *= share;
  height *= share;
  return rounded({
    left: x < 0 ? right - width : x > 0 ? crop.left : middle - width / 2,
    top: y < 0 ? bottom - height : y > 0 ? crop.top : centre - height / 2,
    width,
    height,
  });
}

/** The largest part in the middle with these proportions. */
export function shaped(factor: number): Crop {
  const part = factor > 1 ? { width: 100 / factor, height: 100 } : { width: 100, height: 100 * factor };
  return rounded({ left: (100 - part.width) / 2, top: (100 - part.height) / 2, ...part });
}
