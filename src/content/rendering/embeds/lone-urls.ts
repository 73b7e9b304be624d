import { splitHtml } from '../html-tokens.js';
import { WS } from '../whitespace.js';

/** Stands for a newline inside a tag; lone surrogates do not occur in decoded text. */
const TAG_NEWLINE = '\uD800';

const URL = 'https?://[^ \\t\\n\\r\\f\\v<>"]+';
const POSSIBLE = new RegExp(`(?:^|${WS}|>)https?://`, 'i');
const LONE_LINE = new RegExp(`^${WS}*(${URL})${WS}*$`, 'i');
const PARAGRAPH = new RegExp(`>${WS}*(${URL})${WS}*</p>`, 'gi');
const PARAGRAPH_OPENS = /<p(?: |$)/i;

/** Replaces each URL that is alone on its line or in its paragraph. */
export function replaceLoneUrls(content: string, replace: (url: string) => string): string {
  if (!POSSIBLE.test(content)) return content;
  const guarded = splitHtml(content)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll('\n', TAG_NEWLINE) : part))
    .join('');
  const lines = guarded.split('\n').map((line) => {
    const url = LONE_LINE.exec(line)?.[1];
    return url === undefined ? line : line.replace(url, () => replace(url));
  });
  return replaceInParagraphs(lines.join('\n'), replace).replaceAll(TAG_NEWLINE, '\n');
}

function replaceInParagraphs(text: string, replace: (url: string) => string): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(PARAGRAPH)) {
    const tag = text.slice(text.lastIndexOf('>', match.index - 1) + 1, match.index);
    const url = match[1] ?? '';
    if (!PARAGRAPH_OPENS.test(tag)) continue;
    const start = text.indexOf(url, match.index);
    result += text.slice(from, start) + replace(url);
    from = start + url.length;
  }
  return result + text.slice(from);
}
