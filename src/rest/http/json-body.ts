import { isMap, type PhpMap } from '../args/php-values.js';
import { invalidJson } from '../errors/catalogue.js';

/** Nesting the reference's decoder accepts. */
const MAX_DEPTH = 512;

/**
 * A JSON body as parameters. Valid JSON that is no object or list yields none. Malformed bodies name the cause by
 * the decoder's numbers: 1 too deep, 3 control character, 4 syntax, 5 not UTF-8.
 */
export function parseJsonBody(body: Buffer): PhpMap {
  if (body.length === 0) return {};
  const text = decodeUtf8(body);
  if (depthOf(text) > MAX_DEPTH) throw invalidJson(1, 'Maximum stack depth exceeded');
  let value: unknown;
  try {
    value = JSON.parse(text, dropPrototypeKeys);
  } catch {
    throw hasBareControlCharacter(text)
      ? invalidJson(3, 'Control character error, possibly incorrectly encoded')
      : invalidJson(4, 'Syntax error');
  }
  if (Array.isArray(value)) return { ...value };
  return isMap(value) ? value : {};
}

/** `__proto__` in a body must never become a prototype. */
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

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return deepest;
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
