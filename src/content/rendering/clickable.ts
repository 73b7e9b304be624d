import { escapeUrl } from '../../text/urls.js';
import { emailsIn, type FoundAddress, hostsIn, urlsIn } from './clickable-addresses.js';
import { WS } from '../../text/whitespace.js';

const TAG = /(<[^<>]+>)/;
const CODE_OPENS = /^<(?:code|pre|script|style)[ \t\n\r\f\v>]/i;
const CODE_CLOSES = /^<\/(?:code|pre|script|style)>$/i;
/** `<http://…>` is an address in brackets, not a tag. */
const BRACKETED_URL = new RegExp(`^<${WS}*\\w{1,20}://`);

/** In longer stretches of text, words beyond MAX_WORD are not looked at. */
const LONG_TEXT = 10_000;
const MAX_WORD = 2_100;

/** Makes links of bare addresses outside tags and code. */
export function makeClickable(text: string): string {
  let codeDepth = 0;
  const result = text.split(TAG).map((piece) => {
    if (CODE_OPENS.test(piece)) codeDepth++;
    else if (codeDepth > 0 && CODE_CLOSES.test(piece)) codeDepth--;
    const isTag = piece.startsWith('<') && !BRACKETED_URL.test(piece);
    return codeDepth > 0 || isTag ? piece : linkText(piece);
  });
  return unnestLinks(result.join(''));
}

function linkText(text: string): string {
  if (!/[@.:]/.test(text)) return text;
  if (text.length <= LONG_TEXT) return linkAddresses(text);
  return text
    .split(/([ \t\n\r\f\v]+)/)
    .map((word) => (word.length > MAX_WORD ? word : linkAddresses(word)))
    .join('');
}

function linkAddresses(text: string): string {
  let linked = ` ${text} `;
  if (linked.includes('://')) linked = replaceFound(linked, urlsIn(linked), linkUrl);
  linked = replaceFound(linked, hostsIn(linked), ({ address }) => linkHost(address));
  if (linked.includes('@'))
    linked = replaceFound(linked, emailsIn(linked), ({ address }) => `<a href="mailto:${address}">${address}</a>`);
  return linked.slice(1, -1);
}

function replaceFound(text: string, found: Iterable<FoundAddress>, replace: (found: FoundAddress) => string): string {
  let result = '';
  let from = 0;
  for (const one of found) {
    result += text.slice(from, one.start) + replace(one);
    from = one.end;
  }
  return result + text.slice(from);
}

/** Closing parentheses that were not opened inside stay outside. */
function linkUrl({ address }: FoundAddress): string {
  let end = address.length;
  let surplus = count(address, ')') - count(address, '(');
  while (surplus > 0) {
    const last = address.lastIndexOf(')', end - 1);
    surplus -= 1 - count(address.slice(last, end), '(');
    end = last;
  }
  const href = escapeUrl(address.slice(0, end));
  return href === '' ? address : `<a href="${href}" rel="nofollow">${href}</a>${address.slice(end)}`;
}

function linkHost(address: string): string {
  const end = /[.,;:)]$/.test(address) ? address.length - 1 : address.length;
  const href = escapeUrl(`http://${address.slice(0, end)}`);
  return href === '' ? address : `<a href="${href}" rel="nofollow">${href}</a>${address.slice(end)}`;
}

/** `<a …><a …>text</a></a>`, from an address that was linked already, keeps the outer link only. */
function unnestLinks(html: string): string {
  const inner = /><a [^>]+>[^>]+<\/a><\/a>/gi;
  let result = '';
  let from = 0;
  for (let match = inner.exec(html); match; match = inner.exec(html)) {
    const outer = html.slice(Math.max(from, html.lastIndexOf('>', match.index - 1) + 1), match.index);
    if (!/<a(?:[ \r\n\t][^]|$)/i.test(outer)) {
      inner.lastIndex = match.index + 1;
      continue;
    }
    const text = html.indexOf('>', match.index + 1) + 1;
    result += html.slice(from, match.index + 1) + html.slice(text, inner.lastIndex - 8) + '</a>';
    from = inner.lastIndex;
  }
  return result + html.slice(from);
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}
