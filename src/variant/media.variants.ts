import { type ImageSizeBox } from '../rendering/render-context.js';

/** How media differ between the variants. */
export interface MediaDialect {
  /** Image sizes besides those of the site's settings. */
  readonly furtherSizes: readonly ImageSizeBox[];
  /** Larger images are replaced by a copy scaled to fit a square of this many pixels; undefined: never. */
  readonly largestSide: number | undefined;
  /**
   * Images with an EXIF rotation are replaced by an upright copy, the sizes of the settings are generated and stored
   * first, and a size that differs from the image by one pixel at most on both sides is not generated.
   */
  readonly normalizesImages: boolean;
  /**
   * Attachments include the name and size of their file, and how images are encoded; stored metadata includes the file
   * size in bytes, and the alternative text of images.
   */
  readonly exposesFileDetails: boolean;
  /** Files are stored in the folder of their post's month. */
  readonly usesPostMonthFolder: boolean;
  /** The title of a file sent in a form is its name as the client sent it; otherwise it is the name as stored. */
  readonly titlesFromSentNames: boolean;
}

/** With the sizes of the default theme of WordPress 4.7 to 4.9. */
export const MEDIA: MediaDialect = {
  furtherSizes: [
    { name: 'twentyseventeen-featured-image', width: 2000, height: 1200, crop: true },
    { name: 'twentyseventeen-thumbnail-avatar', width: 100, height: 100, crop: true },
  ],
  largestSide: undefined,
  normalizesImages: false,
  exposesFileDetails: false,
  usesPostMonthFolder: false,
  titlesFromSentNames: false,
};
