import { type RenderContext, type ShortcodeNames } from '../render-context.js';
import { splitHtml } from '../../text/html-tokens.js';
import { parseAttributes } from '../shortcode-attributes.js';
import { replaceInElement } from './in-elements.js';
import { endTag, namesIn, replaceShortcodes, type ShortcodeMatch, ShortcodeScanner } from './shortcode-parser.js';

/** Brackets inside tags while the text is scanned, also for handlers; those in the text itself get a zero to differ. */
const HIDDEN_OPEN = '&#91;';
const HIDDEN_CLOSE = '&#93;';
const WRITTEN_OPEN = '&#091;';
const WRITTEN_CLOSE = '&#093;';

/** Executes the registered shortcodes of the text. */
export function runShortcodes(text: string, context: RenderContext): string {
  const output = ({ tag, attributes, content }: ShortcodeMatch): string => {
    const handler = context.shortcodes.handler(tag);
    if (!handler || !context.budget.spend({ blocks: 1 })) return '';
    const render = () => handler(parseAttributes(attributes, context.dialect), content, tag, context);
    return context.budget.measure(render, attributes.length + content.length);
  };
  return replaceRegistered(text, context.shortcodes, output, { insideElements: true });
}

/** Removes the registered shortcodes with their content; those inside tags stay. */
export function stripShortcodes(text: string, registry: ShortcodeNames): string {
  return replaceRegistered(text, registry, () => '', { insideElements: false });
}

/** Replaces shortcodes by `output`, and unescapes the escaped ones. */
export function replaceRegistered(
  text: string,
  registry: ShortcodeNames,
  output: (match: ShortcodeMatch) => string,
  { insideElements }: { insideElements: boolean },
): string {
  if (!text.includes('[')) return text;
  const names = namesIn(text, registry);
  if (names.length === 0) return text;
  const replace = (match: ShortcodeMatch): string => match.escaped ?? match.before + output(match) + match.after;
  const inElement = (element: string): string => (insideElements ? replaceInElement(element, names, replace) : element);
  // A shortcode may span tags but not start or end inside one.
  const hidden = splitHtml(text.replaceAll(HIDDEN_OPEN, WRITTEN_OPEN).replaceAll(HIDDEN_CLOSE, WRITTEN_CLOSE))
    .map((part, index) => (index % 2 === 1 ? hideBrackets(part, inElement) : part))
    .join('');
  return replaceShortcodes(hidden, names, replace).replaceAll(HIDDEN_OPEN, '[').replaceAll(HIDDEN_CLOSE, ']');
}

function hideBrackets(element: string, inElement: (element: string) => string): string {
  const opens = element.includes('[');
  const closes = element.includes(']');
  if (!opens && !closes) return element;
  const isMarkedSection = element.startsWith('<!--') || element.startsWith('<![CDATA[');
  const replaced = opens && closes && !isMarkedSection ? inElement(element) : element;
  return replaced.replaceAll('[', HIDDEN_OPEN).replaceAll(']', HIDDEN_CLOSE);
}

const SPACE = /[\r\n\t \u00a0]*(?:&nbsp;[\r\n\t \u00a0]*)*/y;

/** Unwraps paragraphs that contain nothing but one shortcode. */
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
