import { escapeTextarea } from '../../../text/escape.js';
import { parseMailTemplate } from './mail-tags.js';
import { type TagSource, type TagValue } from './tag-values.js';

/** Makes a value fit the place where it will stand. */
export type Clean = (value: TagValue) => string;

export const asText: Clean = ({ text }) => text;
export const asHtml: Clean = ({ text }) => escapeTextarea(text);
/** One line of a header. */
export const asLine: Clean = ({ text }) => withoutBreaks(text);
/** Part of a list of addresses: only the site's people may add another address. */
export const asAddress: Clean = ({ text, isOwn }) => {
  const line = withoutBreaks(text);
  return isOwn ? line : line.replace(/[,;<>"()\\]/g, ' ').trim();
};

export function withoutBreaks(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** What a tag's value contains is never read as a tag again. */
export function replaceTags(template: string, source: TagSource, clean: Clean): string {
  return parseMailTemplate(template)
    .map(({ text, tag }) => {
      const value = tag && source.value(tag);
      return value ? clean(value) : text;
    })
    .join('');
}

/** Line by line, leaving out the lines that have tags but nothing behind any of them. */
export function replaceInLines(template: string, source: TagSource, clean: Clean): string {
  const isBlank = (line: string) => {
    const values = parseMailTemplate(line).flatMap(({ tag }) =>
      tag ? (source.value(tag) ?? [{ text: 'unknown' }]) : [],
    );
    return values.length > 0 && values.every(({ text }) => text.trim() === '');
  };
  return template
    .split('\n')
    .filter((line) => !isBlank(line))
    .map((line) => replaceTags(line, source, clean))
    .join('\n');
}
