import { filterStyle } from '../../text/sanitize/css.js';
import { POST_SET, URL_ATTRIBUTES } from '../../text/sanitize/kses-tables.js';
import { removeBadProtocols } from '../../text/sanitize/protocols.js';
import { escapeAttribute } from '../../text/escape.js';
import { runEnd } from '../../text/html-tokens.js';
import { isSpace, skipSpace, trimEndSpace } from '../../text/whitespace.js';
import { replaceShortcodes, type ShortcodeMatch } from './shortcode-parser.js';

type Replace = (match: ShortcodeMatch) => string;

/** Executes shortcodes in the attributes of a tag; the resulting quoted values are filtered by kses. */
export function replaceInElement(element: string, names: readonly string[], replace: Replace): string {
  const parts = splitElement(element);
  if (!parts) return beginsWithShortcode(element) ? replaceShortcodes(element, names, replace) : element;
  const attributes = parts.attributes.map((attribute) => replaceInAttribute(attribute, parts.name, names, replace));
  return parts.front + attributes.join('') + parts.back;
}

interface ElementParts {
  front: string;
  name: string;
  attributes: string[];
  back: string;
}

/** An element is `<`, a name, attributes and `>` or `/>`, with white space anywhere between them. */
function splitElement(element: string): ElementParts | undefined {
  const nameStart = skipSpace(element, 1);
  const nameEnd = runEnd(element, nameStart, /[a-z0-9]/i);
  if (nameEnd === nameStart) return undefined;
  const front = skipSpace(element, nameEnd);
  const close = element.endsWith('>') ? element.length - 1 : element.length;
  const trimmed = trimEndSpace(element.slice(0, close));
  const end = Math.max(front, trimmed.endsWith('/') ? trimEndSpace(trimmed.slice(0, -1)).length : close);
  const attributes = splitAttributes(element.slice(front, end));
  const name = element.slice(nameStart, nameEnd).toLowerCase();
  return attributes && { front: element.slice(0, front), name, attributes, back: element.slice(end) };
}

/** `<[tag]…`, where a shortcode produces the whole URL. */
function beginsWithShortcode(element: string): boolean {
  return shortcodeEnd(element, skipSpace(element, 1)) !== -1;
}

/** Every attribute with the white space after it, or undefined when anything else is between them. */
function splitAttributes(text: string): string[] | undefined {
  const attributes: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = attributeEnd(text, at);
    if (end === -1) return undefined;
    attributes.push(text.slice(at, end));
    at = end;
  }
  return attributes;
}

/** After the attribute that begins here and the white space behind it; -1 when there is none. */
function attributeEnd(text: string, start: number): number {
  const bracketed = shortcodeEnd(text, start);
  const nameEnd = bracketed === -1 ? nameEndAt(text, start) : text[bracketed] === ']' ? bracketed + 1 : bracketed;
  if (nameEnd === -1) return -1;
  const equals = skipSpace(text, nameEnd);
  const valueEnd = text[equals] === '=' ? valueEndAt(text, skipSpace(text, equals + 1)) : -1;
  if (valueEnd !== -1) return skipSpace(text, valueEnd);
  return nameEnd === text.length || equals > nameEnd ? equals : -1;
}

function nameEndAt(text: string, start: number): number {
  return /[_a-z]/i.test(text.charAt(start)) ? runEnd(text, start, /[-_a-z0-9:.]/i) : -1;
}

/** A value in quotes ends with them, another one only before white space or the end. */
function valueEndAt(text: string, start: number): number {
  const quote = text[start];
  if (quote === '"' || quote === "'") return text.indexOf(quote, start + 1) + 1 || -1;
  const end = runEnd(text, start, /[^ \t\n\r\f\v"']/);
  return end > start && (end === text.length || isSpace(text[end])) ? end : -1;
}

/** After the first bracket that closes `[…` or `[[…` here; -1 when it is none, empty, or another one opens inside. */
function shortcodeEnd(text: string, start: number): number {
  if (text[start] !== '[') return -1;
  const inner = text[start + 1] === '[' ? start + 2 : start + 1;
  const end = runEnd(text, inner, /[^[\]]/);
  return end > inner && text[end] === ']' ? end + 1 : -1;
}

function replaceInAttribute(attribute: string, element: string, names: readonly string[], replace: Replace): string {
  const open = attribute.indexOf('[');
  if (open === -1 || !attribute.includes(']')) return attribute;
  const quote = attribute.search(/["']/);
  if (quote === -1 || open < quote) return replaceShortcodes(attribute, names, replace);
  let count = 0;
  const replaced = replaceShortcodes(attribute, names, (match) => {
    count++;
    return replace(match);
  });
  const cleaned = count > 0 ? cleanAttribute(replaced, element) : '';
  return cleaned === '' ? attribute : cleaned;
}

/** The attribute with an escaped, harmless value, or '' where the element may not have it. */
function cleanAttribute(text: string, element: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const match = /^([^=]*?)\s*=\s*([^]*)$/.exec(text.slice(start, end));
  const name = (match?.[1] ?? '').toLowerCase();
  const written = match?.[2] ?? '';
  const quote = written[0] === '"' || written[0] === "'" ? written[0] : '';
  if (!match || !POST_SET.get(element)?.has(name)) return '';
  if (quote !== '' && (written.length < 2 || !written.endsWith(quote))) return '';
  let value = escapeAttribute(quote === '' ? written : written.slice(1, -1));
  if (URL_ATTRIBUTES.has(name)) value = removeBadProtocols(value);
  if (name === 'style') value = filterStyle(value);
  if (name === 'style' && value === '') return '';
  const mark = quote === '' ? '"' : quote;
  return `${text.slice(0, start)}${match[1] ?? ''}=${mark}${value}${mark}${text.slice(end)}`;
}
