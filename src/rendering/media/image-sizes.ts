import { type ImageSizeBox } from '../render-context.js';
import { type FocalPoint } from './focal-point.js';
import { constrain, type Dimensions } from './responsive.js';

/** The part of the original that a size shows, and its dimensions. */
export interface SizePlan extends Dimensions {
  name: string;
  /** The part of the original that is shown. */
  source: { left: number; top: number; width: number; height: number };
  /** If the size is not in the format of the image. */
  format?: NewerFormat;
}

export const NEWER_FORMATS = ['webp', 'avif'] as const;
export type NewerFormat = (typeof NEWER_FORMATS)[number];

/** Options of sites that make sizes for wide screens too, and sizes in a newer format than that of the image. */
export const WIDE_IMAGES = 'nestpress_wide_images';
export const IMAGE_FORMAT = 'nestpress_image_format';

/** Between the size "large" and the original: the names that WordPress gives them. */
const WIDE_SIZES: readonly ImageSizeBox[] = [1536, 2048].map((side) => ({
  name: `${side}x${side}`,
  width: side,
  height: side,
  crop: false,
}));

/** The settings of a site. */
interface ImageSettings {
  integer(name: string): number;
  isOn(name: string): boolean;
}

/** The image sizes of the site: those of its settings, and those of its release and theme. */
export function siteSizes(
  site: ImageSettings,
  { furtherSizes }: { furtherSizes: readonly ImageSizeBox[] },
): ImageSizeBox[] {
  const box = (name: string, crop = false): ImageSizeBox => ({
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
    ...furtherSizes,
    ...(site.isOn(WIDE_IMAGES) ? WIDE_SIZES : []).filter(
      ({ name }) => !furtherSizes.some((size) => size.name === name),
    ),
  ];
  return sizes.filter((size) => size.width > 0 || size.height > 0);
}

/** How a size is cropped from an image; undefined if it would not be smaller. A box as wide or as high as the image never is. */
export function planSize(
  original: Dimensions,
  size: ImageSizeBox,
  skipsSimilar = false,
  focalPoint?: FocalPoint,
): SizePlan | undefined {
  const sameWidth = size.width === original.width;
  const sameHeight = size.height === original.height;
  if (sameWidth && sameHeight) return undefined;
  const plan = size.crop ? cropped(original, size, focalPoint) : fitted(original, size);
  if (skipsSimilar) return isSimilar(plan, original) ? undefined : { name: size.name, ...plan };
  const isSmaller = plan.width < original.width || plan.height < original.height;
  return isSmaller || sameWidth || sameHeight ? { name: size.name, ...plan } : undefined;
}

const isSimilar = (left: Dimensions, right: Dimensions) =>
  Math.abs(left.width - right.width) <= 1 && Math.abs(left.height - right.height) <= 1;

function fitted(original: Dimensions, box: ImageSizeBox): Omit<SizePlan, 'name'> {
  return { ...constrain(original, box.width, box.height), source: { left: 0, top: 0, ...original } };
}

/** The target never exceeds the original in either dimension. */
function cropped(original: Dimensions, box: ImageSizeBox, focalPoint?: FocalPoint): Omit<SizePlan, 'name'> {
  const aspect = original.width / original.height;
  let width = Math.min(box.width, original.width);
  let height = Math.min(box.height, original.height);
  if (width === 0) width = Math.max(1, Math.round(height * aspect));
  if (height === 0) height = Math.max(1, Math.round(width / aspect));
  return { width, height, source: coveringPart(original, { width, height }, focalPoint) };
}

/** The largest part of an image with the proportions of a frame, as near to the focal point as the edges allow. */
export function coveringPart(original: Dimensions, frame: Dimensions, focalPoint?: FocalPoint): SizePlan['source'] {
  const ratio = Math.max(frame.width / original.width, frame.height / original.height);
  const width = Math.min(original.width, Math.round(frame.width / ratio));
  const height = Math.min(original.height, Math.round(frame.height / ratio));
  const start = (whole: number, part: number, share = 0.5) =>
    clamp(Math.floor(whole * share - part / 2), 0, whole - part);
  return {
    left: start(original.width, width, focalPoint?.x),
    top: start(original.height, height, focalPoint?.y),
    width,
    height,
  };
}

export function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}
