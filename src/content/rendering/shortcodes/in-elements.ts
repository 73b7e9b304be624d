import { filterStyle } from '../../sanitise/css.js';
import { POST_SET, URL_ATTRIBUTES } from '../../sanitise/kses-tables.js';
import { removeBadProtocols } from '../../sanitise/protocols.js';
import { escapeAttribute } from '../../text/escape.js';
import { trimEndSpace, WS } from '../whitespace.js';
import { replaceShortcodes, type ShortcodeMatch } from './parser.js';

const ELEMENT = new RegExp(`^<${WS}*([a-zA-Z0-9]+)${WS}*`);
const ADDRESS = new RegExp(`^<${WS}*\\[\\[?[^\\[\\]]+\\]`);
const ATTRIBUTE = new RegExp(
  `(?:[_a-zA-Z][-_a-zA-Z0-9:.]*|\\[\\[?[^\\[\\]]+\\]\\]?)` +
    `(?:${WS}*=${WS}*(?:"[^"]*"|'[^']*'|[^ \\t\\n\\r\\f\\v"']+(?:${WS}|$))|${WS}|$)${WS}*`,
  'y',
);

type Replace = (match: ShortcodeMatch) => string;

/** Executes shortcodes in the attributes of one tag; what a quoted value becomes is cleaned like stored HTML. */
export function replaceInElement(element: string, names: readonly string[], replace: Replace): string {
  const parts = splitElement(element);
  if (!parts) return ADDRESS.test(element) ? replaceShortcodes(element, names, replace) : element;
  const attributes = parts.attributes.map((attribute) => replaceInAttribute(attribute, parts.name, names, replace));
  return parts.front + attributes.join('') + parts.back;
}

interface ElementParts {
  front: string;
  name: string;
  attributes: string[];
  back: string;
}

function splitElement(element: string): ElementParts | undefined {
  const start = ELEMENT.exec(element);
  if (!start) return undefined;
  const front = start[0];
  const close = element.endsWith('>') ? element.length - 1 : element.length;
  const trimmed = trimEndSpace(element.slice(0, close));
  const end = Math.max(front.length, trimmed.endsWith('/') ? trimEndSpace(trimmed.slice(0, -1)).length : close);
  const attributes = splitAttributes(element.slice(front.length, end));
  return attributes && { front, name: (start[1] ?? '').toLowerCase(), attributes, back: element.slice(end) };
}

/** Every attribute with the white space after it, or undefined when anything else is between them. */
function splitAttributes(text: string): string[] | undefined {
  const attributes: string[] = [];
  ATTRIBUTE.lastIndex = 0;
  while (ATTRIBUTE.lastIndex < text.length) {
    const match = ATTRIBUTE.exec(text);
    if (!match || match[0] === '') return undefined;
    attributes.push(match[0]);
  }
  return attributes;
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
