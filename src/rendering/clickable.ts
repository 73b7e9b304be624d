import { type TextRules } from '../text/text-rules.js';
import { escapeUrl } from '../text/urls.js';
import { WS, isSpace } from '../text/whitespace.js';
import { runEnd, runStart } from '../text/html-tokens.js';

const TAG = /(<[^<>]+>)/;
const CODE_OPENS = /^<(?:code|pre|script|style)[ \t\n\r\f\v>]/i;
const CODE_CLOSES = /^<\/(?:code|pre|script|style)>$/i;
/** `<http://…>` is an address in brackets, not a tag. */
const BRACKETED_URL = new RegExp(`^<${WS}*\\w{1,20}://`);

/** In longer stretches of text, words beyond MAX_WORD are skipped. */
const LONG_TEXT = 10_000;
const MAX_WORD = 2_100;

/** The `rel` of the link to an address. */
export type LinkRelation = (href: string) => string;

export interface LinkOptions {
  relation: LinkRelation;
  urls: TextRules;
}

const NOFOLLOW: LinkOptions = { relation: () => 'nofollow', urls: 'wp4' };

/** Turns bare URLs outside tags and code into links. */
export function makeClickable(text: string, options: LinkOptions = NOFOLLOW): string {
  let codeDepth = 0;
  const result = text.split(TAG).map((piece) => {
    if (CODE_OPENS.test(piece)) codeDepth++;
    else if (codeDepth > 0 && CODE_CLOSES.test(piece)) codeDepth--;
    const isTag = piece.startsWith('<') && !BRACKETED_URL.test(piece);
    return codeDepth > 0 || isTag ? piece : linkText(piece, options);
  });
  return unnestLinks(result.join(''));
}

function linkText(text: string, options: LinkOptions): string {
  if (!/[@.:]/.test(text)) return text;
  if (text.length <= LONG_TEXT) return linkAddresses(text, options);
  return text
    .split(/([ \t\n\r\f\v]+)/)
    .map((word) => (word.length > MAX_WORD ? word : linkAddresses(word, options)))
    .join('');
}

function linkAddresses(text: string, options: LinkOptions): string {
  let linked = ` ${text} `;
  if (linked.includes('://')) linked = replaceFound(linked, urlsIn(linked), (found) => linkUrl(found, options));
  linked = replaceFound(linked, hostsIn(linked), ({ address }) => linkHost(address, options));
  if (linked.includes('@'))
    linked = replaceFound(linked, emailsIn(linked), ({ address }) => `<a href="mailto:${address}">${address}</a>`);
  return linked.slice(1, -1);
}

function replaceFound(text: string, found: Iterable<FoundAddress>, replace: (found: FoundAddress) => string): string {
  let result = '';
  let from = 0;
  for (const address of found) {
    result += text.slice(from, address.start) + replace(address);
    from = address.end;
  }
  return result + text.slice(from);
}

/** Unmatched closing parentheses stay outside the link. */
function linkUrl({ address }: FoundAddress, { relation, urls }: LinkOptions): string {
  let end = address.length;
  let surplus = count(address, ')') - count(address, '(');
  while (surplus > 0) {
    const last = address.lastIndexOf(')', end - 1);
    surplus -= 1 - count(address.slice(last, end), '(');
    end = last;
  }
  const href = escapeUrl(address.slice(0, end), urls);
  return href === '' ? address : `${link(href, relation)}${address.slice(end)}`;
}

function linkHost(address: string, { relation, urls }: LinkOptions): string {
  const end = /[.,;:)]$/.test(address) ? address.length - 1 : address.length;
  const href = escapeUrl(`http://${address.slice(0, end)}`, urls);
  return href === '' ? address : `${link(href, relation)}${address.slice(end)}`;
}

function link(href: string, relation: LinkRelation): string {
  return `<a href="${href}" rel="${relation(href)}">${href}</a>`;
}

/** `<a …><a …>text</a></a>`, from a URL that was already linked, keeps only the outer link. */
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

/** Finds URLs in text, each with its relations; every function passes over the text once. */
interface FoundAddress {
  address: string;
  start: number;
  end: number;
}

const WORD = /\w/;
const MAX_SCHEME = 20;
const MAX_URL = 2000;
const URL_CHARACTER = /[\w\u0080-\uffff#%~/@[\]*(+=&$-]/;
/** May stand inside a URL but not at its end. */
const URL_PUNCTUATION = "'.,;:!?)";
const BEFORE_URL = '(<.,;:!?';
const HOST_CHARACTER = /[\w\u0080-\uffff#$%&~/.\-;:=,?@[\]+]/;
const LOCAL_CHARACTER = /[.0-9a-z_+-]/i;
const DOMAIN_CHARACTER = /[0-9a-z.-]/i;

/** `scheme://…` after white space or punctuation. */
function* urlsIn(text: string): Generator<FoundAddress> {
  let from = 0;
  for (let mark = text.indexOf('://'); mark !== -1; mark = text.indexOf('://', Math.max(mark + 3, from))) {
    const start = runStart(text, mark, WORD, Math.max(from, mark - MAX_SCHEME));
    const before = text[start - 1];
    if (start === mark || start <= from || before === undefined) continue;
    if (!isSpace(before) && !BEFORE_URL.includes(before)) continue;
    let end = urlEnd(text, mark + 3);
    if (end === -1) continue;
    // A parenthesis at the end may belong to one inside.
    if (text[end] === ')' && text.slice(start, end).includes('(')) end++;
    yield { address: text.slice(start, end), start, end };
    from = end;
  }
}

/** End of the URL whose part after the scheme begins here; -1 when nothing, too much, or the end of the text follows. */
function urlEnd(text: string, start: number): number {
  let blank = start;
  while (blank < text.length && blank - start <= MAX_URL && !isSpace(text[blank])) blank++;
  if (blank === start || blank === text.length || blank - start > MAX_URL) return -1;
  let end = runEnd(text, start, URL_CHARACTER);
  while (end < blank && URL_PUNCTUATION.includes(text.charAt(end))) {
    const next = runEnd(text, end + 1, URL_CHARACTER);
    if (next === end + 1) break;
    end = next;
  }
  return end;
}

/** `www.…` and `ftp.…` after white space or a tag. */
function* hostsIn(text: string): Generator<FoundAddress> {
  const mark = /(?:www|ftp)\./gi;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const start = found.index;
    if (!isAfterBlankOrTag(text, start)) continue;
    const end = runEnd(text, mark.lastIndex, HOST_CHARACTER);
    if (end === mark.lastIndex) continue;
    yield { address: text.slice(start, end), start, end };
    mark.lastIndex = end;
  }
}

/** `name@domain.example` after white space or a tag. */
function* emailsIn(text: string): Generator<FoundAddress> {
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, from))) {
    const start = runStart(text, at, LOCAL_CHARACTER, from);
    const end = start < at && start > from && isAfterBlankOrTag(text, start) ? domainEnd(text, at + 1) : -1;
    if (end === -1) continue;
    yield { address: text.slice(start, end), start, end };
    from = end;
  }
}

/** End of the longest domain from here: labels, then one that begins with two letters or digits; -1 when there is none. */
function domainEnd(text: string, start: number): number {
  let best = -1;
  let at = start;
  for (const [index, label] of text
    .slice(start, runEnd(text, start, DOMAIN_CHARACTER))
    .split('.')
    .entries()) {
    if (label === '') break;
    const plain = runEnd(label, 0, /[0-9a-z]/i);
    if (index > 0 && plain >= 2) best = at + plain;
    at += label.length + 1;
  }
  return best;
}

function isAfterBlankOrTag(text: string, start: number): boolean {
  return text[start - 1] === '>' || isSpace(text[start - 1]);
}
