/** Lists and notes of word processors, which are paragraphs and links in their HTML. */

const styleOf = (element: Element) => (element.getAttribute('style') ?? '').toLowerCase();

interface OpenList {
  list: Element;
  level: number;
  /** Name of the list in the document, such as `l0`. */
  name: string;
}

/** Word writes list items as paragraphs: `mso-list:l0 level2 lfo1`, with the bullet or number as text. */
export function listsOfWord(body: Element): void {
  let open: OpenList[] = [];
  for (const item of [...body.querySelectorAll('p,h1,h2,h3,h4,h5,h6')]) {
    const [, name = '', depth = '0'] = /mso-list:\s*(l\d+)\s+level(\d+)/.exec(styleOf(item)) ?? [];
    const level = Number(depth);
    if (level === 0) continue;
    const marker = [...item.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/.test(styleOf(span)));
    const label = marker?.textContent?.trim() ?? '';
    marker?.remove();
    const tag = /^[([]?(\d+|[a-z]|[ivxl]+)[.)\]]/i.test(label) ? 'ol' : 'ul';
    if (open[0]?.list.nextElementSibling !== item) open = [];
    open = open.filter((list) => list.level <= level);
    const last = open.at(-1);
    // Another list at the same level, such as numbers that follow bullets.
    const isOther = last?.level === level && (last.name !== name || last.list.tagName.toLowerCase() !== tag);
    if (isOther) open.pop();
    let current = open.at(-1);
    if (!current || current.level < level) {
      const list = body.ownerDocument.createElement(tag);
      const first = tag === 'ol' ? Number(/\d+/.exec(label)?.[0] ?? 1) : 1;
      if (first > 1) list.setAttribute('start', String(first));
      const parent = current?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      current = { list, level, name };
      open.push(current);
    }
    const entry = body.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    current.list.append(entry);
    item.remove();
  }
}

/** The ids that footnotes get, and the only ones that pasted elements keep. */
export const FOOTNOTE_ID = /^fn(?:ref)?-\d+$/;

const nameOf = (link: Element) =>
  link.getAttribute('name') || link.id || (link.parentElement?.matches('sup,li,p') ? link.parentElement.id : '');
const targetOf = (link: Element) => /#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? '';

/** Two links that lead to each other are a reference and its note. Notes become a list at the end. */
export function footnotes(body: Element, isTaken: (id: string) => boolean): void {
  const links = [...body.querySelectorAll('a[href*="#"]')].filter((link) => nameOf(link) !== '');
  const document = body.ownerDocument;
  const notes = document.createElement('ol');
  let number = 0;
  for (const [index, reference] of links.entries()) {
    const note = links
      .slice(index + 1)
      .find((link) => targetOf(link) === nameOf(reference) && nameOf(link) === targetOf(reference));
    if (!note) continue;
    do number++;
    while (isTaken(`fn-${number}`));
    const container = containerOf(note, body, links);
    note.remove();
    const mark = document.createElement('sup');
    mark.id = `fnref-${number}`;
    mark.innerHTML = `<a href="#fn-${number}">${number}</a>`;
    (reference.parentElement?.matches('sup') && isAlone(reference) ? reference.parentElement : reference).replaceWith(
      mark,
    );
    const item = document.createElement('li');
    item.id = `fn-${number}`;
    item.append(...(container.matches('div,li') ? [...container.childNodes] : [container]));
    const last = item.lastElementChild?.matches('p,div') ? item.lastElementChild : item;
    last.insertAdjacentHTML('beforeend', ` <a href="#fnref-${number}">↩</a>`);
    container.remove();
    if (notes.childElementCount === 0 && number > 1) notes.setAttribute('start', String(number));
    notes.append(item);
  }
  if (notes.childElementCount > 0) body.append(notes);
}

const isAlone = (element: Element) => element.parentElement!.textContent?.trim() === element.textContent?.trim();

/** The largest element around the mark of a note that belongs to this note alone. */
function containerOf(note: Element, body: Element, links: readonly Element[]): Element {
  let container = note.closest('li,p') ?? note.parentElement!;
  for (let outer = container.parentElement; outer && outer !== body; outer = outer.parentElement) {
    const isShared = links.some((link) => link !== note && outer!.contains(link));
    if (isShared || !outer.matches('div,li') || /mso-element:\s*footnote-list/.test(styleOf(outer))) break;
    container = outer;
  }
  return container;
}
