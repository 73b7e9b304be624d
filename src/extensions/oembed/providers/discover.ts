import { parseAttributes } from '../../../text/sanitize/attributes.js';
import { decodeSpecialCharacters } from '../../../text/escape.js';

/** Kinds of links by which pages name their oEmbed endpoint, the preferred first. */
const LINK_TYPES = ['application/json+oembed', 'text/xml+oembed', 'application/xml+oembed'];

/** The endpoint a page names in its head; undefined where there is none. */
export function findEndpoint(html: string, page: URL): string | undefined {
  const end = html.search(/<\/head|<body/i);
  const found = links(end < 0 ? html : html.slice(0, end));
  const href = LINK_TYPES.map((type) => found.get(type)).find((link) => link !== undefined);
  return href !== undefined && URL.canParse(href, page.href) ? new URL(href, page).href : undefined;
}

/** The first address of each kind. */
function links(head: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, text = ''] of head.matchAll(/<link\s([^<>]*)>/gi)) {
    const attributes = new Map(
      parseAttributes(text.replace(/\/$/, '')).map(({ name, value }) => [name.toLowerCase(), value ?? '']),
    );
    const type = attributes.get('type')?.toLowerCase() ?? '';
    const href = attributes.get('href') ?? '';
    if (href !== '' && !found.has(type)) found.set(type, decodeSpecialCharacters(href, 'both'));
  }
  return found;
}
