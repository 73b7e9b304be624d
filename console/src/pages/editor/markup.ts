import { autop } from '../../../../src/text/autop';
import { textOf } from '../../lib/html';

/** Comments that WordPress gives a meaning, shown as a line in the visual editor. */
const MARKERS = /<!--(more|nextpage|noteaser)(.*?)-->/g;

const asMarker = (_: string, kind: string, text: string) =>
  `<hr class="marker marker-${kind}" data-text="${text.trim().replaceAll('"', '&quot;')}" />`;

/** Stored content as the visual editor shows it: paragraphs instead of blank lines. */
export function toVisual(raw: string): string {
  return autop(raw.replace(MARKERS, asMarker)).replace(/<p>\s*(<hr class="marker[^>]*>)\s*<\/p>/g, '$1');
}

/** The visual editor's HTML as it is stored: plain paragraphs become text separated by blank lines. */
export function toRaw(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const parts: string[] = [];
  for (const node of body.childNodes) {
    const text = storedForm(node);
    if (text !== '') parts.push(text);
  }
  return parts.join('\n\n');
}

function storedForm(node: ChildNode): string {
  if (node.nodeType === Node.COMMENT_NODE) return `<!--${node.nodeValue ?? ''}-->`;
  if (!(node instanceof Element)) return node.textContent?.trim() ?? '';
  const kind = /\bmarker-(\w+)/.exec(node.className)?.[1];
  if (node.tagName === 'HR' && kind) {
    const text = node.getAttribute('data-text');
    return `<!--${kind}${text ? ` ${text}` : ''}-->`;
  }
  // A paragraph with line feeds or attributes of its own would not come back the same.
  const isPlain = node.tagName === 'P' && node.attributes.length === 0 && !node.innerHTML.includes('\n');
  return isPlain ? node.innerHTML.replace(/<br\s*\/?>/g, '\n').trim() : node.outerHTML;
}

/** Whether the visual editor left all markup as it was; the browser's own notation of it does not count. */
export function isSameMarkup(before: string, after: string): boolean {
  return normalized(before) === normalized(after);
}

function normalized(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walk = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').replace(/\s+/g, ' ');
    if (node.nodeType === Node.COMMENT_NODE) return `<!--${node.nodeValue}-->`;
    const children = [...node.childNodes].map(walk).join('');
    if (!(node instanceof Element)) return children;
    const attributes = [...node.attributes].map(
      ({ name, value }) => `${name}=${JSON.stringify(value.replace(/;?\s*$/, ''))}`,
    );
    return `<${node.tagName} ${attributes.sort().join(' ')}>${children.trim()}</${node.tagName}>`;
  };
  return [...body.childNodes]
    .map(walk)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

export function countWords(content: string): number {
  return textOf(content.replace(/<!--.*?-->/gs, ' ').replace(/<[^>]+>/g, ' ')).match(/\S+/g)?.length ?? 0;
}
