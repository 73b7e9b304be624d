import { IMAGE_FORMAT, NEWER_FORMATS, WIDE_IMAGES } from '../../rendering/media/image-sizes.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';

/** Settings of WordPress's administration that `wp/v2/settings` lacks. */
export interface SiteOptions {
  is_indexed: boolean;
  comment_registration: boolean;
  require_name_email: boolean;
  comment_moderation: boolean;
  approve_known_authors: boolean;
  comment_max_links: number;
  moderation_words: string;
  disallowed_words: string;
  close_old_comments: boolean;
  close_comments_days: number;
  thread_comments: boolean;
  thread_comments_depth: number;
  comments_notify: boolean;
  moderation_notify: boolean;
  thumbnail_width: number;
  thumbnail_height: number;
  thumbnail_crop: boolean;
  medium_width: number;
  medium_height: number;
  large_width: number;
  large_height: number;
  wide_images: boolean;
  image_format: string;
}

const flag = (description: string) => ({ description, type: 'boolean' as const });
const number = (description: string, minimum: number, maximum: number) => ({
  description,
  type: 'integer' as const,
  minimum,
  arg: { maximum },
});
const words = (description: string) => ({ description, type: 'string' as const, arg: { maxLength: 65_000 } });
const pixels = (description: string) => number(`${description} in pixels; 0: no limit.`, 0, 10_000);

export const SITE_OPTIONS = new ResourceFields<SiteOptions>('site-options', {
  is_indexed: flag('Whether search engines may list the site.'),
  comment_registration: flag('Whether only users may comment.'),
  require_name_email: flag('Whether visitors must give a name and an email address.'),
  comment_moderation: flag('Whether every comment waits for approval.'),
  approve_known_authors: flag('Whether comments wait unless one of the same author was approved before.'),
  comment_max_links: number('Comments with this number of links wait for approval; 0: any number is allowed.', 0, 1000),
  moderation_words: words('Comments with one of these words, one per line, wait for approval.'),
  disallowed_words: words('Comments with one of these words, one per line, go to the trash.'),
  close_old_comments: flag('Whether comments on old posts are closed.'),
  close_comments_days: number('Age in days from which a post is old.', 0, 36_500),
  thread_comments: flag('Whether visitors may reply to comments.'),
  thread_comments_depth: number('Levels of replies.', 2, 10),
  comments_notify: flag('Whether authors get mail about comments.'),
  moderation_notify: flag('Whether the administrator gets mail about comments that wait.'),
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
});

/** The option of each; of two names, the first one that the site has, or else the last. */
export const OPTIONS_OF: Readonly<Record<keyof SiteOptions, readonly string[]>> = {
  is_indexed: ['blog_public'],
  comment_registration: ['comment_registration'],
  require_name_email: ['require_name_email'],
  comment_moderation: ['comment_moderation'],
  approve_known_authors: ['comment_whitelist', 'comment_previously_approved'],
  comment_max_links: ['comment_max_links'],
  moderation_words: ['moderation_keys'],
  disallowed_words: ['blacklist_keys', 'disallowed_keys'],
  close_old_comments: ['close_comments_for_old_posts'],
  close_comments_days: ['close_comments_days_old'],
  thread_comments: ['thread_comments'],
  thread_comments_depth: ['thread_comments_depth'],
  comments_notify: ['comments_notify'],
  moderation_notify: ['moderation_notify'],
  thumbnail_width: ['thumbnail_size_w'],
  thumbnail_height: ['thumbnail_size_h'],
  thumbnail_crop: ['thumbnail_crop'],
  medium_width: ['medium_size_w'],
  medium_height: ['medium_size_h'],
  large_width: ['large_size_w'],
  large_height: ['large_size_h'],
  wide_images: [WIDE_IMAGES],
  image_format: [IMAGE_FORMAT],
};
