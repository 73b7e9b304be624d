import { lowerAscii, trimAscii } from './php-strings.js';

type State = 'text' | 'tag' | 'instruction' | 'declaration' | 'comment';

const [LESS, GREATER, DOUBLE_QUOTE, SINGLE_QUOTE] = ['<', '>', '"', "'"].map((char) => char.charCodeAt(0));
const WHITE_SPACE = ' \t\n\v\f\r';

/**
 * Removes everything that looks like a tag, comment or processing instruction, also unclosed ones.
 * A `<` followed by white space is text. One character at a time, so the time is linear.
 */
export function stripTags(text: string): string {
  if (!text.includes('<')) return text.replaceAll('\0', '');
  let out = '';
  let state: State = 'text';
  let depth = 0; // nested '<' inside a tag
  let quote = '';
  let openParentheses = 0; // only counted inside instructions
  let instructionQuote = '';
  let xmlDeclaration = false;

  const closeMarkup = () => {
    state = 'text';
    quote = '';
  };

  for (let i = 0; i < text.length; i++) {
    if (state === 'text' && depth === 0) {
      // Most of a text is between simple tags.
      let next = text.indexOf('<', i);
      if (next < 0) next = text.length;
      out += text.slice(i, next).replaceAll('\0', '');
      i = next;
      for (let end = simpleTagEnd(text, i); end > 0; end = simpleTagEnd(text, i)) i = end + 1;
      if (i >= text.length) break;
      if (i > next && text.charAt(i) !== '<') {
        i--;
        continue;
      }
    }
    const char = text.charAt(i);
    const before = text.charAt(i - 1);
    switch (char) {
      case '\0':
        continue;
      case '<':
        if (quote) continue;
        if (i + 1 < text.length && WHITE_SPACE.includes(text.charAt(i + 1))) break;
        if (state === 'text') state = 'tag';
        else if (state === 'tag') depth++;
        continue;
      case '>':
        if (depth > 0 && state !== 'comment') {
          depth--;
          continue;
        }
        if (quote) continue;
        if (state === 'tag') {
          if (xmlDeclaration && before === '-') continue;
          xmlDeclaration = false;
          closeMarkup();
        } else if (state === 'instruction') {
          if (openParentheses === 0 && instructionQuote !== '"' && before === '?') closeMarkup();
        } else if (state === 'declaration') {
          closeMarkup();
        } else if (state === 'comment') {
          if (before === '-' && text.charAt(i - 2) === '-') closeMarkup();
        } else {
          break;
        }
        continue;
      case '"':
      case "'":
        if (state === 'comment') continue;
        if (state === 'text') break;
        if (state === 'instruction' && before !== '\\') instructionQuote = instructionQuote === char ? '' : char;
        if ((state === 'tag' || before !== '\\') && (!quote || quote === char)) quote = quote ? '' : char;
        continue;
      case '(':
        if (state === 'instruction' && !instructionQuote) openParentheses++;
        break;
      case ')':
        if (state === 'instruction' && !instructionQuote) openParentheses--;
        break;
      case '!':
        if (state === 'tag' && before === '<') state = 'declaration';
        break;
      case '-':
        if (state === 'declaration' && before === '-' && text.charAt(i - 2) === '!') state = 'comment';
        break;
      case '?':
        if (state === 'tag' && before === '<') {
          state = 'instruction';
          openParentheses = 0;
          instructionQuote = '';
          continue;
        }
        break;
      case 'e':
      case 'E':
        if (state === 'declaration' && /<!doctyp$/i.test(text.slice(Math.max(0, i - 8), i))) state = 'tag';
        break;
      case 'l':
      case 'L':
        if (state === 'instruction' && i > 4 && /^<\?xm$/i.test(text.slice(i - 4, i))) {
          state = 'tag';
          xmlDeclaration = true;
        }
        break;
    }
    if (state === 'text') out += char;
  }
  return out;
}

const SIMPLE_TAG = /<[a-z/]/iy;

/** Where the tag that begins at a position ends, if it is none of those that need more than quotes; otherwise -1. */
function simpleTagEnd(text: string, start: number): number {
  SIMPLE_TAG.lastIndex = start;
  if (!SIMPLE_TAG.test(text)) return -1;
  for (let at = start + 2; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === GREATER) return at;
    if (char === LESS) return -1;
    if (char !== DOUBLE_QUOTE && char !== SINGLE_QUOTE) continue;
    at = text.indexOf(text.charAt(at), at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** Removes script and style elements with their content. */
function stripScriptsAndStyles(text: string): string {
  if (!/<(?:script|style)/i.test(text)) return text;
  const lower = lowerAscii(text);
  const opener = /<(script|style)/g;
  const exhausted = new Set<string>();
  let out = '';
  let done = 0;
  for (let match = opener.exec(lower); match; match = opener.exec(lower)) {
    const closer = `</${match[1]}>`;
    const tagEnd = lower.indexOf('>', opener.lastIndex);
    if (tagEnd < 0) break;
    if (exhausted.has(closer)) continue;
    const end = lower.indexOf(closer, tagEnd + 1);
    if (end < 0) {
      exhausted.add(closer);
      continue;
    }
    out += text.slice(done, match.index);
    done = end + closer.length;
    opener.lastIndex = done;
  }
  return out + text.slice(done);
}

/** Plain text of a piece of markup; `removeBreaks` also turns every run of white space into one blank. */
export function stripAllTags(text: string, { removeBreaks = false } = {}): string {
  const plain = stripTags(stripScriptsAndStyles(text));
  return trimAscii(removeBreaks ? plain.replace(/[\r\n\t ]+/g, ' ') : plain);
}

/** The first `count` blank-separated words of the plain text; a negative count drops the last word. */
export function trimWords(text: string, count = 55, more = '&hellip;'): string {
  const words = stripAllTags(text)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '');
  if (words.length <= count) return words.join(' ');
  return words.slice(0, count < 0 ? -1 : count).join(' ') + more;
}
