import { URL_ATTRIBUTES } from './kses-tables.js';
import { CURRENT_PROTOCOLS } from './current-tables.js';
import { removeBadProtocols } from './protocols.js';

/** An attribute as a browser reads it; no value is not an empty one. */
export interface BrowserAttribute {
  name: string;
  value: string | undefined;
}

const UNENDED = Symbol('unended');
const BETWEEN = /[\s/]+/y;
const NAME = /=?[^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const BARE = /[^\s>]*/y;

/** Parses the attributes of a tag as browsers do, including malformed ones; the first of several with the same name wins. */
export function readAttributes(text: string): BrowserAttribute[] {
  const found = new Map<string, BrowserAttribute>();
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0] ?? '';
    at += match.length;
    return match;
  };
  while (at < text.length) {
    take(BETWEEN);
    if (at >= text.length) break;
    const name = take(NAME).toLowerCase();
    if (name === '') {
      at++;
      continue;
    }
    const value = take(EQUALS) === '' ? undefined : readValue();
    // An unterminated quote extends to the end of the text, which makes the whole tag invalid.
    if (value === UNENDED) return [];
    if (!found.has(name)) found.set(name, { name, value: cleaned(name, value) });
  }
  return [...found.values()];

  function readValue(): string | typeof UNENDED {
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return take(BARE);
    const end = text.indexOf(quote, at + 1);
    if (end < 0) return UNENDED;
    const value = text.slice(at + 1, end);
    at = end + 1;
    return value;
  }
}

function cleaned(name: string, value: string | undefined): string | undefined {
  if (value === undefined || !URL_ATTRIBUTES.has(name)) return value;
  return removeBadProtocols(value.replace(/&(?:amp;)?colon;/gi, ':'), CURRENT_PROTOCOLS);
}
