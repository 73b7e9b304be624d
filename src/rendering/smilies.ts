import { escapeUrl } from '../text/urls.js';
import { BLANK } from '../text/whitespace.js';

const EMOJI: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ':smile:': '🙂',
    ':)': '🙂',
    ':-)': '🙂',
    ':grin:': '😀',
    ':D': '😀',
    ':-D': '😀',
    ':sad:': '🙁',
    ':(': '🙁',
    ':-(': '🙁',
    ':eek:': '😮',
    ':o': '😮',
    ':-o': '😮',
    ':shock:': '😯',
    '8O': '😯',
    '8-O': '😯',
    ':???:': '😕',
    ':?': '😕',
    ':-?': '😕',
    ':cool:': '😎',
    '8-)': '😎',
    ':lol:': '😆',
    ':mad:': '😡',
    ':x': '😡',
    ':-x': '😡',
    ':razz:': '😛',
    ':P': '😛',
    ':-P': '😛',
    ':oops:': '😳',
    ':cry:': '😥',
    ':evil:': '👿',
    ':twisted:': '😈',
    ':roll:': '🙄',
    ':wink:': '😉',
    ';)': '😉',
    ';-)': '😉',
    ':neutral:': '😐',
    ':|': '😐',
    ':-|': '😐',
    ':!:': '❗',
    ':?:': '❓',
    ':idea:': '💡',
    ':arrow:': '➡',
  }),
);
const PICTURE = ':mrgreen:';

const CODES = [...EMOJI.keys(), PICTURE].map((code) => code.replace(/[|()?]/g, '\\$&')).join('|');
const SMILEY = new RegExp(`(?=[:;8])(?<=^|${BLANK})(?:${CODES})(?=$|${BLANK})`, 'g');
const POSSIBLE = /:[a-zA-Z()|?!-]|8-?[O)]|;-?\)/;

const UNTOUCHED = /^<(code|pre|style|script|textarea)>$/;
/** In WordPress 7, with attributes too. */
const UNTOUCHED_WITH_ATTRIBUTES = /^<(code|pre|style|script|textarea)(?:\s[^>]*)?>/;

/** Replaces stand-alone text smilies by emoji; not inside code and similar elements. */
export function convertSmilies(text: string, siteUrl: string, skipsAnyCode = false): string {
  if (!POSSIBLE.test(text)) return text;
  let untouched = '';
  return splitSingleLineTags(text)
    .map((part) => {
      if (untouched !== '') {
        if (part === `</${untouched}>`) untouched = '';
        return part;
      }
      untouched = (skipsAnyCode ? UNTOUCHED_WITH_ATTRIBUTES : UNTOUCHED).exec(part)?.[1] ?? '';
      return part.startsWith('<') ? part : part.replace(SMILEY, (code) => EMOJI.get(code) ?? picture(code, siteUrl));
    })
    .join('');
}

function picture(code: string, siteUrl: string): string {
  const src = escapeUrl(`${siteUrl}/wp-includes/images/smilies/mrgreen.png`);
  return `<img src="${src}" alt="${code}" class="wp-smiley" style="height: 1em; max-height: 1em;" />`;
}

/** Here only a tag written on one line counts as a tag. */
function splitSingleLineTags(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let close = 0;
  let newline = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (close !== -1 && close <= at) close = text.indexOf('>', at);
    if (close === -1) break;
    if (newline !== -1 && newline <= at) newline = text.indexOf('\n', at);
    if (newline !== -1 && newline < close) {
      at = newline;
      continue;
    }
    if (at > from) parts.push(text.slice(from, at));
    parts.push(text.slice(at, close + 1));
    from = at = close + 1;
  }
  parts.push(text.slice(from));
  return parts;
}
