import { type Site } from '../../../site/site.js';
import { constrain, type Dimensions } from '../../rendering/media/dimensions.js';

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
