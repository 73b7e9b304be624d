import { NAMED_ENTITIES } from '../../text/entities.js';
import { type RequestContext } from '../../rest/http/request-context.js';

const ROOT = 'oembed';

/** Responses and errors as XML for `format=xml`. */
export function xmlIfRequested({ request }: RequestContext, body: unknown): { type: string; text: string } | undefined {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && request.param('format') === 'xml'
    ? { type: 'text/xml; charset=UTF-8', text: toXml(body) }
    : undefined;
}

/** Properties become elements; list items, which have no names, are named like the document. */
export function toXml(body: unknown): string {
  return `<?xml version="1.0"?>\n<${ROOT}>${inner(body, '')}</${ROOT}>\n`;
}

function inner(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return escapeText(toText(value), name === 'html');
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      const element = /^[a-z_][\w.-]*$/i.test(key) ? key : ROOT;
      return `<${element}>${inner(member, key)}</${element}>`;
    })
    .join('');
}

function toText(value: unknown): string {
  if (value === true) return '1';
  return value === null || value === undefined || value === false ? '' : String(value as string | number);
}

const MARKUP: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }),
);
/** Characters no XML document may have. */
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Characters beyond ASCII are written as references; references in the text are resolved first. */
function escapeText(text: string, isHtml: boolean): string {
  return resolveReferences(text, isHtml)
    .replace(FORBIDDEN, '')
    .replace(/[&<>\r]/g, (char) => MARKUP.get(char)!)
    .replace(/[^\x00-\x7f]/gu, (char) => `&#x${char.codePointAt(0)!.toString(16).toUpperCase()};`);
}

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]\w{1,31}));/g;

/** In HTML, references that represent markup are kept: resolved they would be markup. */
function resolveReferences(text: string, isHtml: boolean): string {
  return text.replace(REFERENCE, (all: string, decimal?: string, hex?: string, name?: string) => {
    const code =
      decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : NAMED_ENTITIES.get(name!);
    if (code === undefined || code === 0 || code > 0x10ffff) return all;
    const char = String.fromCodePoint(code);
    return isHtml && /[&<>"']/.test(char) ? all : char;
  });
}
