/** A start tag in a text. */
export interface Tag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

interface FoundTag extends Tag {
  readonly closes: boolean;
}

const NAME = /<(\/?)([a-z][^\s/>]*)/iy;

/** The tags of a text in order, in one pass. An unterminated tag, and everything after it, is ignored. */
function* tags(html: string): Generator<FoundTag> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      at = html.indexOf('-->', at + 4);
      if (at === -1) return;
      continue;
    }
    NAME.lastIndex = at;
    const [begin, slash, name] = NAME.exec(html) ?? [];
    if (name === undefined) {
      at++;
      continue;
    }
    const end = tagEnd(html, at + begin!.length);
    if (end === -1) return;
    yield { name: name.toLowerCase(), closes: slash === '/', start: at, end };
    at = end;
  }
}

/** After the bracket that ends a tag; those inside quoted values do not. */
function tagEnd(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const char = html[at]!;
    if (char === '>') return at + 1;
    if ((char === '"' || char === "'") && html[at - 1] === '=') {
      at = html.indexOf(char, at + 1);
      if (at === -1) return -1;
    }
  }
  return -1;
}

/** The first start tag, of one of these names if any are given. */
export function firstTag(html: string, names?: ReadonlySet<string>): Tag | undefined {
  for (const tag of tags(html)) if (!tag.closes && (!names || names.has(tag.name))) return tag;
  return undefined;
}

/** The innermost tag with a class that a text leaves open. */
export function openTagWithClass(html: string): Tag | undefined {
  const open: Tag[] = [];
  // How many of each name are open: a closing tag that closes nothing must not search them all.
  const counts = new Map<string, number>();
  const count = (name: string, change: number) => counts.set(name, (counts.get(name) ?? 0) + change);
  for (const tag of tags(html)) {
    if (!tag.closes) {
      if (VOID.has(tag.name) || html[tag.end - 2] === '/') continue;
      open.push(tag);
      count(tag.name, 1);
    } else if (counts.get(tag.name)) {
      for (let last = open.pop()!; ; last = open.pop()!) {
        count(last.name, -1);
        if (last.name === tag.name) break;
      }
    }
  }
  return open.findLast(({ start, end }) => /\sclass\s*=/i.test(html.slice(start, end)));
}

/** Adds classes to a tag; existing ones keep their place. */
export function addClasses(html: string, tag: Tag | undefined, classes: readonly string[]): string {
  if (!tag || classes.length === 0) return html;
  const text = html.slice(tag.start, tag.end);
  return html.slice(0, tag.start) + tagWithClasses(text, tag.name, classes) + html.slice(tag.end);
}

function tagWithClasses(text: string, name: string, classes: readonly string[]): string {
  const attribute = /(\sclass\s*=\s*)(?:"([^"]*)"|'([^']*)')/i.exec(text);
  if (!attribute) return `${text.slice(0, name.length + 1)} class="${classes.join(' ')}"${text.slice(name.length + 1)}`;
  const present = attribute[2] ?? attribute[3] ?? '';
  const existing = new Set(present.split(/\s+/));
  const added = classes.filter((name) => !existing.has(name));
  if (added.length === 0) return text;
  const all = [present.trim(), ...added].filter((name) => name !== '').join(' ');
  const end = attribute.index + attribute[0].length;
  return `${text.slice(0, attribute.index)}${attribute[1]}"${all}"${text.slice(end)}`;
}

/** Adds attributes as the first ones of a tag, in order; values are escaped already. An empty value stands alone. */
export function addAttributes(
  html: string,
  tag: Tag | undefined,
  attributes: readonly (readonly [name: string, value: string])[],
): string {
  if (!tag || attributes.length === 0) return html;
  const at = tag.start + 1 + tag.name.length;
  const text = attributes.map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`)).join('');
  return html.slice(0, at) + text + html.slice(at);
}

/** Tags with a class that get attributes and lose the text of others. */
interface TagsToChange {
  readonly name: string;
  readonly className: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly without?: string;
}

/**
 * Adds attributes to the first tag of the first kind, then to the next one of the second kind, and so on, in turns until the end.
 * Tags that have the first of the attributes already stay as they are.
 */
export function addAttributesInTurn(html: string, kinds: readonly TagsToChange[]): string {
  let result = '';
  let from = 0;
  let turn = 0;
  for (const tag of tags(html)) {
    const { name, className, attributes, without = '' } = kinds[turn]!;
    if (tag.closes || tag.name !== name || !hasClass(html, tag, className)) continue;
    turn = (turn + 1) % kinds.length;
    if (attributeOf(html, tag, attributes[0]![0]) !== undefined) continue;
    const text = html.slice(tag.start, tag.end).replace(without, '');
    result += html.slice(from, tag.start) + addAttributes(text, { name, start: 0, end: text.length }, attributes);
    from = tag.end;
  }
  return result + html.slice(from);
}

const ENCODED: ReadonlyMap<string, string> = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** A value as WordPress sets it in the tags of rendered blocks: every special character is encoded, also those of references. */
export function attributeText(value: string): string {
  return value.replace(/[<>&"']/g, (character) => ENCODED.get(character)!);
}

/** Appends declarations to the style of a tag. */
export function addStyle(html: string, tag: Tag | undefined, declarations: string): string {
  if (!tag) return html;
  const escaped = declarations.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  const text = html.slice(tag.start, tag.end);
  const attribute = /(\sstyle\s*=\s*)(?:"([^"]*)"|'([^']*)')/i.exec(text);
  if (!attribute) return addAttributes(html, tag, [['style', escaped]]);
  const present = attribute[2] ?? attribute[3] ?? '';
  const style = `${attribute[1]}"${present}${present === '' || present.endsWith(';') ? '' : ';'}${escaped}"`;
  const start = tag.start + attribute.index;
  return html.slice(0, start) + style + html.slice(start + attribute[0].length);
}

/** The value of a tag's attribute; undefined where it has none. */
export function attributeOf(html: string, tag: Tag, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(html.slice(tag.start, tag.end));
  return found ? (found[1] ?? found[2]) : undefined;
}

/** Sets or replaces an attribute; the value is escaped already. */
export function setAttribute(html: string, tag: Tag | undefined, name: string, value: string): string {
  if (!tag) return html;
  const text = html.slice(tag.start, tag.end);
  const present = new RegExp(`(\\s)${name}(?:\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'>]+))?(?=[\\s/>])`, 'i').exec(text);
  if (!present) return addAttributes(html, tag, [[name, value]]);
  const start = tag.start + present.index;
  return `${html.slice(0, start)}${present[1]}${name}="${value}"${html.slice(start + present[0].length)}`;
}

/** The first start tag whose classes contain this text. */
export function firstTagWithClasses(html: string, classes: string): Tag | undefined {
  for (const tag of tags(html)) if (!tag.closes && attributeOf(html, tag, 'class')?.includes(classes)) return tag;
  return undefined;
}

/** The first start tag that has a class. */
export function firstTagWithClass(html: string, name: string): Tag | undefined {
  for (const tag of tags(html)) if (!tag.closes && hasClass(html, tag, name)) return tag;
  return undefined;
}

/** The last start tag that has a class. */
export function lastTagWithClass(html: string, name: string): Tag | undefined {
  let found: Tag | undefined;
  for (const tag of tags(html)) if (!tag.closes && hasClass(html, tag, name)) found = tag;
  return found;
}

function hasClass(html: string, tag: Tag, name: string): boolean {
  if (!html.slice(tag.start, tag.end).includes(name)) return false;
  return attributeOf(html, tag, 'class')?.split(/\s+/).includes(name) ?? false;
}

/** Sets the fetch priority of the images in a text. */
export function prioritizeImages(html: string, priority: 'auto' | 'low'): string {
  let result = '';
  let from = 0;
  for (const tag of tags(html)) {
    if (tag.closes || tag.name !== 'img') continue;
    const text = html.slice(tag.start, tag.end);
    result += html.slice(from, tag.start);
    result += setAttribute(text, { name: 'img', start: 0, end: text.length }, 'fetchpriority', priority);
    from = tag.end;
  }
  return result + html.slice(from);
}
