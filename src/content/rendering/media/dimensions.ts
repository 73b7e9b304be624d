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
export function sameRatio(one: Dimensions, other: Dimensions): boolean {
  const [large, small] = one.width > other.width ? [one, other] : [other, one];
  const scaled = constrain(large, small.width, 0);
  return Math.abs(scaled.width - small.width) <= 1 && Math.abs(scaled.height - small.height) <= 1;
}
