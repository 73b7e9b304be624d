import { randomBytes } from 'node:crypto';
import { parseAttributes } from '../../../text/sanitize/attributes.js';
import { balanceTags } from '../../../text/sanitize/balance-tags.js';
import { filterHtml } from '../../../text/sanitize/kses.js';
import { decodeSpecialCharacters, escapeAttribute } from '../../../text/escape.js';
import { lowerAscii } from '../../../text/php-strings.js';
import { escapeUrl } from '../../../text/urls.js';

const FRAME_ATTRIBUTES = ['width', 'height', 'frameborder', 'marginwidth', 'marginheight', 'scrolling', 'title'];
const QUOTE_AND_FRAME = new Map([
  ['a', new Set(['href'])],
  ['blockquote', new Set<string>()],
  ['iframe', new Set(['src', ...FRAME_ATTRIBUTES])],
]);
const LINKS_ONLY = new Map([['a', new Set(['href'])]]);
/** The frame is shown once what is in it has spoken; until then the quotation is. */
const HIDDEN = ' style="position: absolute; clip: rect(1px, 1px, 1px, 1px);"';

/**
 * What of a stranger's HTML is let through: at most a quotation with links and one sandboxed frame. Undefined where
 * there is no frame.
 */
export function reduceHtml(html: string, secret: string = newSecret()): string | undefined {
  const filtered = filterHtml(withoutElement(withoutElement(html, 'script'), 'style'), QUOTE_AND_FRAME);
  const frame = /<iframe\b([^>]*)>/i.exec(filtered);
  const attributes = new Map(
    parseAttributes((frame?.[1] ?? '').trim()).map(({ name, value }) => [name.toLowerCase(), value ?? '']),
  );
  const source = decodeSpecialCharacters(attributes.get('src') ?? '', 'both');
  if (!URL.canParse(source) || !/^https?:\/\//i.test(source)) return undefined;
  const quote = quotation(filtered, secret);
  const kept = FRAME_ATTRIBUTES.filter((name) => attributes.has(name));
  const further = kept.map((name) => ` ${name}="${escapeAttribute(attributes.get(name)!)}"`).join('');
  const address = escapeUrl(`${source.replace(/#[^]*$/, '').replace(/^http:/i, 'https:')}#?secret=${secret}`);
  return (
    `${quote}<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted"${quote === '' ? '' : HIDDEN} ` +
    `src="${address}" data-secret="${secret}"${further}></iframe>`
  );
}

function quotation(html: string, secret: string): string {
  const start = /<blockquote[^>]*>/i.exec(html);
  if (!start) return '';
  const rest = html.slice(start.index + start[0].length);
  const end = rest.search(/<\/blockquote/i);
  const links = filterHtml(end < 0 ? rest : rest.slice(0, end), LINKS_ONLY).replace(/<!--[^]*?-->/g, '');
  const text = balanceTags(links)
    .replace(/[\r\n]+/g, ' ')
    .trim();
  return `<blockquote class="wp-embedded-content" data-secret="${secret}">${text}</blockquote>`;
}

/** Without the elements of this name and all that is in them. */
function withoutElement(html: string, name: string): string {
  const lower = lowerAscii(html);
  let kept = '';
  for (let at = 0; ;) {
    const open = lower.indexOf(`<${name}`, at);
    if (open < 0) return kept + html.slice(at);
    kept += html.slice(at, open);
    const close = lower.indexOf(`</${name}`, open);
    const end = close < 0 ? -1 : html.indexOf('>', close);
    if (end < 0) return kept;
    at = end + 1;
  }
}

function newSecret(): string {
  return Array.from(randomBytes(10), (byte) => (byte % 36).toString(36)).join('');
}
