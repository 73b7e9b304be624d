import { lowerAscii, trimAscii, trimStartCharacters } from '../php-strings.js';

/** Which tags a release closes itself, and which may contain themselves directly. */
interface TagRules {
  readonly isWp7: boolean;
  readonly voids: ReadonlySet<string>;
  readonly nestable: ReadonlySet<string>;
}

const VOIDS = 'area base basefont br col command embed frame hr img input isindex link meta param source'.split(' ');
const NESTABLE = ['blockquote', 'div', 'object', 'q', 'span'];
const WP4_RULES: TagRules = { isWp7: false, voids: new Set(VOIDS), nestable: new Set(NESTABLE) };
const WP7_RULES: TagRules = {
  isWp7: true,
  voids: new Set([...VOIDS, 'track', 'wbr']),
  nestable: new Set([...NESTABLE, 'article', 'aside', 'details', 'figure', 'section']),
};
/** The name of a tag in WordPress 7: of a custom element, or of any other. */
const TAG_NAME = /\/?(?:[a-z][a-z0-9._]*-[a-z0-9._-]+(?=[\s/>])|[\w:]+)/y;
// A blank between '<' and '!--' distinguishes comments from text while tags are rewritten.
const SPACED_COMMENT = '< !--';
const PROTECTED_COMMENT = '<    !--';

/** Closes open tags, drops unmatched closing tags and writes void tags with a slash; by the rules of WordPress 4 or 7. */
export function balanceTags(html: string, isWp7 = false): string {
  const rules = isWp7 ? WP7_RULES : WP4_RULES;
  const text = html.replaceAll(SPACED_COMMENT, PROTECTED_COMMENT).replace(/<([0-9])/g, '&lt;$1');
  const stack = new TagStack();
  let out = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    const end = start < 0 ? -1 : text.indexOf('>', start);
    if (end < 0) break;
    const nameEnd = isWp7 ? endOfName(text, start + 1, end) : undefined;
    if (nameEnd === -1) {
      // Not a tag.
      out += text.slice(at, start + 1);
      at = start + 1;
      continue;
    }
    const parts = partsOf(text.slice(start + 1, end), nameEnd === undefined ? undefined : nameEnd - start - 1);
    out += text.slice(at, start) + balanceTag(parts, stack, rules);
    at = end + 1;
  }
  out += text.slice(at) + stack.closeAll();
  return out.replaceAll(SPACED_COMMENT, '<!--').replaceAll(PROTECTED_COMMENT, SPACED_COMMENT);
}

/** Where the name of a tag ends; -1 where no tag begins: a name is followed by white space, a slash before the end, or the end. */
function endOfName(text: string, start: number, end: number): number {
  TAG_NAME.lastIndex = start;
  if (!TAG_NAME.test(text)) return -1;
  const nameEnd = TAG_NAME.lastIndex;
  const isEnd = nameEnd === end || (nameEnd === end - 1 && text[nameEnd] === '/');
  return isEnd || /\s/.test(text[nameEnd]!) ? nameEnd : -1;
}

/** A tag: its name with the slash of a closing tag, the white space after it, and the rest. */
interface TagParts {
  readonly name: string;
  readonly space: string;
  readonly rest: string;
}

/** `inside` is what stands between the angle brackets. Current releases keep the white space before attributes. */
function partsOf(inside: string, nameEnd?: number): TagParts {
  const name = nameEnd === undefined ? (/^\/?[\w:]*/.exec(inside)?.[0] ?? '') : inside.slice(0, nameEnd);
  const after = inside.slice(name.length);
  const rest = trimStartCharacters(after, ' \t\n\v\f\r');
  if (nameEnd === undefined) return { name, space: rest === '' ? '' : ' ', rest };
  const isBare = rest === '' || rest === '/';
  return { name, space: isBare ? '' : after.slice(0, after.length - rest.length), rest: trimAscii(rest) };
}

function balanceTag({ name, space, rest }: TagParts, stack: TagStack, { isWp7, voids, nestable }: TagRules): string {
  const tag = lowerAscii(name);
  if (tag.startsWith('/')) return stack.close(tag.slice(1));
  if (tag === '') return `<${space}${rest}>`;
  const isVoid = voids.has(tag);
  if (rest.endsWith('/')) {
    if (isVoid) return `<${tag} ${rest}>`;
    const attributes = trimAscii(rest.slice(0, -1));
    return `<${tag}${attributes === '' && !isWp7 ? '' : space}${attributes}></${tag}>`;
  }
  if (isVoid) return `<${tag} ${rest}/>`;
  const closed = stack.top === tag && !nestable.has(tag) ? stack.close(tag) : '';
  stack.open(tag);
  return `${closed}<${tag}${space}${rest}>`;
}

class TagStack {
  private readonly tags: string[] = [];
  /** Number of open tags by name: an unmatched closing tag must not search the whole stack. */
  private readonly counts = new Map<string, number>();

  get top(): string | undefined {
    return this.tags.at(-1);
  }

  open(tag: string): void {
    this.tags.push(tag);
    this.counts.set(tag, (this.counts.get(tag) ?? 0) + 1);
  }

  /** Closes the tag and everything open inside it; '' when it is not open. */
  close(tag: string): string {
    if (!this.counts.get(tag)) return '';
    let closed = '';
    for (let last = this.pop(); last !== undefined; last = this.pop()) {
      closed += `</${last}>`;
      if (last === tag) break;
    }
    return closed;
  }

  closeAll(): string {
    let closed = '';
    for (let last = this.pop(); last !== undefined; last = this.pop()) closed += `</${last}>`;
    return closed;
  }

  private pop(): string | undefined {
    const tag = this.tags.pop();
    if (tag !== undefined) this.counts.set(tag, (this.counts.get(tag) ?? 1) - 1);
    return tag;
  }
}
