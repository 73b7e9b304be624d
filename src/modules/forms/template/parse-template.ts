import { FormTag, TAG_TYPES, type TagType } from './form-tag.js';

/** The content of a tag after its type: options, then quoted values. */
interface TagBody {
  readonly options: readonly string[];
  readonly values: readonly string[];
}

const OPTION_CHARACTER = /[-+*=0-9a-zA-Z:.!?#$&@_/|%]/;
const VALUE_BLANK = /[ \t\r\n\v\f]/;

/** Blanks of other widths, and of none. */
const ODD_BLANKS = /[\u00a0\u1680\u180e\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/g;

/** Undefined if the text is malformed: an option after a value, a stray character, an unterminated quote. */
export function parseTagBody(text: string): TagBody | undefined {
  const body = decodeEscapes(text.replace(ODD_BLANKS, ' '));
  const options: string[] = [];
  const values: string[] = [];
  let at = 0;
  while (at < body.length) {
    const char = body[at]!;
    if (VALUE_BLANK.test(char)) {
      at++;
    } else if (char === '"' || char === "'") {
      const end = body.indexOf(char, at + 1);
      if (end < 0) return undefined;
      values.push(body.slice(at + 1, end));
      at = end + 1;
    } else if (OPTION_CHARACTER.test(char) && values.length === 0) {
      const start = at;
      while (at < body.length && OPTION_CHARACTER.test(body[at]!)) at++;
      options.push(body.slice(start, at));
    } else {
      return undefined;
    }
  }
  return { options, values };
}

const NAMED_ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\x07',
    v: '\v',
    b: '\b',
    f: '\f',
  }),
);

/** Escapes as in C: `\n`, `\x41`, `\101`; a backslash before anything else is dropped. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([^]))|\\$/g,
    (_, hex?: string, octal?: string, char?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return char === undefined ? '' : (NAMED_ESCAPES.get(char) ?? char);
    },
  );
}

/** A part of a template; the sources of all parts together are the template. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly source: string }
  | { readonly kind: 'tag'; readonly tag: FormTag; readonly source: string };

const TYPE_AT = /[a-z]+\*?/y;
const FIELD_NAME = /^[A-Za-z][-A-Za-z0-9_:.]*$/;
const BLANK = /^[ \t\r\n]$/;

/**
 * Parses a template. Only brackets that start with a known type are tags, everything else is text; `[[text x]]` is the text
 * `[text x]`. Takes linear time.
 */
export function parseTemplate(template: string): Segment[] {
  const segments: Segment[] = [];
  let textStart = 0;
  const addText = (end: number) => {
    if (end > textStart) segments.push(plain(template.slice(textStart, end)));
  };
  for (let at = template.indexOf('['); at >= 0; at = template.indexOf('[', at)) {
    const found = readTag(template, at);
    if (found === 'no more') break;
    if (!found) {
      at++;
      continue;
    }
    addText(found.start);
    segments.push(found.segment);
    textStart = at = found.end;
  }
  addText(template.length);
  return segments;
}

export function tagsOf(template: string): FormTag[] {
  return parseTemplate(template).flatMap((segment) => (segment.kind === 'tag' ? [segment.tag] : []));
}

interface Found {
  start: number;
  end: number;
  segment: Segment;
}

function readTag(template: string, at: number): Found | 'no more' | undefined {
  TYPE_AT.lastIndex = at + 1;
  const type = TYPE_AT.exec(template)?.[0] ?? '';
  const kind = TAG_TYPES.get(type);
  const bodyStart = at + 1 + type.length;
  if (!kind || !(template[bodyStart] === ']' || isBlank(template[bodyStart]))) return undefined;
  const close = template.indexOf(']', bodyStart);
  if (close < 0) return 'no more';
  const { body, isClosed } = withoutSlash(template.slice(bodyStart, close));
  const enclosed = isClosed ? undefined : enclosedText(template, close + 1, type);
  const end = enclosed === undefined ? close + 1 : close + 1 + enclosed.length + `[/${type}]`.length;
  if (template[at - 1] === '[' && template[end] === ']') {
    const segment: Segment = { kind: 'text', text: template.slice(at, end), source: template.slice(at - 1, end + 1) };
    return { start: at - 1, end: end + 1, segment };
  }
  const source = template.slice(at, end);
  const tag = makeTag(type, kind, body, enclosed ?? '');
  return { start: at, end, segment: tag ? { kind: 'tag', tag, source } : plain(source) };
}

function plain(source: string): Segment {
  return { kind: 'text', text: source, source };
}

function isBlank(char: string | undefined): boolean {
  return char !== undefined && BLANK.test(char.replace(ODD_BLANKS, ' '));
}

function withoutSlash(body: string): { body: string; isClosed: boolean } {
  const isClosed = body.endsWith('/') && isBlank(body.at(-2));
  return { body: isClosed ? body.slice(0, -1) : body, isClosed };
}

/** The text up to the closing tag, if that is the next bracket. */
function enclosedText(template: string, start: number, type: string): string | undefined {
  const bracket = template.indexOf('[', start);
  return bracket >= 0 && template.startsWith(`[/${type}]`, bracket) ? template.slice(start, bracket) : undefined;
}

/** Undefined if the tag lacks a required name. */
function makeTag(type: string, kind: TagType, text: string, enclosed: string): FormTag | undefined {
  const content = enclosed.trim();
  const body = parseTagBody(text);
  if (!body) return new FormTag({ type, kind, name: '', options: [], rawValues: [], content, unreadable: text.trim() });
  if (!kind.named) return new FormTag({ type, kind, name: '', options: body.options, rawValues: body.values, content });
  const [name = '', ...options] = body.options;
  return FIELD_NAME.test(name)
    ? new FormTag({ type, kind, name, options, rawValues: body.values, content })
    : undefined;
}
