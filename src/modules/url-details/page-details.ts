import { decodeSpecialCharacters } from '../../text/escape.js';
import { parseAttributes } from '../../text/sanitize/attributes.js';
import { stripAllTags } from '../../text/strip-tags.js';

/** How a page describes itself in its head; empty texts where it does not. */
export interface PageDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

type Attributes = ReadonlyMap<string, string>;

/** The details of a page; addresses in it are relative to its own. */
export function readPageDetails(html: string, page: URL): PageDetails {
  const head = headOf(html);
  const metas = tags(head, 'meta');
  const content = (...names: string[]) =>
    metas
      .find((meta) => names.includes((meta.get('name') ?? meta.get('property') ?? '').toLowerCase()))
      ?.get('content') ?? '';
  const icon = tags(head, 'link').find((link) => (link.get('rel') ?? '').toLowerCase().split(/\s+/).includes('icon'));
  return {
    title: plain(/<title[^<>]*>([^<]*)<\/title/i.exec(head)?.[1] ?? ''),
    icon: absolute(icon?.get('href') ?? '', page),
    description: plain(content('description', 'og:description')),
    image: absolute(content('og:image', 'og:image:url'), page),
  };
}

function headOf(html: string): string {
  const end = html.search(/<\/head|<body/i);
  return end < 0 ? html : html.slice(0, end);
}

function tags(head: string, name: string): Attributes[] {
  return [...head.matchAll(new RegExp(`<${name}\\s([^<>]*)>`, 'gi'))].map(
    ([, text = '']) =>
      new Map(
        parseAttributes(text.replace(/\/$/, '')).map(({ name: attribute, value }) => [
          attribute.toLowerCase(),
          decodeSpecialCharacters(value ?? '', 'both'),
        ]),
      ),
  );
}

function plain(text: string): string {
  return stripAllTags(decodeSpecialCharacters(text, 'both')).trim();
}

/** Only addresses of web pages and files: others could run scripts where they are shown. */
function absolute(address: string, page: URL): string {
  if (address === '' || !URL.canParse(address, page.href)) return '';
  const { protocol, href } = new URL(address, page);
  return protocol === 'http:' || protocol === 'https:' ? href : '';
}
