import { lowerAscii, trimAscii, trimStartCharacters } from '../php-strings.js';

const VOID_TAGS = new Set(
  'area base basefont br col command embed frame hr img input isindex link meta param source'.split(' '),
);
const NESTABLE_TAGS = new Set(['blockquote', 'div', 'object', 'q', 'span']);
// A blank between '<' and '!--' distinguishes comments from text while tags are rewritten.
const SPACED_COMMENT = '< !--';
const PROTECTED_COMMENT = '<    !--';

/** Closes open tags, drops unmatched closing tags and writes void tags with a slash. */
export function balanceTags(html: string): string {
  const text = html.replaceAll(SPACED_COMMENT, PROTECTED_COMMENT).replace(/<([0-9])/g, '&lt;$1');
  const stack = new TagStack();
  let out = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    const end = start < 0 ? -1 : text.indexOf('>', start);
    if (end < 0) break;
    out += text.slice(at, start) + balanceTag(text.slice(start + 1, end), stack);
    at = end + 1;
  }
  out += text.slice(at) + stack.closeAll();
  return out.replaceAll(SPACED_COMMENT, '<!--').replaceAll(PROTECTED_COMMENT, SPACED_COMMENT);
}

/** `inside` is what stands between the angle brackets. */
function balanceTag(inside: string, stack: TagStack): string {
  const [name = ''] = /^\/?[\w:]*/.exec(inside) ?? [];
  const rest = trimStartCharacters(inside.slice(name.length), ' \t\n\v\f\r');
  const tag = lowerAscii(name);
  if (tag.startsWith('/')) return stack.close(tag.slice(1));
  if (tag === '') return openTag(tag, rest);
  if (rest.endsWith('/')) {
    return VOID_TAGS.has(tag) ? openTag(tag, rest) : `${openTag(tag, trimAscii(rest.slice(0, -1)))}</${tag}>`;
  }
  if (VOID_TAGS.has(tag)) return openTag(tag, `${rest}/`);
  const closed = stack.top === tag && !NESTABLE_TAGS.has(tag) ? stack.close(tag) : '';
  stack.open(tag);
  return closed + openTag(tag, rest);
}

function openTag(tag: string, attributes: string): string {
  return attributes === '' ? `<${tag}>` : `<${tag} ${attributes}>`;
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
