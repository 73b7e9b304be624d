import { type ShortcodeNames } from '../render-context.js';

/** A shortcode tag in a text, with positions. */
interface ShortcodeTag {
  tag: string;
  /** The text between the name and the closing bracket. */
  attributes: string;
  /** After the bracket that closes the tag. */
  tagEnd: number;
  /** Start of the end tag that belongs to it, or -1. */
  closing: number;
}

export interface ShortcodeMatch {
  tag: string;
  attributes: string;
  content: string;
  /** The match as written, if `[[tag]]` escapes the shortcode; without the outer brackets. */
  escaped: string | undefined;
  /** A doubled bracket on one side only; it stays. */
  before: string;
  after: string;
}

/** The registered names that occur in the text, in the order they were registered. */
export function namesIn(text: string, registry: ShortcodeNames): string[] {
  const found = new Set<string>();
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    const name = registry.nameAt(text, at + 1);
    if (name !== undefined) found.add(name);
  }
  return found.size === 0 ? [] : registry.names().filter((name) => found.has(name));
}

/** Reads shortcode tags at growing positions of one text; all reads together pass over the text once. */
export class ShortcodeScanner {
  private readonly brackets: ForwardFinder;
  private readonly closings: Map<string, ForwardFinder>;

  constructor(
    private readonly text: string,
    private readonly names: readonly string[],
  ) {
    this.brackets = new ForwardFinder(text, ']');
    this.closings = new Map(names.map((name) => [name, new ForwardFinder(text, endTag(name))]));
  }

  /** The tag whose name starts here, after its opening bracket. */
  tagAt(nameStart: number): ShortcodeTag | undefined {
    const { text } = this;
    const tag = this.names.find(
      (name) => text.startsWith(name, nameStart) && !/[\w-]/.test(text[nameStart + name.length] ?? ''),
    );
    if (tag === undefined) return undefined;
    const start = nameStart + tag.length;
    const bracket = this.brackets.from(start);
    if (bracket === -1) return undefined;
    const selfClosing = bracket > start && text[bracket - 1] === '/';
    const closing = selfClosing ? -1 : (this.closings.get(tag)?.from(bracket + 1) ?? -1);
    return { tag, attributes: text.slice(start, selfClosing ? bracket - 1 : bracket), tagEnd: bracket + 1, closing };
  }
}

/** Replaces every shortcode of these names, outermost only; a result is not scanned again. */
export function replaceShortcodes(
  text: string,
  names: readonly string[],
  replace: (match: ShortcodeMatch) => string,
): string {
  const scanner = new ShortcodeScanner(text, names);
  let result = '';
  let from = 0;
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', Math.max(at + 1, from))) {
    const doubled = text[at + 1] === '[';
    const found = scanner.tagAt(doubled ? at + 2 : at + 1);
    if (!found) continue;
    const end = found.closing === -1 ? found.tagEnd : found.closing + endTag(found.tag).length;
    const doubledEnd = text[end] === ']';
    result += text.slice(from, at);
    from = doubledEnd ? end + 1 : end;
    result += replace({
      tag: found.tag,
      attributes: found.attributes,
      content: found.closing === -1 ? '' : text.slice(found.tagEnd, found.closing),
      escaped: doubled && doubledEnd ? text.slice(at + 1, end) : undefined,
      before: doubled ? '[' : '',
      after: doubledEnd ? ']' : '',
    });
  }
  return result + text.slice(from);
}

export const endTag = (name: string): string => `[/${name}]`;

/** indexOf for increasing positions: caches its last result. */
class ForwardFinder {
  private next = -2;

  constructor(
    private readonly text: string,
    private readonly mark: string,
  ) {}

  from(start: number): number {
    if (this.next === -2 || (this.next !== -1 && this.next < start)) this.next = this.text.indexOf(this.mark, start);
    return this.next;
  }
}
