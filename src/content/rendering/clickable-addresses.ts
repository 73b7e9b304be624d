import { runEnd, runStart } from '../../text/html-tokens.js';
import { isSpace } from '../../text/whitespace.js';

/** Finds addresses in running text, each with what stands around it; every function passes over the text once. */
export interface FoundAddress {
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
export function* urlsIn(text: string): Generator<FoundAddress> {
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
export function* hostsIn(text: string): Generator<FoundAddress> {
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
export function* emailsIn(text: string): Generator<FoundAddress> {
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
