import { type RenderDialect, type Shortcodes } from '../context.js';
import { parseAttributes } from './attributes.js';
import { namesIn, ShortcodeScanner } from './parser.js';

/** A shortcode's key among those of all shortcodes; names have no blanks. */
export function lookupKey(name: string, key: string): string {
  return `${name} ${key}`;
}

/** The lookups of all shortcodes in a text, at any depth. */
export function lookupsIn(text: string, shortcodes: Shortcodes, dialect: RenderDialect): Set<string> {
  const found = new Set<string>();
  const names = namesIn(text, shortcodes).filter((name) => shortcodes.lookup(name));
  if (names.length === 0) return found;
  const scanner = new ShortcodeScanner(text, names);
  for (let at = text.indexOf('['); at !== -1;) {
    const tag = scanner.tagAt(at + 1);
    at = text.indexOf('[', tag?.tagEnd ?? at + 1);
    const key = tag && shortcodes.lookup(tag.tag)?.key(parseAttributes(tag.attributes, dialect));
    if (key !== undefined) found.add(lookupKey(tag!.tag, key));
  }
  return found;
}

/** Runs lookups, with one call per shortcode. */
export async function loadLookups(wanted: readonly string[], shortcodes: Shortcodes): Promise<Map<string, string>> {
  const keys = new Map<string, string[]>();
  for (const one of wanted) {
    const blank = one.indexOf(' ');
    const name = one.slice(0, blank);
    const list = keys.get(name);
    if (list) list.push(one.slice(blank + 1));
    else keys.set(name, [one.slice(blank + 1)]);
  }
  const loaded = await Promise.all(
    [...keys].map(async ([name, list]) => [name, await shortcodes.lookup(name)!.load(list)] as const),
  );
  return new Map(
    loaded.flatMap(([name, texts]) => [...texts].map(([key, text]) => [lookupKey(name, key), text] as const)),
  );
}
