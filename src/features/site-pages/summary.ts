import { splitHtml } from '../../text/index.js';

/** Elements whose text is no part of a sentence. */
const SKIPPED = new Set(
  'h1 h2 h3 h4 h5 h6 pre table figure form script style svg video audio iframe noscript sup button nav'.split(' '),
);
const BLOCKS = new Set('p li div blockquote ul ol dl dd dt section article br'.split(' '));
const TAG = /^<(\/?)([a-z][a-z0-9]*)/i;
const SENTENCE_END = /[.!?…。！？](?:&#8221;|&#8217;|&quot;|["”’»)\]])*(?=\s)/g;

/** Items of lists are rarely sentences. */
const LISTS = new Set(['ul', 'ol', 'dl']);

/** The running text of HTML, still with its character references, without headings, code, tables and captions. */
export function runningText(
  content: string,
  { atMost = Number.POSITIVE_INFINITY, withoutLists = false }: { atMost?: number; withoutLists?: boolean } = {},
): string {
  const parts = splitHtml(content);
  let text = '';
  let skipped: { name: string; depth: number } | undefined;
  for (let index = 0; index < parts.length && text.length < atMost; index++) {
    const part = parts[index]!;
    if (index % 2 === 0) {
      if (!skipped) text += part;
      continue;
    }
    const [, slash, tag = ''] = TAG.exec(part) ?? [];
    const name = tag.toLowerCase();
    if (skipped) {
      if (name === skipped.name) skipped.depth += slash === '/' ? -1 : 1;
      if (skipped.depth === 0) skipped = undefined;
    } else if (slash === '' && (SKIPPED.has(name) || (withoutLists && LISTS.has(name))) && !part.endsWith('/>')) {
      skipped = { name, depth: 1 };
      text += ' ';
    } else if (BLOCKS.has(name)) {
      text += ' ';
    }
  }
  return text.replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The first sentences of HTML, as HTML without tags; words and an ellipsis where the first sentence is too long. */
export function summary(content: string, most = 220): string {
  const atMost = most * 4;
  const text = runningText(content, { atMost, withoutLists: true }) || runningText(content, { atMost });
  if (text.length <= most) return text;
  const front = text.slice(0, most + 1);
  const end = [...front.matchAll(SENTENCE_END)].at(-1);
  if (end && end.index + end[0].length >= most / 4) return front.slice(0, end.index + end[0].length);
  return `${front.slice(0, Math.max(front.lastIndexOf(' '), 1)).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** The part of the text around the first of the words, for a list of search results. */
export function snippet(content: string, words: readonly string[], most = 240): string {
  const text = runningText(content);
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  if (first < most / 2) return text.length <= most ? text : `${cutAtBlank(text, most)}…`;
  const start = text.indexOf(' ', first - most / 3) + 1;
  const rest = text.slice(start);
  return rest.length <= most ? `…${rest}` : `…${cutAtBlank(rest, most)}…`;
}

function cutAtBlank(text: string, most: number): string {
  return text.slice(0, Math.max(text.lastIndexOf(' ', most), 1));
}

/** Marks words in HTML, outside of tags and character references. */
export function highlight(markup: string, words: readonly string[]): string {
  const escaped = words.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (escaped.length === 0) return markup;
  const pattern = new RegExp(`&#?\\w{1,8};|(${escaped.join('|')})`, 'giu');
  return splitHtml(markup)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(pattern, (all, word?: string) => (word ? `<mark>${word}</mark>` : all)),
    )
    .join('');
}

/** Minutes it takes to read HTML, at least one. */
export function readingMinutes(content: string): number {
  return Math.max(1, Math.round(runningText(content).split(' ').length / 220));
}
