import { type Site } from '../../site/site.js';
import { PhpArray, toInteger } from '../../text/php/index.js';

/** Images of the library by user: an autoloaded option, which every page reads anyway, so that pictures cost no query. */
export const AUTHOR_PICTURES = 'nestpress_author_pictures';

/** Attachment ID of the picture of a user on the pages of the site; 0: none. */
export function authorPicture(site: Pick<Site, 'value'>, user: number): number {
  const stored = site.value(AUTHOR_PICTURES);
  return stored instanceof PhpArray ? Math.max(0, toInteger(stored.get(user) ?? 0)) : 0;
}
