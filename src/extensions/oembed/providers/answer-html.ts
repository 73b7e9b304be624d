import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { escapeUrl } from '../../../text/urls.js';
import { type Answer } from './accept-answer.js';

/** The HTML that an answer stands for in content; undefined where it has none. Content breaks lines, so HTML must not. */
export function answerHtml(answer: Answer, url: string): string | undefined {
  const html = markup(answer, url);
  return html === undefined ? undefined : withoutLineBreaks(html);
}

function markup({ type, title = '', html, url: source, width, height }: Answer, url: string): string | undefined {
  switch (type) {
    case 'photo':
      if (source === undefined || width === undefined || height === undefined) return undefined;
      return (
        `<a href="${escapeUrl(url)}"><img src="${escapeUrl(String(source))}" alt="${escapeAttribute(String(title))}" ` +
        `width="${escapeAttribute(String(width))}" height="${escapeAttribute(String(height))}" /></a>`
      );
    case 'rich':
    case 'video':
      return typeof html === 'string' ? html : undefined;
    default:
      return title === '' ? undefined : `<a href="${escapeUrl(url)}">${escapeHtml(String(title))}</a>`;
  }
}

function withoutLineBreaks(html: string): string {
  return html
    .split(/(<pre\b[^>]*>[^]*?<\/pre>)/i)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\r\n]+/g, '')))
    .join('');
}
