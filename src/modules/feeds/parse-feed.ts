import { SaxesParser } from 'saxes';

/** A feed of another site, with its newest items. Texts may contain HTML. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly author: string;
  /** In seconds since 1970. */
  readonly date?: number;
}

const MAX_ITEMS = 20;
const MAX_TEXT = 10_000;
const MAX_DEPTH = 20;

const ATOM = 'http://www.w3.org/2005/Atom';
const RSS_1 = 'http://purl.org/rss/1.0/';
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const CONTENT = 'http://purl.org/rss/1.0/modules/content/';
const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd';
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  [RSS_1, ''],
  [ATOM, 'atom:'],
  [DUBLIN_CORE, 'dc:'],
  [CONTENT, 'content:'],
  [ITUNES, 'itunes:'],
]);

interface Element {
  /** With one of the prefixes above; elements of other namespaces have no name. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads RSS and Atom; undefined for anything else. Entities that a document declares are not expanded. */
export function parseFeed(xml: string, address: string): Feed | undefined {
  const root = parseXml(xml.trimStart());
  if (!root) return undefined;
  const isAtom = root.name === 'atom:feed';
  const channel = isAtom ? root : child(root, 'channel');
  if (!channel) return undefined;
  const found = [...channel.children, ...root.children].filter(({ name }) => name === (isAtom ? 'atom:entry' : 'item'));
  const items = [...new Set(found)].map((item) => feedItem(item, channel, address));
  const isDated = items.every(({ date }) => date !== undefined);
  const ordered = isDated ? items.sort((a, b) => b.date! - a.date!) : items;
  return {
    title: textOf(channel, 'atom:title', 'title', 'dc:title'),
    description: textOf(channel, 'atom:subtitle', 'description', 'dc:description', 'itunes:summary'),
    link: linkOf(channel, address),
    items: ordered.slice(0, MAX_ITEMS),
  };
}

function feedItem(item: Element, channel: Element, address: string): FeedItem {
  const date = Date.parse(textOf(item, 'atom:published', 'pubDate', 'dc:date', 'atom:updated').trim());
  return {
    title: textOf(item, 'atom:title', 'title', 'dc:title'),
    link: linkOf(item, address),
    description: textOf(
      item,
      ...['atom:summary', 'description', 'dc:description', 'itunes:summary', 'atom:content', 'content:encoded'],
    ),
    author: authorOf(item) ?? authorOf(channel) ?? '',
    ...(!Number.isNaN(date) && { date: Math.floor(date / 1000) }),
  };
}

/** An `author` of RSS is an e-mail address, not a name. */
function authorOf(element: Element): string | undefined {
  const atom = child(element, 'atom:author');
  if (atom) return textOf(atom, 'atom:name');
  if (child(element, 'author')) return '';
  const named = child(element, 'dc:creator') ?? child(element, 'itunes:author');
  return named && named.text.trim();
}

function linkOf(element: Element, address: string): string {
  const atom = element.children.find(
    ({ name, attributes }) => name === 'atom:link' && (attributes.rel ?? 'alternate') === 'alternate',
  );
  const guid = child(element, 'guid');
  const permalink = guid && guid.attributes.isPermaLink !== 'false' ? guid.text : '';
  const link = (atom?.attributes.href ?? (textOf(element, 'link') || permalink)).trim();
  return link !== '' && URL.canParse(link, address) ? new URL(link, address).href : '';
}

const child = (element: Element, name: string) => element.children.find((candidate) => candidate.name === name);

/** The text of the first of these elements that has one. */
function textOf(element: Element, ...names: string[]): string {
  for (const name of names) {
    const text = child(element, name)?.text.trim() ?? '';
    if (text !== '') return text.slice(0, MAX_TEXT);
  }
  return '';
}

function parseXml(xml: string): Element | undefined {
  const parser = new SaxesParser<{ xmlns: true }>({ xmlns: true });
  const open: Element[] = [];
  let root: Element | undefined;
  const addText = (text: string) => {
    const current = open.at(-1);
    if (current) current.text += text;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const prefix = PREFIXES.get(uri);
    const element: Element = {
      name: prefix === undefined ? '' : prefix + local,
      attributes: Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    if (open.push(element) > MAX_DEPTH) throw new Error('The document is nested too deeply.');
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    // The text of XHTML inside of an element is part of its text.
    if (closed?.name === '') addText(closed.text);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(xml).close();
  } catch {
    return undefined;
  }
  return root;
}
