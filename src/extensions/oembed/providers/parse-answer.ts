import { decodeSpecialCharacters } from '../../../text/escape.js';

/** What a provider said, as it came. */
export type RawAnswer = Readonly<Record<string, unknown>>;

/** Reads JSON or XML, whichever it is; undefined for anything else. */
export function parseAnswer(text: string): RawAnswer | undefined {
  const body = text.replace(/^\ufeff/, '').trim();
  return body.startsWith('<') ? parseXml(body) : parseJson(body);
}

function parseJson(text: string): RawAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawAnswer) : undefined;
  } catch {
    return undefined;
  }
}

/** The elements directly below `oembed`, as far as they hold text. Documents that declare types or entities are refused. */
function parseXml(text: string): RawAnswer | undefined {
  if (/<!(?!\[CDATA\[|--)/.test(text)) return undefined;
  const answer: Record<string, unknown> = {};
  let open: string[] = [];
  let content = '';
  for (const token of xmlTokens(text)) {
    if (token.kind === 'text') content += token.text;
    else if (token.kind === 'start') {
      open.push(token.text);
      content = '';
    } else {
      const [root, name] = open;
      if (open.length === 2 && root === 'oembed' && name === token.text) answer[name] = content.trim();
      open = open.slice(0, -1);
      content = '';
    }
    if (open.length > DEEPEST) return undefined;
  }
  return Object.keys(answer).length > 0 ? answer : undefined;
}

const DEEPEST = 10;

interface XmlToken {
  kind: 'text' | 'start' | 'end';
  text: string;
}

/** Reads on to the end of what begins, so that every character is looked at once. */
function* xmlTokens(text: string): Generator<XmlToken> {
  for (let at = 0; at < text.length;) {
    const [kind, close] = OPENERS.find(([opener]) => text.startsWith(opener, at))?.slice(1) ?? ['text', '<'];
    const end = text.indexOf(close!, at + 1);
    if (end < 0 && kind !== 'text') return;
    const token = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + (kind === 'text' ? 0 : close!.length);
    if (kind === 'text') yield { kind, text: resolve(token) };
    else if (kind === 'cdata') yield { kind: 'text', text: token.slice(9) };
    else if (kind === 'end') yield { kind, text: token.slice(2).trim() };
    else if (kind === 'start') {
      const name = /^<([\w:.-]*)/.exec(token)![1]!;
      yield { kind, text: name };
      if (token.endsWith('/')) yield { kind: 'end', text: name };
    }
  }
}

/** How things in XML begin, what they are, and how they end. */
const OPENERS: readonly (readonly [string, string, string])[] = [
  ['<![CDATA[', 'cdata', ']]>'],
  ['<!--', 'comment', '-->'],
  ['<?', 'instruction', '?>'],
  ['</', 'end', '>'],
  ['<', 'start', '>'],
];

function resolve(text: string): string {
  const numeric = text.replace(/&#(?:(\d{1,7})|x([0-9a-f]{1,6}));/gi, (all: string, decimal?: string, hex?: string) => {
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && code !== 38 ? String.fromCodePoint(code) : all;
  });
  return decodeSpecialCharacters(numeric.replaceAll('&apos;', '&#39;'), 'both');
}
