import { isSpace, skipSpace } from '../whitespace.js';

/** Stands for a newline inside script or style; lone surrogates do not occur in decoded text. */
const KEPT_NEWLINE = '\uD800';
const BREAK = '<br />';

/** Every newline that does not already follow a line break becomes one; not inside script and style. */
export function addLineBreaks(input: string): string {
  const hasCode = input.includes('<script') || input.includes('<style');
  let text = hasCode ? keepNewlinesInCode(input) : input;
  if (text.includes('<br')) text = text.replaceAll('<br>', BREAK).replaceAll('<br/>', BREAK);
  text = breakLines(text);
  return hasCode ? text.replaceAll(KEPT_NEWLINE, '\n') : text;
}

/** White space that holds a newline becomes a break up to its last newline; the first character after a break stays. */
function breakLines(text: string): string {
  let result = '';
  let from = 0;
  for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', from)) {
    let start = newline;
    while (start > from && isSpace(text[start - 1])) start--;
    const end = skipSpace(text, newline);
    const last = text.lastIndexOf('\n', end - 1);
    if (text.startsWith(BREAK, start - BREAK.length)) start++;
    result += last < start ? text.slice(from, end) : `${text.slice(from, start)}${BREAK}\n${text.slice(last + 1, end)}`;
    from = end;
  }
  return result + text.slice(from);
}

function keepNewlinesInCode(text: string): string {
  const opens = /<(script|style)/g;
  const unclosed = new Set<string>();
  let result = '';
  let from = 0;
  for (let open = opens.exec(text); open; open = opens.exec(text)) {
    const name = open[1] ?? '';
    if (unclosed.has(name)) continue;
    const close = text.indexOf(`</${name}>`, opens.lastIndex);
    if (close === -1) {
      unclosed.add(name);
      continue;
    }
    result += text.slice(from, open.index) + text.slice(open.index, close).replaceAll('\n', KEPT_NEWLINE);
    from = opens.lastIndex = close;
  }
  return result + text.slice(from);
}
