import { type MetaRow } from '../../../database/index.js';
import { type Comment } from '../../../modules/comments/index.js';
import { type Site } from '../../../site/index.js';
import { formatDate, parseDate } from '../../../text/index.js';
import { ZERO_DATE } from '../../../database/entities/index.js';
import { isSerialized, PhpArray, type PhpValue, serialize, unserialize } from '../../../text/php/index.js';
import { type AssignedTermRow, type AuthorRow, type EntryRow, type TermRow } from './export.store.js';

/** Characters that XML cannot represent. */
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text without characters that XML cannot represent. */
export function xmlSafe(text: string): string {
  return text.toWellFormed().replace(IMPOSSIBLE, '');
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
]);

export function escapeXml(text: string): string {
  return xmlSafe(text).replace(/[&<>"\r]/g, (character) => ENTITIES.get(character)!);
}

/** Any text as CDATA. `]]>` is split; carriage returns are written outside, because parsers turn them into line feeds inside. */
export function cdata(text: string): string {
  const inner = xmlSafe(text).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[');
  return `<![CDATA[${inner}]]>`;
}

function element(name: string, text: string | number): string {
  return `<${name}>${typeof text === 'number' ? text : escapeXml(text)}</${name}>`;
}

function cdataElement(name: string, text: string): string {
  return `<${name}>${cdata(text)}</${name}>`;
}

/** A stored meta value; serialized ones contain byte counts, so characters are dropped inside the value, not from its text. */
export function metaText(value: string): string {
  if (value.search(IMPOSSIBLE) < 0 || !isSerialized(value)) return value;
  const decoded = unserialize(value);
  return decoded === undefined ? value : serialize(withoutImpossible(decoded));
}

function withoutImpossible(value: PhpValue): PhpValue {
  if (typeof value === 'string') return xmlSafe(value);
  if (!(value instanceof PhpArray)) return value;
  return PhpArray.map(
    [...value].map(([key, item]) => [typeof key === 'string' ? xmlSafe(key) : key, withoutImpossible(item)] as const),
  );
}

const RSS_DATE = 'D, d M Y H:i:s O';

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
      element('wp:term_id', term.term),
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
      element('wp:term_id', term.term),
      cdataElement('wp:tag_slug', term.slug),
      cdataElement('wp:tag_name', term.name),
      cdataElement('wp:tag_description', term.description),
      ...metaXml,
      '</wp:tag>',
    );
  }
  return lines(
    '<wp:term>',
    element('wp:term_id', term.term),
    cdataElement('wp:term_taxonomy', taxonomy),
    cdataElement('wp:term_slug', term.slug),
    cdataElement('wp:term_parent', parent),
    cdataElement('wp:term_name', term.name),
    cdataElement('wp:term_description', term.description),
    ...metaXml,
    '</wp:term>',
  );
}

function metaElements(name: string, meta: readonly MetaRow[]): string[] {
  return meta.map(
    ({ key, value }) =>
      `<${name}>${cdataElement('wp:meta_key', key ?? '')}${cdataElement('wp:meta_value', metaText(value ?? ''))}</${name}>`,
  );
}

function lines(...parts: string[]): string {
  return `${parts.join('\n')}\n`;
}

/** Meta key with the user who is editing the entry. */
const EDIT_LOCK = '_edit_lock';

/** The parts of an item besides its row. */
interface ItemParts {
  link: string;
  isSticky: boolean;
  attachmentUrl?: string;
  terms: readonly AssignedTermRow[];
  meta: readonly MetaRow[];
}

/** An item up to its comments; `ITEM_END` closes it. */
export function itemStart(entry: EntryRow, { link, isSticky, attachmentUrl, terms, meta }: ItemParts): string {
  return lines(
    '<item>',
    cdataElement('title', entry.title),
    element('link', link),
    element('pubDate', rssDate(entry.dateGmt)),
    cdataElement('dc:creator', entry.login ?? ''),
    `<guid isPermaLink="false">${escapeXml(entry.guid)}</guid>`,
    '<description></description>',
    cdataElement('content:encoded', entry.content),
    cdataElement('excerpt:encoded', entry.excerpt),
    element('wp:post_id', entry.id),
    cdataElement('wp:post_date', entry.date),
    cdataElement('wp:post_date_gmt', entry.dateGmt),
    cdataElement('wp:post_modified', entry.modified),
    cdataElement('wp:post_modified_gmt', entry.modifiedGmt),
    cdataElement('wp:comment_status', entry.commentStatus),
    cdataElement('wp:ping_status', entry.pingStatus),
    cdataElement('wp:post_name', entry.slug),
    cdataElement('wp:status', entry.status),
    element('wp:post_parent', entry.parent),
    element('wp:menu_order', entry.menuOrder),
    cdataElement('wp:post_type', entry.type),
    cdataElement('wp:post_password', entry.password),
    element('wp:is_sticky', isSticky ? 1 : 0),
    ...(attachmentUrl === undefined ? [] : [cdataElement('wp:attachment_url', attachmentUrl)]),
    ...terms.map(
      ({ taxonomy, slug, name }) =>
        `<category domain="${escapeXml(taxonomy)}" nicename="${escapeXml(slug)}">${cdata(name)}</category>`,
    ),
    ...metaElements(
      'wp:postmeta',
      meta.filter(({ key }) => key !== EDIT_LOCK),
    ),
  );
}

export const ITEM_END = '</item>\n';

export function commentXml(comment: Comment, meta: readonly MetaRow[]): string {
  return lines(
    '<wp:comment>',
    element('wp:comment_id', comment.id),
    cdataElement('wp:comment_author', comment.authorName),
    cdataElement('wp:comment_author_email', comment.authorEmail),
    element('wp:comment_author_url', comment.authorUrl),
    cdataElement('wp:comment_author_IP', comment.authorIp),
    cdataElement('wp:comment_date', comment.date),
    cdataElement('wp:comment_date_gmt', comment.dateGmt),
    cdataElement('wp:comment_content', comment.content),
    cdataElement('wp:comment_approved', comment.approved),
    cdataElement('wp:comment_type', comment.type),
    element('wp:comment_parent', comment.parent),
    element('wp:comment_user_id', comment.author),
    ...metaElements('wp:commentmeta', meta),
    '</wp:comment>',
  );
}

/** An entry that was never published has no publication date. */
function rssDate(gmt: string): string {
  return gmt === ZERO_DATE ? '' : formatDate(RSS_DATE, parseDate(gmt) ?? 0);
}
