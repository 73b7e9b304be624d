import { filterCommentHtml } from '../../text/sanitize/kses.js';
import { cleanTextField } from '../../text/clean.js';
import { trimAscii } from '../../text/php-strings.js';

const MAX_NAME_CHARACTERS = 200;

/** One line without markup, escaped as names are stored; empty where nothing is left. */
export function cleanTermName(name: string): string {
  return trimAscii(filterCommentHtml(cleanTextField(name)));
}

/** No capability spares a description the filter. */
export function cleanTermDescription(description: string): string {
  return filterCommentHtml(description);
}

export function fitsTermName(name: string): boolean {
  return name.length <= MAX_NAME_CHARACTERS || [...name].length <= MAX_NAME_CHARACTERS;
}
