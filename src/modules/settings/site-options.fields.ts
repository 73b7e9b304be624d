import { IMAGE_FORMAT, NEWER_FORMATS, WIDE_IMAGES } from '../../rendering/media/image-sizes.js';
import {
  FRONT_END_ADDRESS,
  FRONT_END_LINKS,
  FRONT_END_PREVIEW,
  FRONT_END_URL,
  PREVIEW_PATH,
} from '../../platform/config/stored-front-end.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';

/** Settings of WordPress's administration that `wp/v2/settings` lacks. */
export interface SiteOptions {
  is_indexed: boolean;
  thumbnail_width: number;
  thumbnail_height: number;
  thumbnail_crop: boolean;
  medium_width: number;
  medium_height: number;
  large_width: number;
  large_height: number;
  wide_images: boolean;
  image_format: string;
  front_end_url: string;
  front_end_preview: string;
  front_end_links: boolean;
}

const flag = (description: string) => ({ description, type: 'boolean' as const });
const number = (description: string, minimum: number, maximum: number) => ({
  description,
  type: 'integer' as const,
  minimum,
  arg: { maximum },
});
const pixels = (description: string) => number(`${description} in pixels; 0: no limit.`, 0, 10_000);

/** Empty, or a text that matches. */
const textOf = (pattern: RegExp, message: string) => (value: unknown) =>
  value === '' || (typeof value === 'string' && value.length <= 500 && pattern.test(value))
    ? undefined
    : new ArgIssue(message);

export const SITE_OPTIONS = new ResourceFields<SiteOptions>('site-options', {
  is_indexed: flag('Whether search engines may list the site.'),
  thumbnail_width: pixels('Width of thumbnails'),
  thumbnail_height: pixels('Height of thumbnails'),
  thumbnail_crop: flag('Whether thumbnails are cropped to exactly this size.'),
  medium_width: pixels('Largest width of medium images'),
  medium_height: pixels('Largest height of medium images'),
  large_width: pixels('Largest width of large images'),
  large_height: pixels('Largest height of large images'),
  wide_images: flag('Whether there are sizes of 1536 and 2048 pixels, too.'),
  image_format: {
    description: 'Format of the sizes of JPEG and PNG images; `original`: that of the image.',
    type: 'string',
    enum: ['original', ...NEWER_FORMATS],
  },
  front_end_url: {
    description: 'Address of a front end of its own, such as https://www.site.example; empty: none.',
    type: 'string',
    arg: {
      validate: textOf(FRONT_END_ADDRESS, 'It must be an http or https address without a query or a slash at its end.'),
    },
  },
  front_end_preview: {
    description: 'Path of the front end that shows previews, with `{token}`; empty: the usual one.',
    type: 'string',
    arg: { validate: textOf(PREVIEW_PATH, 'It must be a path that contains {token}, such as /preview?token={token}.') },
  },
  front_end_links: flag('Whether links to pages lead to the front end.'),
});

/** The option of each. */
export const OPTIONS_OF: Readonly<Record<keyof SiteOptions, string>> = {
  is_indexed: 'blog_public',
  thumbnail_width: 'thumbnail_size_w',
  thumbnail_height: 'thumbnail_size_h',
  thumbnail_crop: 'thumbnail_crop',
  medium_width: 'medium_size_w',
  medium_height: 'medium_size_h',
  large_width: 'large_size_w',
  large_height: 'large_size_h',
  wide_images: WIDE_IMAGES,
  image_format: IMAGE_FORMAT,
  front_end_url: FRONT_END_URL,
  front_end_preview: FRONT_END_PREVIEW,
  front_end_links: FRONT_END_LINKS,
};
