import { isMap, type PhpMap } from '../args/php-values.js';
import { ANONYMOUS_JSON_VALUES } from '../budget.js';
import { bodyTooComplex, invalidJson } from '../errors/catalogue.js';

/** Nesting the reference's decoder accepts. */
const MAX_DEPTH = 512;

/**
 * A JSON body as parameters. Valid JSON that is no object or list yields none. Malformed bodies name the cause by
 * the decoder's numbers: 1 too deep, 3 control character, 4 syntax, 5 not UTF-8, 10 half of a surrogate pair.
 */
export function parseJsonBody(body: Buffer, maxValues = ANONYMOUS_JSON_VALUES): PhpMap {
  if (body.length === 0) return {};
  const text = decodeUtf8(body);
  const { depth, values, hasBadEscape } = measure(text);
  if (depth > MAX_DEPTH) throw invalidJson(1, 'Maximum stack depth exceeded');
  if (values > maxValues) throw bodyTooComplex(maxValues);
  let value: unknown;
  try {
    value = JSON.parse(text, PROTOTYPE_KEY.test(text) ? dropPrototypeKeys : undefined);
  } catch {
    if (hasBareControlCharacter(text)) throw invalidJson(3, 'Control character error, possibly incorrectly encoded');
    if (!hasBadEscape) throw invalidJson(4, 'Syntax error');
  }
  if (hasBadEscape) throw invalidJson(10, 'Single unpaired high surrogate in Unicode escape');
  if (Array.isArray(value)) return { ...value };
  return isMap(value) ? value : {};
}

/** `__proto__` in a body must never become a prototype. Its letters may be escaped; a reviver is slow, so rarely used. */
const PROTOTYPE_KEY = /__proto__|\\u00[567]/i;

function dropPrototypeKeys(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw invalidJson(5, 'Malformed UTF-8 characters, possibly incorrectly encoded');
  }
}

interface Measures {
  depth: number;
  /** How many values there can be: one more than commas, and one for each list or object. */
  values: number;
  /** An escape `\u` without four digits, or half of a surrogate pair. */
  hasBadEscape: boolean;
}

/** One pass over the text, before anything is built from it. */
function measure(text: string): Measures {
  const found: Measures = { depth: 0, values: 1, hasBadEscape: false };
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x22) inString = false;
      else if (char === 0x5c) {
        const length = text.charCodeAt(at + 1) === 0x75 ? escapeLength(text, at) : 2;
        if (length === 0) found.hasBadEscape = true;
        at += Math.max(length, 2) - 1;
      }
    } else if (char === 0x22) inString = true;
    else if (char === 0x2c) found.values++;
    else if (char === 0x7b || char === 0x5b) {
      found.values++;
      found.depth = Math.max(found.depth, ++depth);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
  return found;
}

const ESCAPE = /\\u(?:[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?![dD][89a-fA-F])[0-9a-fA-F]{4})/y;

/** Characters of the `\uXXXX` or the pair of them at this place; 0 when it is neither. */
function escapeLength(text: string, at: number): number {
  ESCAPE.lastIndex = at;
  return ESCAPE.test(text) ? ESCAPE.lastIndex - at : 0;
}

function hasBareControlCharacter(text: string): boolean {
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (!inString) inString = char === 0x22;
    else if (char === 0x5c) at++;
    else if (char === 0x22) inString = false;
    else if (char < 0x20) return true;
  }
  return false;
}
