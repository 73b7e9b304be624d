import { autop } from '../../../../src/text/autop';
import { escapeHtml, textOf } from '../../lib/html';

/** Comments that WordPress gives a meaning, alone on their line. */
export const MARKER_LINES = /^[ \t]*(<!--(?:more|nextpage|noteaser)(?:[^-]|-(?!->))*-->)[ \t]*$/gm;
const MARKER = /^<!--(more|nextpage|noteaser)(.*?)-->$/s;

/** `[caption id="attachment_1" align="alignleft" width="300"]<img> text[/caption]` as a paragraph of its own. */
const CAPTIONS =
  /<p>\s*\[caption((?: (?:id|align|width)="[^"<>[\]]*")*)\]\s*((?:<a\s[^<>]*>)?<img\s[^<>]*>(?:<\/a>)?)((?:(?!\[caption)[\s\S])*?)\[\/caption\]\s*<\/p>/g;
const GALLERIES = /<p>\s*(\[gallery(?: [^\]<>]*)?\])\s*<\/p>/g;
const EMBEDS = /<p>\s*(https?:\/\/[^\s<>"]+)\s*<\/p>/g;

/** A URL that is all of its paragraph. */
export const isLoneUrl = (text: string) => /^https?:\/\/[^\s<>"[\]]+\.[^\s<>"[\]]+$/.test(text.trim());

/** The stored form of these elements is in an attribute; what they contain in the editor is only shown. */
export const galleryElement = (shortcode: string) =>
  `<div class="np-gallery" contenteditable="false" data-shortcode="${escapeHtml(shortcode)}">&nbsp;</div>`;
export const embedElement = (url: string) =>
  `<div class="np-embed" contenteditable="false" data-url="${escapeHtml(url)}">&nbsp;</div>`;

/** Holds the address of a pasted image while the library gets a copy of it; the image itself is not displayed until then. */
export const HELD = 'data-np-source';

interface Caption {
  id: string;
  align: string;
  width: string;
}

/** An image with its caption. `image` may be in a link. */
export function captionElement({ id, align, width }: Caption, image: string, caption: string): string {
  const data = [`data-id="${id}"`, `data-align="${align}"`, `data-width="${width}"`].join(' ');
  const style = Number(width) > 0 ? ` style="width: ${Number(width)}px"` : '';
  return `<figure class="np-caption ${align}" contenteditable="false" ${data}${style}>${image}<figcaption contenteditable="true">${caption}</figcaption></figure>`;
}

/** Shown as a line in the visual editor. */
function asMarker(_: string, comment: string): string {
  const [, kind, text = ''] = MARKER.exec(comment)!;
  return `\n\n<hr class="marker marker-${kind}" data-text="${escapeHtml(text.trim())}" />\n\n`;
}

function asCaption(_: string, attributes: string, image: string, caption: string): string {
  const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  return captionElement({ id: value('id'), align: value('align'), width: value('width') }, image, caption.trim());
}

const unescape = (text: string) => text.replaceAll('&amp;', '&');

/** Stored content as the visual editor shows it: paragraphs instead of blank lines, elements instead of shortcodes. */
export function toVisual(raw: string): string {
  return autop(raw.replace(MARKER_LINES, asMarker))
    .replace(/<p>\s*(<hr class="marker[^>]*>)\s*<\/p>/g, '$1')
    .replace(CAPTIONS, asCaption)
    .replace(GALLERIES, (_, shortcode: string) => galleryElement(unescape(shortcode)))
    .replace(EMBEDS, (whole, url: string) => (isLoneUrl(url) ? embedElement(unescape(url)) : whole));
}

/** Elements whose children stand on lines of their own. */
const LINED = 'ul,ol,dl,table,thead,tbody,tfoot,tr';

/** The visual editor's HTML as it is stored: plain paragraphs become text separated by blank lines. */
export function toRaw(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  collapseSpace(body);
  for (const line of body.querySelectorAll('pre br')) line.replaceWith('\n');
  for (const image of body.querySelectorAll(`img[${HELD}]`)) {
    image.setAttribute('src', image.getAttribute(HELD)!);
    image.removeAttribute(HELD);
  }
  for (const list of body.querySelectorAll(LINED)) addLines(list);
  for (const element of body.querySelectorAll('figure.np-caption,div.np-gallery,div.np-embed')) {
    // Those at the top are written below; a shortcode in another element is text.
    if (element.parentElement !== body) element.replaceWith(...parse(shortcodeOf(element)!));
  }
  const parts: string[] = [];
  for (const node of body.childNodes) {
    const text = storedForm(node);
    if (text !== '') parts.push(text);
  }
  // The paragraph below the last widget, in which the text would go on.
  if (parts.at(-1) === '&nbsp;') parts.pop();
  return parts.join('\n\n');
}

const parse = (html: string) => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes];

/** Line feeds are white space in HTML, but line breaks in stored content. */
function collapseSpace(node: Node): void {
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) child.nodeValue = (child.nodeValue ?? '').replace(/[ \t]*\n\s*/g, ' ');
    else if (!(child instanceof Element && child.matches('pre,textarea,script,style'))) collapseSpace(child);
  }
}

function addLines(list: Element): void {
  for (const child of [...list.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim() === '') child.remove();
  }
  for (const child of [...list.children]) child.before('\n');
  if (list.children.length > 0) list.append('\n');
  if (list.parentElement?.tagName === 'LI') {
    const before = list.previousSibling;
    if (before?.nodeType === Node.TEXT_NODE) before.nodeValue = before.nodeValue!.trimEnd();
    list.before('\n');
    list.after('\n');
  }
}

/** What `captionElement`, `galleryElement` and `embedElement` stand for. */
function shortcodeOf(element: Element): string | undefined {
  const url = element.getAttribute('data-url');
  if (element.matches('div.np-embed') && url !== null) return url;
  const shortcode = element.getAttribute('data-shortcode');
  if (element.matches('div.np-gallery') && shortcode !== null) return shortcode;
  if (!element.matches('figure.np-caption')) return undefined;
  const caption = element.querySelector('figcaption');
  const text = caption?.innerHTML.replace(/<br\s*\/?>/g, ' ').trim() ?? '';
  caption?.remove();
  const image = element.innerHTML.trim();
  if (text === '' || text === '&nbsp;' || image === '') return image;
  const attributes = ['id', 'align', 'width'].map((name) => [name, element.getAttribute(`data-${name}`)] as const);
  const written = attributes.filter(([, value]) => value).map(([name, value]) => ` ${name}="${value}"`);
  return `[caption${written.join('')}]${image} ${text}[/caption]`;
}

function storedForm(node: ChildNode): string {
  if (node.nodeType === Node.COMMENT_NODE) return `<!--${node.nodeValue ?? ''}-->`;
  if (!(node instanceof Element)) return node.textContent?.trim() ?? '';
  const kind = /\bmarker-(\w+)/.exec(node.className)?.[1];
  if (node.tagName === 'HR' && kind) {
    const text = node.getAttribute('data-text');
    return `<!--${kind}${text ? ` ${text}` : ''}-->`;
  }
  const shortcode = shortcodeOf(node);
  if (shortcode !== undefined) return shortcode;
  // A paragraph with attributes of its own needs its tags.
  const isPlain = node.tagName === 'P' && node.attributes.length === 0;
  return isPlain ? node.innerHTML.replace(/ *<br\s*\/?> */g, '\n').trim() : node.outerHTML;
}

export function countWords(content: string): number {
  const text = content.replace(/<!--.*?-->|\[\/?[a-z][\w-]*[^\]]*\]/gs, ' ').replace(/<[^>]+>/g, ' ');
  return textOf(text).match(/\S+/g)?.length ?? 0;
}
