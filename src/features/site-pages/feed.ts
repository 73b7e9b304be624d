import { type Site } from '../../site/index.js';
import { decodeSpecialCharacters, languageTag, namedToNumericEntities, stripTags } from '../../text/index.js';
import { plainText } from './plain-text.js';

export interface FeedItem {
  /** HTML, as are excerpt and content. */
  title: string;
  excerpt: string;
  content: string;
  link: string;
  guid: string;
  /** ISO 8601 in UTC, without a zone. */
  dateGmt: string;
  author: string;
  terms: readonly string[];
  /** URL of its picture. */
  image?: string;
}

/** A list of entries or comments that a feed is about. */
export interface FeedSource {
  readonly title: string;
  /** The page with the same content. */
  readonly link: string;
  /** Where the feed is, unless below that page. */
  readonly folder?: string;
}

export interface SitemapEntry {
  url: string;
  modified?: string;
  image?: string;
}

export function feedResponse(
  site: Site,
  { title, link, folder = link }: FeedSource,
  items: readonly FeedItem[],
  isJson: boolean,
): { kind: 'feed' | 'json'; body: string } {
  if (isJson) {
    const self = addressBelow(folder, 'feed/json/', 'feed=json');
    return { kind: 'json', body: renderJsonFeed(site, { title, link, self }, items) };
  }
  const self = addressBelow(folder, 'feed/', 'feed=rss2');
  return { kind: 'feed', body: renderFeed(site, { title, link, self }, items) };
}

function renderFeed(
  site: Site,
  { title, link, self }: { title: string; link: string; self: string },
  items: readonly FeedItem[],
): string {
  const entries = items.map(
    (item) => `<item>
<title>${xml(plain(item.title))}</title>
<link>${xml(item.link)}</link>
<dc:creator>${cdata(item.author)}</dc:creator>
<pubDate>${new Date(`${item.dateGmt}Z`).toUTCString()}</pubDate>
${item.terms.map((term) => `<category>${cdata(decodeSpecialCharacters(term, 'both'))}</category>\n`).join('')}<guid isPermaLink="false">${xml(item.guid)}</guid>
<description>${cdata(item.excerpt)}</description>
<content:encoded>${cdata(item.content)}</content:encoded>
</item>`,
  );
  const newest = items[0] ? `<lastBuildDate>${new Date(`${items[0].dateGmt}Z`).toUTCString()}</lastBuildDate>\n` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xml(plain(title))}</title>
<atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>
<link>${xml(link)}</link>
<description>${xml(plain(site.option('blogdescription')))}</description>
${newest}<language>${xml(languageTag(site.locale) || 'en')}</language>
${entries.join('\n')}
</channel>
</rss>
`;
}

/** https://www.jsonfeed.org/version/1.1/ */
function renderJsonFeed(
  site: Site,
  { title, link, self }: { title: string; link: string; self: string },
  items: readonly FeedItem[],
): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: plainText(title),
    home_page_url: link,
    feed_url: self,
    ...(site.option('blogdescription') !== '' && { description: plainText(site.option('blogdescription')) }),
    language: languageTag(site.locale) || 'en',
    items: items.map((item) => ({
      id: item.guid,
      url: item.link,
      title: plainText(item.title),
      content_html: item.content,
      summary: plainText(item.excerpt).trim(),
      date_published: `${item.dateGmt}Z`,
      ...(item.image !== undefined && { image: item.image }),
      authors: [{ name: item.author }],
      ...(item.terms.length > 0 && { tags: item.terms.map(plainText) }),
    })),
  });
}

export function renderSitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => `<sitemap><loc>${xml(url)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join('\n')}\n</sitemapindex>\n`;
}

export function renderSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, modified, image }) =>
      `<url><loc>${xml(url)}</loc>${modified === undefined ? '' : `<lastmod>${modified}Z</lastmod>`}` +
      `${image === undefined ? '' : `<image:image><image:loc>${xml(image)}</image:loc></image:image>`}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${urls.join('\n')}\n</urlset>\n`;
}

/** The text of HTML, with its named character references as numbers, since XML knows only a few names. */
function plain(html: string): string {
  return decodeSpecialCharacters(namedToNumericEntities(stripTags(html)), 'both');
}

/** Characters that XML does not allow at all are dropped. */
function clean(text: string): string {
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');
}

function xml(text: string): string {
  return clean(text)
    .replace(/&(?!#\d+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function cdata(text: string): string {
  return `<![CDATA[${clean(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** The address of a feed or another page of a list, for pretty and for plain permalinks. */
export function addressBelow(link: string, path: string, query: string): string {
  if (link.includes('?')) return `${link}&${query}`;
  return `${link.replace(/\/?$/, '/')}${path}`;
}
