import { balanceTags } from '../text/sanitize/balance-tags.js';
import { escapeAttribute } from '../text/escape.js';
import { trimAscii } from '../text/php-strings.js';
import { stripTags } from '../text/strip-tags.js';
import { type BlockPost } from './block-data.js';

const NEXT_PAGE = '<!--nextpage-->';
const MORE = '<!--more';
const MORE_DELIMITERS = /<!-- \/?wp:more[^\n]{0,1000}? -->/g;

/** The first of the pages into which `<!--nextpage-->` divides a content. */
export function firstPage(content: string): string {
  if (!content.includes(NEXT_PAGE)) return content;
  // One after another, so that up to two newlines on each side go.
  const joined = content
    .replaceAll(`\n${NEXT_PAGE}\n`, NEXT_PAGE)
    .replaceAll(`\n${NEXT_PAGE}`, NEXT_PAGE)
    .replaceAll(`${NEXT_PAGE}\n`, NEXT_PAGE);
  const start = joined.startsWith(NEXT_PAGE) ? NEXT_PAGE.length : 0;
  const end = joined.indexOf(NEXT_PAGE, start);
  return joined.slice(start, end === -1 ? undefined : end);
}

/** The part before `<!--more-->` (or `<!--more text-->` on one line), with unclosed tags closed. */
export function teaser(content: string, isWp7: boolean): string {
  const mark = moreMark(content);
  return mark ? balanceTags(content.slice(0, mark.start), isWp7) : content;
}

/** The part of a post's content that a list of posts shows: its first page, up to a link to the rest. */
export function contentInLoop({
  id,
  content,
  title,
  link,
}: Pick<BlockPost, 'id' | 'content' | 'title' | 'link'>): string {
  const page = firstPage(content).replace(MORE_DELIMITERS, '');
  const mark = moreMark(page);
  if (!mark) return firstPage(content);
  const label =
    stripTags(mark.label) ||
    `<span aria-label="Continue reading ${escapeAttribute(stripTags(title))}">(more&hellip;)</span>`;
  return balanceTags(`${page.slice(0, mark.start)} <a href="${link}#more-${id}" class="more-link">${label}</a>`, true);
}

function moreMark(content: string): { start: number; label: string } | undefined {
  let end = 0;
  for (let start = content.indexOf(MORE); start !== -1;) {
    if (end < start + MORE.length) end = content.indexOf('-->', start + MORE.length);
    if (end === -1) return undefined;
    const newline = content.indexOf('\n', start);
    if (newline === -1 || end < newline) return { start, label: trimAscii(content.slice(start + MORE.length, end)) };
    start = content.indexOf(MORE, newline);
  }
  return undefined;
}
