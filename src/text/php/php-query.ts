import { isUtf8 } from 'node:buffer';
import { type PhpMap } from './php-values.js';

/** Limits against hostile input, far above what real clients send. */
export interface ParseLimits {
  /** Number of parameters. */
  pairs: number;
  /** Number of brackets in one name. */
  depth: number;
}

export const DEFAULT_LIMITS: ParseLimits = { pairs: 1000, depth: 32 };

export class TooManyParameters extends Error {}

/**
 * Query strings and urlencoded bodies by PHP's rules: `a[]=1`, `a[0]=1`, `a[k]=v`, the last of a repeated plain name
 * wins, blanks and dots in names become underscores.
 */
export function parsePhpQuery(text: string, limits: ParseLimits = DEFAULT_LIMITS): PhpMap {
  const builder = new ParameterBuilder(limits);
  for (let start = 0, end; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    const pair = text.slice(start, end);
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    builder.add(decode(equals < 0 ? pair : pair.slice(0, equals)), equals < 0 ? '' : decode(pair.slice(equals + 1)));
  }
  return builder.finish();
}

/** Collects names with brackets into lists and maps; also used for multipart fields. */
export class ParameterBuilder {
  private readonly root = new Map<string, unknown>();
  private readonly nextIndexes = new Map<PhpMap, number>();
  private count = 0;

  constructor(private readonly limits: ParseLimits = DEFAULT_LIMITS) {}

  add(name: string, value: unknown): void {
    if (++this.count > this.limits.pairs) throw new TooManyParameters();
    const path = splitName(name, this.limits.depth);
    if (!path) return;
    const [first, ...keys] = path;
    const last = keys.length - 1;
    if (last < 0) {
      this.root.set(first, value);
      return;
    }
    let target = containerOf(this.root.get(first));
    this.root.set(first, target);
    for (const key of keys.slice(0, last)) {
      const slot = this.slotFor(target, key);
      target = target[slot] = containerOf(target[slot]);
    }
    target[this.slotFor(target, keys[last])] = value;
  }

  /** `a[]` takes the index after the largest one so far. */
  private slotFor(target: PhpMap, key: string | undefined): string {
    const next = this.nextIndexes.get(target) ?? 0;
    const slot = key ?? String(next);
    if (/^\d+$/.test(slot)) this.nextIndexes.set(target, Math.max(next, Number(slot) + 1));
    return slot;
  }

  finish(): PhpMap {
    const result: PhpMap = {};
    for (const [key, value] of this.root) define(result, key, toLists(value));
    return result;
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
}

function containerOf(existing: unknown): PhpMap {
  return (isContainer(existing) ? existing : Object.create(null)) as PhpMap;
}

/** `a[b][]` → ['a', 'b', undefined]; undefined when the name is unusable. */
function splitName(raw: string, depth: number): [name: string, ...keys: (string | undefined)[]] | undefined {
  const name = raw.replace(/^ +/, '');
  const bracket = name.indexOf('[');
  if (bracket <= 0) return name === '' || bracket === 0 ? undefined : [plainName(name)];
  const path: [string, ...(string | undefined)[]] = [plainName(name.slice(0, bracket))];
  let at = bracket;
  while (name[at] === '[') {
    const end = name.indexOf(']', at);
    if (end < 0) return path.length === 1 ? [plainName(name)] : path;
    if (path.length > depth) throw new TooManyParameters();
    const key = name.slice(at + 1, end);
    path.push(key === '' ? undefined : key);
    at = end + 1;
  }
  return path;
}

function plainName(name: string): string {
  return name.replace(/[ .[]/g, '_');
}

/** Maps with the keys 0..n-1 become lists. */
function toLists(value: unknown): unknown {
  if (!isContainer(value)) return value;
  const entries = Object.entries(value as PhpMap);
  if (entries.every(([key], index) => key === String(index))) return entries.map(([, member]) => toLists(member));
  const map: PhpMap = {};
  for (const [key, member] of entries) define(map, key, toLists(member));
  return map;
}

/** Plain assignment would let the name `__proto__` reach the prototype. */
function define(target: PhpMap, key: string, value: unknown): void {
  if (key === '__proto__') return;
  target[key] = value;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(spaced);
  }
}

/**
 * Percent-escapes that are not UTF-8, or a stray `%`: decoded byte by byte. A lone surrogate represents an invalid byte,
 * so that text functions can distinguish it from a U+FFFD that was sent.
 */
function decodeBytes(text: string): string {
  const source = Buffer.from(text, 'utf8');
  let length = 0;
  for (let at = 0; at < source.length; at++, length++) {
    const byte = source[at] === PERCENT ? hexDigit(source[at + 1]) * 16 + hexDigit(source[at + 2]) : Number.NaN;
    source[length] = Number.isNaN(byte) ? source[at]! : byte;
    if (!Number.isNaN(byte)) at += 2;
  }
  const decoded = source.subarray(0, length);
  return isUtf8(decoded) ? decoded.toString('utf8') : decoded.toString('utf8').replaceAll('\ufffd', '\udc80');
}

const PERCENT = 0x25;

/** NaN if it is not a hexadecimal digit. */
function hexDigit(code: number | undefined): number {
  return code === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(code), 16);
}
