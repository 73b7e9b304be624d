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

/** The tags of a text in order, in one pass. What never ends is no tag, and neither is anything after it. */
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

/** Adds classes to a tag; those that it has stay where they are. */
export function addClasses(html: string, tag: Tag | undefined, classes: readonly string[]): string {
  if (!tag || classes.length === 0) return html;
  const text = html.slice(tag.start, tag.end);
  return html.slice(0, tag.start) + tagWithClasses(text, tag.name, classes) + html.slice(tag.end);
}

function tagWithClasses(text: string, name: string, classes: readonly string[]): string {
  const attribute = /(\sclass\s*=\s*)(?:"([^"]*)"|'([^']*)')/i.exec(text);
  if (!attribute) return `${text.slice(0, name.length + 1)} class="${classes.join(' ')}"${text.slice(name.length + 1)}`;
  const present = attribute[2] ?? attribute[3] ?? '';
  const known = new Set(present.split(/\s+/));
  const all = [present, ...classes.filter((one) => !known.has(one))].filter((one) => one !== '').join(' ');
  const end = attribute.index + attribute[0].length;
  return `${text.slice(0, attribute.index)}${attribute[1]}"${all}"${text.slice(end)}`;
}

/** Adds an attribute as the first one of a tag. */
export function addAttribute(html: string, tag: Tag | undefined, name: string, value: string): string {
  if (!tag) return html;
  const at = tag.start + 1 + tag.name.length;
  return `${html.slice(0, at)} ${name}="${value}"${html.slice(at)}`;
}
