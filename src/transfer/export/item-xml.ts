import { ZERO_DATE } from '../../database/entities/index.js';
import { formatDate, parseDate } from '../../text/dates.js';
import { lines, metaElements, RSS_DATE } from './channel-xml.js';
import { type AssignedTermRow, type CommentRow, type EntryRow, type MetaRow } from './export-rows.js';
import { cdata, cdataElement, element, escapeXml } from './xml.js';

/** Says who has the entry open in an editor just now. */
const EDIT_LOCK = '_edit_lock';

/** What an item has besides its row. */
export interface ItemParts {
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

export function commentXml(comment: CommentRow, meta: readonly MetaRow[]): string {
  return lines(
    '<wp:comment>',
    element('wp:comment_id', comment.id),
    cdataElement('wp:comment_author', comment.author),
    cdataElement('wp:comment_author_email', comment.email),
    element('wp:comment_author_url', comment.url),
    cdataElement('wp:comment_author_IP', comment.ip),
    cdataElement('wp:comment_date', comment.date),
    cdataElement('wp:comment_date_gmt', comment.dateGmt),
    cdataElement('wp:comment_content', comment.content),
    cdataElement('wp:comment_approved', comment.approved),
    cdataElement('wp:comment_type', comment.type),
    element('wp:comment_parent', comment.parent),
    element('wp:comment_user_id', comment.user),
    ...metaElements('wp:commentmeta', meta),
    '</wp:comment>',
  );
}

/** An entry that was never published has no date yet. */
function rssDate(gmt: string): string {
  return gmt === ZERO_DATE ? '' : formatDate(RSS_DATE, parseDate(gmt) ?? 0);
}
