import { FormTag, TAG_TYPES, type TagType } from './form-tag.js';
import { ODD_BLANKS, parseTagBody } from './tag-body.js';

/** A piece of a template; the sources of all pieces together are the template. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly source: string }
  | { readonly kind: 'tag'; readonly tag: FormTag; readonly source: string };

const TYPE_AT = /[a-z]+\*?/y;
const FIELD_NAME = /^[A-Za-z][-A-Za-z0-9_:.]*$/;
const BLANK = /^[ \t\r\n]$/;

/**
 * Reads a template. Only brackets that start with a known type are tags, all else is text; `[[text x]]` is the text
 * `[text x]`. Every character is looked at a fixed number of times.
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

/** Undefined where the tag lacks the name it must have. */
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
