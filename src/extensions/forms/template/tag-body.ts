/** What stands in a tag behind its type: options, then quoted values. */
export interface TagBody {
  readonly options: readonly string[];
  readonly values: readonly string[];
}

const OPTION_CHARACTER = /[-+*=0-9a-zA-Z:.!?#$&@_/|%]/;
const BLANK = /[ \t\r\n\v\f]/;

/** Blanks of other widths, and of none. */
export const ODD_BLANKS = /[\u00a0\u1680\u180e\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/g;

/** Undefined when the text does not fit: an option behind a value, a stray character, a quote that does not end. */
export function parseTagBody(text: string): TagBody | undefined {
  const body = decodeEscapes(text.replace(ODD_BLANKS, ' '));
  const options: string[] = [];
  const values: string[] = [];
  let at = 0;
  while (at < body.length) {
    const char = body[at]!;
    if (BLANK.test(char)) {
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

/** Escapes as in C: `\n`, `\x41`, `\101`; a backslash in front of anything else vanishes. */
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
