import { trimAscii } from '../text/php-strings.js';
import { capitalizeProductNameInTitle, convertChars } from '../text/typography.js';
import { type ShortcodeNames } from './context.js';
import { texturize } from './texturize/texturize.js';

/** What is put before the titles of posts not everybody may read. */
export type TitlePrefix = 'Private: ' | 'Protected: ' | '';

export function renderTitle(title: string, shortcodes: ShortcodeNames, prefix: TitlePrefix = ''): string {
  return capitalizeProductNameInTitle(trimAscii(convertChars(texturize(prefix + title, shortcodes))));
}
