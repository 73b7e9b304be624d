import { splitHtml } from './html-tokens.js';
import { trimAscii, trimCharacters } from './php-strings.js';
import { dropSpaceAround, dropSpaceBefore, isSpace, skipSpace, type TagPattern, WS } from './whitespace.js';

const BLOCK_NAMES =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|' +
  'style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary';

/** What a release takes for blocks and for code. */
interface Rules {
  readonly opens: RegExp;
  readonly closes: RegExp;
  readonly paragraphOfOneBlockTag: RegExp;
  readonly paragraphBeforeBlockTag: RegExp;
  readonly hasBlock: RegExp;
  /** Start tags of elements whose newlines stay as they are. */
  readonly code: RegExp;
  readonly separatesRules: boolean;
}

/** Case-sensitive: `<DIV>` is not a block. */
function rulesFor(blockNames: string, codeNames: string, { separatesRules }: { separatesRules: boolean }): Rules {
  // The looser test of the clean-up steps: any tag whose name begins like a block, so that `<picture>` counts as `<p>`.
  const looseBlock = `</?(?:${blockNames})`;
  return {
    opens: new RegExp(`<(?:${blockNames})[ \\t\\n\\r\\f\\v/>]`, 'g'),
    closes: new RegExp(`</(?:${blockNames})>`, 'g'),
    paragraphOfOneBlockTag: new RegExp(`<p>${WS}*(${looseBlock}[^>]*>)${WS}*</p>`, 'g'),
    paragraphBeforeBlockTag: new RegExp(`<p>${WS}*(${looseBlock}[^>]*>)`, 'g'),
    hasBlock: new RegExp(looseBlock),
    code: new RegExp(`<(${codeNames})`, 'g'),
    separatesRules,
  };
}

const WP4_RULES = rulesFor(`math|${BLOCK_NAMES}`, 'script|style', { separatesRules: false });
const WP7_RULES = rulesFor(BLOCK_NAMES, 'script|style|svg|math', { separatesRules: true });
const HORIZONTAL_RULE = new RegExp(`<hr${WS}*/?>`, 'g');

/** Stands for a newline inside script or style; lone surrogates do not occur in decoded text. */
const CODE_NEWLINE = '\uD800';
const BREAK = '<br />';

/** Stands for a newline inside a tag; also understood when the text itself holds it. */
const TAG_NEWLINE = '<!-- wpnl -->';

const TWO_BREAKS = new RegExp(`<br${WS}*/?>${WS}*<br${WS}*/?>`, 'g');
const BLANK_LINE = new RegExp(`\\n${WS}*\\n`);
const EMPTY_PARAGRAPH = new RegExp(`<p>${WS}*</p>`, 'g');
const PARAGRAPH_END_AFTER_TAG = new RegExp(`>${WS}*</p>`, 'g');
const BREAK_AFTER_TAG = new RegExp(`>${WS}*<br />`, 'g');
const BREAK_BEFORE_BLOCK_TAG = new RegExp(`<br />(${WS}*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)`, 'g');

const tag = (names: string, before: boolean, after: boolean): TagPattern => {
  return { opens: new RegExp(`<(?:${names})`, 'g'), ends: />/g, before, after };
};
const OBJECT = tag('object', false, true);
const PARAM = tag('/?(?:param|embed)', true, true);
const SOURCE = tag('source|track', true, true);
const CAPTION = tag('figcaption', true, false);
const PLAYER: TagPattern = { opens: /[<[](?:audio|video)/g, ends: /[>\]]/g, before: false, after: true };
const CLOSINGS_WITH_SPACE_AFTER = {
  option: new RegExp(`</option>${WS}*`, 'g'),
  caption: new RegExp(`</figcaption>${WS}*`, 'g'),
};

interface AutopOptions {
  /** Whether single newlines become line breaks. */
  breaks?: boolean;
  /** Whether the rules of WordPress 7 apply. */
  isWp7?: boolean;
}

/** Blank lines make paragraphs, single newlines line breaks. */
export function autop(input: string, { breaks = true, isWp7 = false }: AutopOptions = {}): string {
  if (trimAscii(input) === '') return '';
  const rules = isWp7 ? WP7_RULES : WP4_RULES;
  const pres: string[] = [];
  let text = takeOutPres(`${input}\n`, pres);
  if (text.includes('<br')) text = text.replace(TWO_BREAKS, '\n\n');
  text = text.replace(rules.opens, '\n\n$&').replace(rules.closes, '$&\n\n');
  if (rules.separatesRules) text = text.replace(HORIZONTAL_RULE, '$&\n\n');
  text = text.replace(/\r\n?/g, '\n');
  text = collapseAroundInnerTags(protectNewlinesInTags(text));
  text = tidyParagraphs(wrapParagraphs(text), rules);
  if (breaks) text = addLineBreaks(text, rules);
  text = dropAfterBlockTag(text, BREAK_AFTER_TAG, rules);
  text = text.replace(BREAK_BEFORE_BLOCK_TAG, '$1').replace(/\n<\/p>(\n?)$/, '</p>$1');
  text = putBackPres(text, pres);
  return text.includes(TAG_NEWLINE) ? text.replaceAll(` ${TAG_NEWLINE} `, '\n').replaceAll(TAG_NEWLINE, '\n') : text;
}

function takeOutPres(text: string, pres: string[]): string {
  if (!text.includes('<pre')) return text;
  const parts = text.split('</pre>');
  const last = parts.pop() ?? '';
  let result = '';
  for (const part of parts) {
    const start = part.indexOf('<pre');
    if (start === -1) {
      result += part;
      continue;
    }
    result += `${part.slice(0, start)}<pre wp-pre-tag-${pres.length}></pre>`;
    pres.push(`${part.slice(start)}</pre>`);
  }
  return result + last;
}

function putBackPres(text: string, pres: string[]): string {
  if (pres.length === 0) return text;
  return text.replace(/<pre wp-pre-tag-(\d+)><\/pre>/g, (whole, index: string) => pres[Number(index)] ?? whole);
}

function protectNewlinesInTags(text: string): string {
  if (!text.includes('<')) return text;
  return splitHtml(text)
    .map((part, index) => (index % 2 === 1 && part.includes('\n') ? part.replaceAll('\n', ` ${TAG_NEWLINE} `) : part))
    .join('');
}

function collapseAroundInnerTags(input: string): string {
  let text = input;
  if (text.includes('<option')) {
    text = dropSpaceBefore(text, /<option/g).replace(CLOSINGS_WITH_SPACE_AFTER.option, '</option>');
  }
  if (text.includes('</object>')) {
    text = dropSpaceBefore(dropSpaceAround(text, OBJECT), /<\/object>/g);
    text = dropSpaceAround(text, PARAM);
  }
  if (text.includes('<source') || text.includes('<track')) {
    text = dropSpaceBefore(dropSpaceAround(text, PLAYER), /[<[]\/(?:audio|video)[>\]]/g);
    text = dropSpaceAround(text, SOURCE);
  }
  if (text.includes('<figcaption')) {
    text = dropSpaceAround(text, CAPTION).replace(CLOSINGS_WITH_SPACE_AFTER.caption, '</figcaption>');
  }
  return text;
}

function wrapParagraphs(text: string): string {
  let result = '';
  for (const piece of text.replace(/\n\n+/g, '\n\n').split(BLANK_LINE)) {
    if (piece !== '') result += `<p>${trimCharacters(piece, '\n')}</p>\n`;
  }
  return result;
}

function tidyParagraphs(wrapped: string, rules: Rules): string {
  let text = wrapped
    .replace(EMPTY_PARAGRAPH, '')
    .replace(/<p>([^<]+)<\/(div|address|form)>/g, '<p>$1</p></$2>')
    .replace(rules.paragraphOfOneBlockTag, '$1');
  text = unwrapListItems(text);
  text = text
    .replace(/<p><blockquote([^>]*)>/gi, '<blockquote$1><p>')
    .replaceAll('</blockquote></p>', '</p></blockquote>');
  return dropAfterBlockTag(text.replace(rules.paragraphBeforeBlockTag, '$1'), PARAGRAPH_END_AFTER_TAG, rules);
}

/** `<p><li …</p>` on one line loses its paragraph. */
function unwrapListItems(text: string): string {
  const start = '<p><li';
  let result = '';
  let from = 0;
  let close = -1;
  let newline = -1;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at)) {
    const inner = at + start.length;
    if (close <= inner) close = text.indexOf('</p>', inner + 1);
    if (close === -1) break;
    if (newline < inner) newline = text.indexOf('\n', inner);
    if (newline !== -1 && newline < close) {
      at = newline;
      continue;
    }
    result += text.slice(from, at) + text.slice(at + 3, close);
    from = at = close + 4;
  }
  return result + text.slice(from);
}

/** Removes what `ending` matches after its leading `>`, where that `>` ends a block tag. */
function dropAfterBlockTag(text: string, ending: RegExp, { hasBlock }: Rules): string {
  let result = '';
  let from = 0;
  ending.lastIndex = 0;
  for (let match = ending.exec(text); match; match = ending.exec(text)) {
    const tagStart = Math.max(from, text.lastIndexOf('>', match.index - 1) + 1);
    if (hasBlock.test(text.slice(tagStart, match.index))) {
      result += text.slice(from, match.index + 1);
      from = ending.lastIndex;
    } else {
      ending.lastIndex = match.index + 1;
    }
  }
  return result + text.slice(from);
}

/** Every newline that does not already follow a line break becomes one; not inside script, style and the like. */
function addLineBreaks(input: string, { code }: Rules): string {
  code.lastIndex = 0;
  const hasCode = code.test(input);
  let text = hasCode ? protectNewlinesInCode(input, code) : input;
  if (text.includes('<br')) text = text.replaceAll('<br>', BREAK).replaceAll('<br/>', BREAK);
  text = breakLines(text);
  return hasCode ? text.replaceAll(CODE_NEWLINE, '\n') : text;
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

function protectNewlinesInCode(text: string, opens: RegExp): string {
  opens.lastIndex = 0;
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
    result += text.slice(from, open.index) + text.slice(open.index, close).replaceAll('\n', CODE_NEWLINE);
    from = opens.lastIndex = close;
  }
  return result + text.slice(from);
}
