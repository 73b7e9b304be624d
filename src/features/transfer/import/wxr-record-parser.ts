import { isSerialized, unserialize } from '../../../text/php/index.js';
import { type MetaValue, type WxrAuthor, type WxrComment, type WxrItem, type WxrTerm } from './wxr-records.js';

/** An element of a record with its descendants. */
export class XmlElement {
  text = '';
  readonly children: XmlElement[] = [];

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>>,
  ) {}

  all(name: string): XmlElement[] {
    return this.children.filter((child) => child.name === name);
  }

  /** Text of the first child with this name; empty if there is none. */
  textOf(name: string): string {
    return this.children.find((child) => child.name === name)?.text ?? '';
  }

  has(name: string): boolean {
    return this.children.some((child) => child.name === name);
  }

  /** A non-negative integer; 0 for anything else. */
  numberOf(name: string): number {
    const text = this.textOf(name).trim();
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  }
}

export function authorFrom(xml: XmlElement): WxrAuthor {
  return {
    id: xml.numberOf('wp:author_id'),
    login: xml.textOf('wp:author_login'),
    email: xml.textOf('wp:author_email'),
    displayName: xml.textOf('wp:author_display_name'),
    firstName: xml.textOf('wp:author_first_name'),
    lastName: xml.textOf('wp:author_last_name'),
  };
}

export function termFrom(xml: XmlElement): WxrTerm {
  const common = { id: xml.numberOf('wp:term_id'), meta: metaFrom(xml.all('wp:termmeta')) };
  if (xml.name === 'wp:category') {
    return {
      ...common,
      taxonomy: 'category',
      slug: xml.textOf('wp:category_nicename'),
      name: xml.textOf('wp:cat_name'),
      parent: xml.textOf('wp:category_parent'),
      description: xml.textOf('wp:category_description'),
    };
  }
  const isTag = xml.name === 'wp:tag';
  return {
    ...common,
    taxonomy: isTag ? 'post_tag' : xml.textOf('wp:term_taxonomy'),
    slug: xml.textOf(isTag ? 'wp:tag_slug' : 'wp:term_slug'),
    name: xml.textOf(isTag ? 'wp:tag_name' : 'wp:term_name'),
    parent: xml.textOf('wp:term_parent'),
    description: xml.textOf(isTag ? 'wp:tag_description' : 'wp:term_description'),
  };
}

export function itemFrom(xml: XmlElement): WxrItem {
  const date = xml.textOf('wp:post_date').trim();
  const dateGmt = xml.textOf('wp:post_date_gmt').trim();
  return {
    id: xml.numberOf('wp:post_id'),
    title: xml.textOf('title'),
    creator: xml.textOf('dc:creator'),
    guid: xml.textOf('guid').trim(),
    content: xml.textOf('content:encoded'),
    excerpt: xml.textOf('excerpt:encoded'),
    date,
    dateGmt,
    // Files of older sites do not include it.
    modified: xml.textOf('wp:post_modified').trim() || date,
    modifiedGmt: xml.textOf('wp:post_modified_gmt').trim() || dateGmt,
    commentStatus: xml.textOf('wp:comment_status') || 'closed',
    pingStatus: xml.textOf('wp:ping_status') || 'closed',
    slug: xml.textOf('wp:post_name'),
    status: xml.textOf('wp:status'),
    parent: xml.numberOf('wp:post_parent'),
    menuOrder: signed(xml.textOf('wp:menu_order')),
    type: xml.textOf('wp:post_type') || 'post',
    password: xml.textOf('wp:post_password'),
    isSticky: xml.textOf('wp:is_sticky').trim() === '1',
    attachmentUrl: xml.textOf('wp:attachment_url').trim(),
    terms: xml.all('category').flatMap(assignedTerm),
    meta: metaFrom(xml.all('wp:postmeta')),
    comments: xml.all('wp:comment').map(commentFrom),
  };
}

/** Without a domain it is a plain RSS category, not a term. */
function assignedTerm(xml: XmlElement): WxrTerm[] {
  const { domain, nicename } = xml.attributes;
  if (!domain || !nicename) return [];
  return [
    {
      id: 0,
      taxonomy: domain === 'tag' ? 'post_tag' : domain,
      slug: nicename,
      name: xml.text,
      parent: '',
      description: '',
      meta: [],
    },
  ];
}

function commentFrom(xml: XmlElement): WxrComment {
  return {
    id: xml.numberOf('wp:comment_id'),
    authorName: xml.textOf('wp:comment_author'),
    authorEmail: xml.textOf('wp:comment_author_email'),
    authorUrl: xml.textOf('wp:comment_author_url').trim(),
    authorIp: xml.textOf('wp:comment_author_IP'),
    date: xml.textOf('wp:comment_date').trim(),
    dateGmt: xml.textOf('wp:comment_date_gmt').trim(),
    content: xml.textOf('wp:comment_content'),
    approved: xml.textOf('wp:comment_approved'),
    type: xml.textOf('wp:comment_type'),
    parent: xml.numberOf('wp:comment_parent'),
    author: xml.numberOf('wp:comment_user_id'),
    meta: metaFrom(xml.all('wp:commentmeta')),
  };
}

function metaFrom(elements: readonly XmlElement[]): MetaValue[] {
  return elements
    .map((xml) => ({ key: xml.textOf('wp:meta_key'), value: withReturns(xml.textOf('wp:meta_value')) }))
    .filter(({ key }) => key !== '');
}

/**
 * XML parsers turn CR LF into LF, which breaks serialized values that counted the carriage returns. WordPress writes them
 * literally, so they are restored if that repairs the value.
 */
function withReturns(value: string): string {
  if (!value.includes('\n') || !isSerialized(value) || unserialize(value) !== undefined) return value;
  const repaired = value.replaceAll('\n', '\r\n');
  return unserialize(repaired) === undefined ? value : repaired;
}

function signed(text: string): number {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
}
