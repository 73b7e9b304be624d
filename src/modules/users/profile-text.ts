import { type TextRules } from '../../text/text-rules.js';
import { isTruthy } from '../../text/php/php-values.js';
import { normalizeEntities } from '../../text/entities.js';
import { removeNullCharacters } from '../../text/sanitize/protocols.js';
import { cleanTextField, cleanUsername } from '../../text/clean.js';
import { cleanEmail } from '../../text/email.js';
import { trimAscii } from '../../text/php-strings.js';
import { stripAllTags } from '../../text/strip-tags.js';
import { cleanUrl } from '../../text/urls.js';
import { slugify, type SlugOptions } from '../../text/slug.js';
import { MAX_LENGTH } from './user.js';

const MARKUP: ReadonlyMap<string, string> = new Map(Object.entries<string>({ '<': '&lt;', '>': '&gt;' }));
const MIN_EMAIL_LENGTH = 6;

/** A name as stored: a single line without tags, HTML-escaped. */
export function cleanName(name: string): string {
  const text = removeNullCharacters(cleanTextField(name));
  return normalizeEntities(text).replace(/[<>]/g, (char) => MARKUP.get(char) ?? char);
}

/** A URL as stored, with escaped ampersands. */
export function cleanProfileUrl(url: string, rules?: TextRules): string {
  return normalizeEntities(cleanUrl(stripAllTags(url), rules));
}

export function cleanProfileEmail(email: string): string {
  return cleanEmail(trimAscii(email), { minLength: MIN_EMAIL_LENGTH });
}

/** Default display name of a new user. */
export function defaultDisplayName(user: { login: string; firstName: string; lastName: string }): string {
  return [user.firstName, user.lastName].filter((name) => name !== '').join(' ') || user.login;
}

const LAST_RESORT = 'user';

/** The nicename from a requested slug or, without one or with `0`, the login; not yet unique, and it may be too long. */
export function nicenameFrom(requested: string, login: string, options: SlugOptions): string {
  const fromRequest = isTruthy(requested) ? clean(slugify(requested, options), options) : '';
  return fromRequest || clean(login.slice(0, MAX_LENGTH.nicename), options) || LAST_RESORT;
}

/** The name itself, or with the first numeric suffix that makes it unique and fits. */
export function uniqueNicename(base: string, isTaken: (nicename: string) => boolean): string {
  for (let number = 2, candidate = base; ; number++) {
    if (!isTaken(candidate)) return candidate;
    const end = `-${number}`;
    candidate = base.slice(0, MAX_LENGTH.nicename - end.length) + end;
  }
}

function clean(name: string, options: SlugOptions): string {
  return slugify(cleanUsername(name, { strict: true, rules: options.rules }), options);
}
