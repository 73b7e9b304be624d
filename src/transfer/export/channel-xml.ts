import { formatDate } from '../../text/dates.js';
import { type Site } from '../../site/site.js';
import { type AuthorRow, type MetaRow, type TermRow } from './export-rows.js';
import { cdataElement, element, metaText } from './xml.js';

export const RSS_DATE = 'D, d M Y H:i:s O';

const NAMESPACES = [
  ['excerpt', 'http://wordpress.org/export/1.2/excerpt/'],
  ['content', 'http://purl.org/rss/1.0/modules/content/'],
  ['wfw', 'http://wellformedweb.org/CommentAPI/'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['wp', 'http://wordpress.org/export/1.2/'],
];

/** The start of the file, up to the authors. */
export function channelStart(site: Site, now: Date): string {
  const declared = NAMESPACES.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('');
  return lines(
    '<?xml version="1.0" encoding="UTF-8" ?>',
    `<rss version="2.0"${declared}>`,
    '<channel>',
    element('title', site.option('blogname')),
    element('link', site.home),
    element('description', site.option('blogdescription')),
    element('pubDate', formatDate(RSS_DATE, Math.floor(now.getTime() / 1000))),
    element('language', site.option('WPLANG').replace('_', '-') || 'en-US'),
    element('wp:wxr_version', '1.2'),
    element('wp:base_site_url', site.siteUrl),
    element('wp:base_blog_url', site.home),
  );
}

export function channelEnd(): string {
  return lines('</channel>', '</rss>');
}

export function authorXml(author: AuthorRow): string {
  return lines(
    '<wp:author>' +
      element('wp:author_id', author.id) +
      cdataElement('wp:author_login', author.login) +
      cdataElement('wp:author_email', author.email) +
      cdataElement('wp:author_display_name', author.displayName) +
      cdataElement('wp:author_first_name', author.firstName ?? '') +
      cdataElement('wp:author_last_name', author.lastName ?? '') +
      '</wp:author>',
  );
}

/** Categories and tags have element names of their own. */
export function termXml(term: TermRow, meta: readonly MetaRow[]): string {
  const { taxonomy } = term;
  const parent = term.parentSlug ?? '';
  const metaXml = metaElements('wp:termmeta', meta);
  if (taxonomy === 'category') {
    return lines(
      '<wp:category>',
      element('wp:term_id', term.termId),
      cdataElement('wp:category_nicename', term.slug),
      cdataElement('wp:category_parent', parent),
      cdataElement('wp:cat_name', term.name),
      cdataElement('wp:category_description', term.description),
      ...metaXml,
      '</wp:category>',
    );
  }
  if (taxonomy === 'post_tag') {
    return lines(
      '<wp:tag>',
      element('wp:term_id', term.termId),
      cdataElement('wp:tag_slug', term.slug),
      cdataElement('wp:tag_name', term.name),
      cdataElement('wp:tag_description', term.description),
      ...metaXml,
      '</wp:tag>',
    );
  }
  return lines(
    '<wp:term>',
    element('wp:term_id', term.termId),
    cdataElement('wp:term_taxonomy', taxonomy),
    cdataElement('wp:term_slug', term.slug),
    cdataElement('wp:term_parent', parent),
    cdataElement('wp:term_name', term.name),
    cdataElement('wp:term_description', term.description),
    ...metaXml,
    '</wp:term>',
  );
}

export function metaElements(name: string, meta: readonly MetaRow[]): string[] {
  return meta.map(
    ({ key, value }) =>
      `<${name}>${cdataElement('wp:meta_key', key ?? '')}${cdataElement('wp:meta_value', metaText(value ?? ''))}</${name}>`,
  );
}

export function lines(...parts: string[]): string {
  return `${parts.join('\n')}\n`;
}
