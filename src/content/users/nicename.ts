import { cleanUsername } from '../../text/names.js';
import { slugify, type SlugOptions } from '../../text/slug.js';
import { MAX_LENGTH } from './user.js';

const LAST_RESORT = 'user';

/** The name in URLs that a wish or, without one, the login gives; not yet unique, and a wish may be too long. */
export function nicenameFrom(wish: string, login: string, options: SlugOptions): string {
  const wished = clean(slugify(wish, options), options);
  return wished || clean(login.slice(0, MAX_LENGTH.nicename), options) || LAST_RESORT;
}

/** The name itself, or with the first number behind it that makes it unique and fits. */
export function uniqueNicename(base: string, isTaken: (nicename: string) => boolean): string {
  for (let number = 2, candidate = base; ; number++) {
    if (!isTaken(candidate)) return candidate;
    const end = `-${number}`;
    candidate = base.slice(0, MAX_LENGTH.nicename - end.length) + end;
  }
}

function clean(name: string, options: SlugOptions): string {
  return slugify(cleanUsername(name, { strict: true }), options);
}
