import { type Profile } from '../../variant/profile.js';
import { type Site } from '../../site/site.js';
import { balanceTags } from '../../text/sanitize/balance-tags.js';
import { fixInvalidEntities } from '../../text/entities.js';
import { filterCommentContent } from '../../text/sanitize/kses.js';
import { cleanTextField } from '../../text/clean.js';
import { cleanName, cleanProfileEmail, cleanProfileUrl } from '../users/profile-text.js';
import { type Comment } from './comment.js';
import { parseAttributes } from '../../text/sanitize/attributes.js';
import { type TextRules } from '../../text/text-rules.js';
import { escapeAttribute } from '../../text/escape.js';

type CommentTexts = Pick<Comment, 'authorName' | 'authorEmail' | 'authorUrl' | 'userAgent' | 'content'>;

/** In bytes: what clients may send, and what the columns hold after escaping. Names are part of error codes. */
const LIMITS = [
  { member: 'authorName', name: 'comment_author', sent: 245, stored: 255 },
  { member: 'authorEmail', name: 'comment_author_email', sent: 100, stored: 100 },
  { member: 'authorUrl', name: 'comment_author_url', sent: 200, stored: 200 },
  { member: 'content', name: 'comment_content', sent: 65525, stored: 65535 },
] as const;

const MAX_AGENT_LENGTH = 254;

/** The column whose value is too long, if any. */
export function tooLongColumn(texts: Partial<CommentTexts>, form: 'sent' | 'stored'): string | undefined {
  return LIMITS.find((limit) => Buffer.byteLength(texts[limit.member] ?? '') > limit[form])?.name;
}

export interface ContentRules {
  /** The author may store unfiltered HTML. */
  unfilteredHtml: boolean;
  home: string;
  /** The site's option to balance tags when saving. */
  balancesTags: boolean;
  /** Links carry `ugc` besides `nofollow`. */
  marksUserContent?: boolean;
  text?: TextRules;
}

export function contentRules(site: Site, unfilteredHtml: boolean, { comments, text }: Profile): ContentRules {
  return {
    unfilteredHtml,
    home: site.home,
    balancesTags: site.isOn('use_balanceTags'),
    marksUserContent: comments.marksUserContent,
    text: text.rules,
  };
}

/** The given texts as stored; absent ones stay absent. */
export function storedTexts<T extends Partial<CommentTexts>>(texts: T, rules: ContentRules): T {
  const { authorName, authorEmail, authorUrl, userAgent, content } = texts;
  return {
    ...texts,
    ...(authorName !== undefined && { authorName: cleanName(authorName) }),
    ...(authorEmail !== undefined && { authorEmail: cleanProfileEmail(authorEmail) }),
    ...(authorUrl !== undefined && { authorUrl: cleanProfileUrl(authorUrl, rules.text) }),
    ...(userAgent !== undefined && { userAgent: [...cleanTextField(userAgent)].slice(0, MAX_AGENT_LENGTH).join('') }),
    ...(content !== undefined && { content: storedContent(content, rules) }),
  };
}

function storedContent(content: string, rules: ContentRules): string {
  const { unfilteredHtml, home, balancesTags, marksUserContent, text } = rules;
  const relations = marksUserContent ? USER_CONTENT : NOFOLLOW;
  const filtered = unfilteredHtml ? content : filterCommentContent(content, text);
  const html = addNofollow(fixInvalidEntities(filtered), home, relations);
  return balancesTags ? balanceTags(html, text === 'wp7') : html;
}

/** Stops at the next bracket of either kind, so that unterminated tags cost nothing. */
const LINK = /<a[ \t\r\n]([^<>]+)>/gi;
const NOFOLLOW = ['nofollow'];
const USER_CONTENT = ['nofollow', 'ugc'];

/** Adds `nofollow` to links, except those to the site itself. */
export function addNofollow(html: string, home: string, relations: readonly string[] = NOFOLLOW): string {
  return html.replace(
    LINK,
    (_link, attributes: string) => `<a ${isOwn(attributes, home) ? attributes : marked(attributes, relations)}>`,
  );
}

function isOwn(attributes: string, home: string): boolean {
  const href = /(?:^|[ \t\r\n])href[ \t\r\n]*=[ \t\r\n]*["']?([^"' \t\r\n]*)/i.exec(attributes)?.[1] ?? '';
  const target = withoutScheme(href);
  const site = withoutScheme(home);
  return target !== href && target.startsWith(site) && /^(?:[/?#]|$)/.test(target.slice(site.length));
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//i, '').toLowerCase();
}

function marked(attributes: string, relations: readonly string[]): string {
  if (!/\brel[ \t\r\n]*=/i.test(attributes)) return `${attributes} rel="${relations.join(' ')}"`;
  const parsed = parseAttributes(attributes);
  const words = (parsed.find(({ name }) => name.toLowerCase() === 'rel')?.value ?? '')
    .split(/[ \t\r\n]+/)
    .filter((word) => word !== '');
  words.push(...relations.filter((relation) => !words.includes(relation)));
  const others = parsed
    .filter(({ name }) => name.toLowerCase() !== 'rel')
    .map(({ name, value }) => (value === undefined ? name : `${name}="${escapeAttribute(value)}"`));
  return [...others, `rel="${escapeAttribute(words.join(' '))}"`].join(' ');
}
