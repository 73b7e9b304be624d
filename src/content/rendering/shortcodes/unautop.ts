import { endTag, ShortcodeScanner } from './parser.js';
import { type ShortcodeNames } from '../context.js';

const SPACE = /[\r\n\t \u00a0]*(?:&nbsp;[\r\n\t \u00a0]*)*/y;

/** A paragraph that holds nothing but one shortcode loses its `<p>`. */
export function shortcodeUnautop(text: string, registry: ShortcodeNames): string {
  if (!text.includes('[')) return text;
  const scanner = new ShortcodeScanner(text, registry.names());
  let result = '';
  let from = 0;
  for (let at = text.indexOf('<p>'); at !== -1; at = text.indexOf('<p>', Math.max(at + 3, from))) {
    const start = skipSpace(text, at + 3);
    const found = text[start] === '[' ? scanner.tagAt(start + 1) : undefined;
    if (!found) continue;
    const ends = found.closing === -1 ? [found.tagEnd] : [found.closing + endTag(found.tag).length, found.tagEnd];
    for (const end of ends) {
      const paragraphEnd = skipSpace(text, end);
      if (!text.startsWith('</p>', paragraphEnd)) continue;
      result += text.slice(from, at) + text.slice(start, end);
      from = paragraphEnd + 4;
      break;
    }
  }
  return result + text.slice(from);
}

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  return SPACE.test(text) ? SPACE.lastIndex : from;
}
