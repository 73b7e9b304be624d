import { autop } from '../../../../src/text/autop';
import { MARKER_LINES } from './markup';

/** How many differences are named; more would not help to decide. */
const MAX_NAMED = 4;
const BLOCKS =
  /^(address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const PREFORMATTED = /^(pre|textarea|script|style)$/;

/**
 * What stored content would lose if visual mode saved it without an edit, as names such as `<script>` or `onclick`. White space,
 * the notation of tags and styles, and whether paragraphs are tags or blank lines do not count.
 */
export function lostMarkup(before: string, after: string): string[] {
  const [left, right] = [piecesOf(before), piecesOf(after)];
  if (left.join('') === right.join('')) return [];
  const counts = new Map<string, number>();
  for (const piece of right) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const lost = left.filter((piece) => {
    const count = counts.get(piece) ?? 0;
    counts.set(piece, count - 1);
    return count === 0;
  });
  const hasAllWords = wordsOf(left) === wordsOf(right);
  const named = hasAllWords ? lost.filter((piece) => !isText(piece)) : lost;
  const names = [...new Set(named.map(nameOf).filter((name) => name !== ''))];
  // The same pieces in another order: the nesting of the elements changes.
  if (names.length === 0) names.push(firstDifference(left, right));
  return names.slice(0, MAX_NAMED);
}

function firstDifference(left: readonly string[], right: readonly string[]): string {
  const at = left.findIndex((piece, index) => piece !== right[index]);
  const opening = left.slice(0, at + 1).findLast((piece) => piece.startsWith('<') && !piece.startsWith('</'));
  return opening ?? '<p>';
}

/** Texts are split where an element begins, so the same words may be in other pieces. */
const isText = (piece: string) => !piece.startsWith('<') && !/^ [\w:.@-]+="/.test(piece);
const wordsOf = (pieces: readonly string[]) => pieces.filter(isText).join('').replace(/\s+/g, '');

/** `class="a"` for an attribute, `<b>` for an element, a few words for text. */
function nameOf(piece: string): string {
  if (piece.startsWith('</')) return '';
  if (piece.startsWith('<!--')) return piece.length > 40 ? `${piece.slice(0, 36)}…-->` : piece;
  if (piece.startsWith('<')) return piece;
  if (!isText(piece)) return piece.trim().slice(0, 40);
  const words = piece.trim();
  return words === '' ? '' : `“${words.length > 32 ? `${words.slice(0, 31)}…` : words}”`;
}

/** The content as it is displayed, in pieces that can be compared: tags, attributes and texts. */
function piecesOf(raw: string): string[] {
  const { body } = new DOMParser().parseFromString(autop(raw.replace(MARKER_LINES, '\n\n$1\n\n')), 'text/html');
  const pieces: string[] = [];
  addChildren(body, pieces, false);
  return pieces;
}

function addChildren(parent: Node, pieces: string[], isPreformatted: boolean): void {
  const all = [...parent.childNodes].filter((node) => !isEmptyParagraph(node));
  const children = isPreformatted ? all : all.filter((node, index) => !isIgnoredSpace(node, all, index, parent));
  children.forEach((node, index) => {
    if (node.nodeType === Node.COMMENT_NODE) pieces.push(`<!--${node.nodeValue}-->`);
    else if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? '';
      if (isPreformatted) return void pieces.push(text);
      const isFirst = isBoundary(children[index - 1], parent, index === 0);
      const isLast = isBoundary(children[index + 1], parent, index === children.length - 1);
      let words = text.replace(/[ \t\r\n\f]+/g, ' ');
      if (isFirst) words = words.trimStart();
      if (isLast) words = words.trimEnd();
      if (words !== '') pieces.push(words);
    } else if (node instanceof Element) {
      const isTrailingBreak = node.tagName === 'BR' && isBoundary(children[index + 1], parent, !children[index + 1]);
      if (!isTrailingBreak) addElement(node, pieces, isPreformatted);
    }
  });
}

function addElement(element: Element, pieces: string[], isPreformatted: boolean): void {
  const name = element.tagName.toLowerCase();
  pieces.push(`<${name}>`);
  const attributes = [...element.attributes].map(({ name: key, value }) => ` ${key}="${plainValue(key, value)}"`);
  pieces.push(...attributes.sort());
  addChildren(element, pieces, isPreformatted || PREFORMATTED.test(name));
  pieces.push(`</${name}>`);
}

/** White space between two blocks, and at the edges of one. */
function isIgnoredSpace(node: Node, all: readonly Node[], index: number, parent: Node): boolean {
  if (node.nodeType !== Node.TEXT_NODE || (node.nodeValue ?? '').trim() !== '' || node.nodeValue!.includes('\u00a0'))
    return false;
  return (
    isBoundary(all[index - 1], parent, index === 0) || isBoundary(all[index + 1], parent, index === all.length - 1)
  );
}

/** Whether white space next to this node is not displayed. */
function isBoundary(sibling: Node | undefined, parent: Node, isEdge: boolean): boolean {
  if (isEdge || !sibling) return parent instanceof Element && BLOCKS.test(parent.tagName.toLowerCase());
  return sibling instanceof Element && (sibling.tagName === 'BR' || BLOCKS.test(sibling.tagName.toLowerCase()));
}

function isEmptyParagraph(node: Node): boolean {
  return (
    node instanceof Element &&
    node.tagName === 'P' &&
    node.attributes.length === 0 &&
    node.children.length === 0 &&
    node.textContent?.trim() === ''
  );
}

function plainValue(name: string, value: string): string {
  if (value === name) return '';
  if (name === 'class') return value.split(/\s+/).filter(Boolean).sort().join(' ');
  if (name !== 'style') return value;
  const probe = document.implementation.createHTMLDocument('').createElement('span');
  probe.setAttribute('style', value.replace(/(font-weight\s*:\s*)700\b/g, '$1bold'));
  return probe.style.cssText || value.replace(/\s*([:;])\s*/g, '$1').replace(/;$/, '');
}
