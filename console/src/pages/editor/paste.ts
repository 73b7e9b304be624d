import { FOOTNOTE_ID, footnotes, listsOfWord } from './paste-word';

const REMOVED =
  'script,style,meta,link,title,xml,iframe,object,embed,form,input,button,select,textarea,svg,math,template,noscript,audio,video,canvas,col,colgroup,br.Apple-interchange-newline';
const ALLOWED_TAGS =
  /^(p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|code|table|caption|thead|tbody|tfoot|tr|td|th|a|img|strong|em|s|del|ins|sup|sub|mark|kbd|abbr|cite|q|br|hr|figure|figcaption)$/;
const BLOCK = 'p,h1,h2,h3,h4,h5,h6,ul,ol,dl,blockquote,pre,table,figure,hr,div,section,article';
const RENAMED: Record<string, string> = { b: 'strong', i: 'em', strike: 's', dir: 'ul', tt: 'code', samp: 'code' };
const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'type'],
  abbr: ['title'],
  sup: ['id'],
  li: ['id'],
};
const SAFE_LINK = /^(https?:|mailto:|tel:|\/|#(?!_|docs-))/i;
const SAFE_IMAGE = /^(https?:|data:image\/|blob:|\/)/i;

/** HTML of the clipboard as headings, lists, tables, links and images: what other programs add to it is left out. */
export function cleanPasted(html: string, isTaken: (id: string) => boolean = () => false): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  removeComments(body);
  for (const element of body.querySelectorAll(REMOVED)) element.remove();
  listsOfWord(body);
  footnotes(body, isTaken);
  for (const element of [...body.querySelectorAll('*')]) cleanElement(element);
  nestLists(body);
  shiftHeadings(body);
  for (const cell of body.querySelectorAll('li,td,th,dd,dt,figcaption')) unwrapOnlyParagraph(cell);
  collapse(body);
  wrapLooseText(body);
  body.normalize();
  removeEmpty(body);
  return body.innerHTML.trim();
}

function removeComments(root: Node): void {
  for (const node of [...root.childNodes]) {
    if (node.nodeType === Node.COMMENT_NODE || node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) node.remove();
    else removeComments(node);
  }
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);
const styleOf = (element: Element) => (element.getAttribute('style') ?? '').toLowerCase();

function cleanElement(element: Element): void {
  if (!element.isConnected) return;
  const tag = element.tagName.toLowerCase();
  const style = styleOf(element);
  if (/display:\s*none|mso-element:\s*(comment|footnote-list)/.test(style)) return element.remove();
  if (tag === 'img') return cleanImage(element);
  if (tag === 'a') return cleanLink(element);
  if (tag === 'span' || tag === 'font') return replaceSpan(element, style);
  // Google Docs wraps all of a document in a bold element that is not bold.
  if ((tag === 'b' || tag === 'strong') && /(^|[;\s])font-weight:\s*(normal|400)/.test(style)) return unwrap(element);
  if (tag === 'p' && /\bMsoTitle\b/.test(element.className)) return void rename(element, 'h1');
  if (/^(div|section|article|main|header|footer|center|address)$/.test(tag)) {
    if (element.querySelector(BLOCK)) return unwrap(element);
    return void rename(element, 'p');
  }
  const name = RENAMED[tag] ?? tag;
  if (!ALLOWED_TAGS.test(name)) return unwrap(element);
  const language = name === 'code' || name === 'pre' ? /\blanguage-[\w+#-]+/.exec(element.className)?.[0] : undefined;
  const target = name === tag ? element : rename(element, name);
  keepAttributes(target, ATTRIBUTES[name] ?? []);
  if (language) target.className = language;
}

function rename(element: Element, name: string): Element {
  const next = element.ownerDocument.createElement(name);
  next.append(...element.childNodes);
  for (const { name: key, value } of element.attributes) {
    if (ATTRIBUTES[name]?.includes(key)) next.setAttribute(key, value);
  }
  element.replaceWith(next);
  return next;
}

function keepAttributes(element: Element, names: readonly string[]): void {
  for (const { name, value } of [...element.attributes]) {
    const isDefault = (name === 'colspan' || name === 'rowspan') && value === '1';
    if (!names.includes(name) || isDefault || (name === 'id' && !FOOTNOTE_ID.test(value)))
      element.removeAttribute(name);
  }
}

function cleanImage(image: Element): void {
  if (!SAFE_IMAGE.test(image.getAttribute('src') ?? '')) return image.remove();
  keepAttributes(image, ATTRIBUTES.img!);
  if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
}

function cleanLink(link: Element): void {
  const href = (link.getAttribute('href') ?? '').trim();
  const target = /^https:\/\/www\.google\.com\/url\?/.test(href) ? (new URL(href).searchParams.get('q') ?? href) : href;
  if (!SAFE_LINK.test(target)) return unwrap(link);
  keepAttributes(link, ATTRIBUTES.a!);
  link.setAttribute('href', target);
}

/** Bold, italic and the like are styles of spans in Google Docs and in browsers. */
function replaceSpan(element: Element, style: string): void {
  const isInHeading = element.closest('h1,h2,h3,h4,h5,h6') !== null;
  const isInLink = element.closest('a') !== null;
  const names = [
    /(^|[;\s])font-weight:\s*(bold|[6-9]00)/.test(style) && !isInHeading && 'strong',
    /(^|[;\s])font-style:\s*italic/.test(style) && 'em',
    /text-decoration[^;]*line-through/.test(style) && !isInLink && 's',
    /vertical-align:\s*super/.test(style) && 'sup',
    /vertical-align:\s*sub(?!t)/.test(style) && 'sub',
  ].filter((name) => name !== false);
  if (names.length === 0 || element.textContent?.trim() === '') return unwrap(element);
  let inner: Element | undefined;
  for (const name of names) {
    const wrapper = element.ownerDocument.createElement(name);
    if (inner) wrapper.append(inner);
    else wrapper.append(...element.childNodes);
    inner = wrapper;
  }
  element.replaceWith(inner!);
}

/** A list directly in a list belongs to the item before it. */
function nestLists(body: Element): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ol, ol > ul')) {
    const item = list.previousElementSibling;
    if (item?.tagName === 'LI') item.append(list);
  }
}

/** The title of the entry is the only heading of the first level. */
function shiftHeadings(body: Element): void {
  if (!body.querySelector('h1')) return;
  for (const heading of [...body.querySelectorAll('h1,h2,h3,h4,h5')]) {
    rename(heading, `h${Number(heading.tagName[1]) + 1}`);
  }
}

function unwrapOnlyParagraph(cell: Element): void {
  const paragraphs = cell.querySelectorAll(':scope > p');
  if (paragraphs.length === 1) unwrap(paragraphs[0]!);
}

function collapse(node: Node): void {
  const isList = /^(UL|OL|DL|TABLE|THEAD|TBODY|TFOOT|TR)$/.test(node.nodeName);
  for (const child of [...node.childNodes]) {
    if (child.nodeType === Node.TEXT_NODE) {
      if (isList && child.nodeValue?.trim() === '') child.remove();
      child.nodeValue = (child.nodeValue ?? '').replace(/[ \t\r\n]+/g, ' ').replace(/ ?\u00a0 ?/g, ' ');
    } else if (!(child instanceof Element && child.tagName === 'PRE')) collapse(child);
  }
}

/** Text between blocks becomes a paragraph; a selection inside one paragraph stays as it is. */
function wrapLooseText(body: Element): void {
  if (!body.querySelector(`:scope > :is(${BLOCK})`)) return;
  let paragraph: Element | undefined;
  for (const node of [...body.childNodes]) {
    if (node instanceof Element && node.matches(BLOCK)) paragraph = undefined;
    else if (paragraph) paragraph.append(node);
    else if (node.nodeName === 'BR' || node.textContent?.trim() === '') {
      if (!(node instanceof Element && node.querySelector('img')) && node.nodeName !== 'IMG') node.remove();
    } else {
      paragraph = body.ownerDocument.createElement('p');
      node.before(paragraph);
      paragraph.append(node);
    }
  }
}

function removeEmpty(body: Element): void {
  const inner = 'p,h1,h2,h3,h4,h5,h6,strong,em,s,a,li,ul,ol,blockquote,sup,sub,del,ins,figure,figcaption';
  for (const element of [...body.querySelectorAll(inner)].reverse()) {
    const isEmpty = element.textContent?.trim() === '' && !element.querySelector('img,hr,table');
    if (isEmpty && element.matches('strong,em,s,a') && element.textContent !== '') unwrap(element);
    else if (isEmpty) element.remove();
  }
  for (const block of body.querySelectorAll('p,h1,h2,h3,h4,h5,h6,li,td,th,blockquote')) trimEdges(block);
}

function trimEdges(block: Element): void {
  for (const edge of ['first', 'last'] as const) {
    let node = block[`${edge}Child`];
    while (node?.nodeName === 'BR') {
      node.remove();
      node = block[`${edge}Child`];
    }
    if (node?.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? '';
      node.nodeValue = edge === 'first' ? text.trimStart() : text.trimEnd();
    }
  }
}
