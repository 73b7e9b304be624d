import { headerLine } from '../../platform/mail/message.js';
import { messagesOf, type Texts } from '../../site/messages/texts.js';
import { type Site } from '../../site/site.js';
import { decodeSpecialCharacters } from '../../text/escape.js';
import { stripAllTags } from '../../text/strip-tags.js';

/** A notification by mail. Stored as a job until it is written. */
export type Notice =
  | { about: 'commentHeld' | 'commentPublished'; comment: number }
  | { about: 'passwordChanged'; person: Person }
  | { about: 'emailChanged'; person: Person; newEmail: string }
  | { about: 'siteEmailChanged'; oldEmail: string; newEmail: string };

/** The recipient, by the address before the change. */
export interface Person {
  name: string;
  email: string;
}

/** A comment with the details of its notification. */
export interface CommentNews {
  id: number;
  post: number;
  /** User id; 0 for visitors. */
  author: number;
  authorName: string;
  authorEmail: string;
  authorUrl: string;
  authorIp: string;
  content: string;
  approved: string;
  /** The following are null if there is no such post or user. */
  postTitle: string | null;
  postAuthor: number | null;
  postAuthorName: string | null;
  postAuthorEmail: string | null;
}

export interface NoticeText {
  subject: string;
  text: string;
}

export function heldText(site: Site, comment: CommentNews): NoticeText {
  const t = messagesOf(site.locale).mail;
  const title = titleOf(comment, t);
  return {
    subject: subject(site, t.held.subject({ title })),
    text: lines(
      t.held.text({ title }),
      '',
      ...aboutComment(comment, t),
      '',
      t.held.post({ url: `${site.home}/?p=${comment.post}` }),
      t.held.comment({ url: site.rest(`/wp/v2/comments/${comment.id}`) }),
    ),
  };
}

export function publishedText(site: Site, comment: CommentNews): NoticeText {
  const t = messagesOf(site.locale).mail;
  const title = titleOf(comment, t);
  return {
    subject: subject(site, t.published.subject({ title })),
    text: lines(
      t.published.text({ title }),
      '',
      ...aboutComment(comment, t),
      '',
      t.published.comment({ url: `${site.home}/?p=${comment.post}#comment-${comment.id}` }),
    ),
  };
}

export function passwordText(site: Site, { name }: Person): NoticeText {
  const t = messagesOf(site.locale).mail;
  return {
    subject: subject(site, t.password.subject),
    text: lines(
      t.hello({ name: plain(name) }),
      '',
      t.password.text({ site: siteName(site) }),
      t.notYou({ email: site.option('admin_email') }),
      '',
      site.home,
    ),
  };
}

export function emailText(site: Site, { name }: Person, newEmail: string): NoticeText {
  const t = messagesOf(site.locale).mail;
  return {
    subject: subject(site, t.emailChanged.subject),
    text: lines(
      t.hello({ name: plain(name) }),
      '',
      t.emailChanged.text({ site: siteName(site), email: headerLine(newEmail) }),
      t.emailChanged.unwanted({ email: site.option('admin_email') }),
      '',
      site.home,
    ),
  };
}

export function siteEmailText(site: Site, newEmail: string): NoticeText {
  const t = messagesOf(site.locale).mail;
  const { changed, removed } = t.siteEmail;
  const values = { site: siteName(site), email: headerLine(newEmail) };
  return {
    subject: subject(site, t.siteEmail.subject),
    text: lines(t.helloAll, '', newEmail === '' ? removed(values) : changed(values), '', site.home),
  };
}

type MailTexts = Texts['mail'];

function aboutComment(
  { authorName, authorEmail, authorUrl, authorIp, content }: CommentNews,
  { author, email, website, address, unknown }: MailTexts,
): string[] {
  return [
    author({ name: plain(authorName) || unknown }),
    ...(authorEmail === '' ? [] : [email({ email: headerLine(authorEmail) })]),
    ...(authorUrl === '' ? [] : [website({ url: headerLine(authorUrl) })]),
    ...(authorIp === '' ? [] : [address({ ip: headerLine(authorIp) })]),
    '',
    decodeSpecialCharacters(stripAllTags(content), 'both'),
  ];
}

function subject(site: Site, text: string): string {
  return headerLine(`[${siteName(site)}] ${text}`);
}

/** Stored escaped; a site without a title is named by its URL. */
export function siteName(site: Site): string {
  return plain(site.option('blogname')) || site.home;
}

function titleOf({ postTitle }: CommentNews, { untitled }: MailTexts): string {
  return plain(postTitle ?? '') || untitled;
}

function plain(html: string): string {
  return headerLine(decodeSpecialCharacters(stripAllTags(html), 'both'), 120);
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
