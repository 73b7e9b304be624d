import { escapeUrl } from '../text/urls.js';
import { WS } from './whitespace.js';

const TAG = /(<[^<>]+>)/;
const CODE_OPENS = /^<(?:code|pre|script|style)[ \t\n\r\f\v>]/i;
const CODE_CLOSES = /^<\/(?:code|pre|script|style)>$/i;
/** `<http://…>` is an address in brackets, not a tag. */
const BRACKETED_URL = new RegExp(`^<${WS}*\\w{1,20}://`);

const URL_CHARACTER = '[\\w\\u0080-\\uffff#%~/@[\\]*(+=&$-]';
const URL = new RegExp(
  `([ \\t\\n\\r\\f\\v(<.,;:!?])(\\w{1,20}://(?=[^ \\t\\n\\r\\f\\v]{1,2000}${WS})` +
    `${URL_CHARACTER}*(?:['.,;:!?)]${URL_CHARACTER}+)*)(\\)?)`,
  'g',
);
const HOST = /([ \t\n\r\f\v>])((?:www|ftp)\.[\w\u0080-\uffff#$%&~/.\-;:=,?@[\]+]+)/gi;
const EMAIL = /([ \t\n\r\f\v>])([.0-9a-z_+-]+@(?:[0-9a-z-]+\.)+[0-9a-z]{2,})/gi;

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
  if (linked.includes('://')) linked = linked.replace(URL, linkUrl);
  linked = linked.replace(HOST, linkHost);
  if (linked.includes('@')) linked = linked.replace(EMAIL, '$1<a href="mailto:$2">$2</a>');
  return linked.slice(1, -1);
}

function linkUrl(whole: string, before: string, found: string, paren: string): string {
  // A closing parenthesis belongs to the URL only when it was opened inside.
  const closes = paren !== '' && found.indexOf('(') > 0;
  let url = closes ? found + paren : found;
  let rest = closes ? '' : paren;
  let surplus = count(url, ')') - count(url, '(');
  while (surplus > 0) {
    const last = url.lastIndexOf(')');
    const cut = url.slice(last);
    rest = cut + rest;
    url = url.slice(0, last);
    surplus -= 1 - count(cut, '(');
  }
  const href = escapeUrl(url);
  return href === '' ? whole : `${before}<a href="${href}" rel="nofollow">${href}</a>${rest}`;
}

function linkHost(whole: string, before: string, found: string): string {
  const rest = /[.,;:)]$/.exec(found)?.[0] ?? '';
  const href = escapeUrl(`http://${rest === '' ? found : found.slice(0, -1)}`);
  return href === '' ? whole : `${before}<a href="${href}" rel="nofollow">${href}</a>${rest}`;
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
