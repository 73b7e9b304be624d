import { headerLine } from '../../platform/mail/message.js';
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
  return {
    subject: subject(site, `A comment on “${titleOf(comment)}” waits for approval`),
    text: lines(
      `Somebody commented on “${titleOf(comment)}”, and the comment is not shown until it is approved.`,
      '',
      ...aboutComment(comment),
      '',
      `The post: ${site.home}/?p=${comment.post}`,
      `To approve or remove the comment: ${site.rest(`/wp/v2/comments/${comment.id}`)}`,
    ),
  };
}

export function publishedText(site: Site, comment: CommentNews): NoticeText {
  return {
    subject: subject(site, `New comment on “${titleOf(comment)}”`),
    text: lines(
      `There is a new comment on your post “${titleOf(comment)}”.`,
      '',
      ...aboutComment(comment),
      '',
      `To read it in its place: ${site.home}/?p=${comment.post}#comment-${comment.id}`,
    ),
  };
}

export function passwordText(site: Site, { name }: Person): NoticeText {
  return {
    subject: subject(site, 'Your password was changed'),
    text: lines(
      `Hello ${plain(name)},`,
      '',
      `the password of your account at ${siteName(site)} was just changed.`,
      `If that was not you, please write to ${site.option('admin_email')} at once.`,
      '',
      site.home,
    ),
  };
}

export function emailText(site: Site, { name }: Person, newEmail: string): NoticeText {
  return {
    subject: subject(site, 'Your e-mail address was changed'),
    text: lines(
      `Hello ${plain(name)},`,
      '',
      `your account at ${siteName(site)} now has the e-mail address ${headerLine(newEmail)}. Mail will go there from now on.`,
      `If you did not want this, please write to ${site.option('admin_email')} at once.`,
      '',
      site.home,
    ),
  };
}

export function siteEmailText(site: Site, newEmail: string): NoticeText {
  const now = newEmail === '' ? 'is no longer this one, and no other was set' : `is now ${headerLine(newEmail)}`;
  return {
    subject: subject(site, 'The site’s e-mail address was changed'),
    text: lines(`Hello,`, '', `the address that mail about running ${siteName(site)} goes to ${now}.`, '', site.home),
  };
}

function aboutComment({ authorName, authorEmail, authorUrl, authorIp, content }: CommentNews): string[] {
  return [
    `Author: ${plain(authorName) || 'unknown'}`,
    ...(authorEmail === '' ? [] : [`E-mail: ${headerLine(authorEmail)}`]),
    ...(authorUrl === '' ? [] : [`Website: ${headerLine(authorUrl)}`]),
    ...(authorIp === '' ? [] : [`Address: ${headerLine(authorIp)}`]),
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

function titleOf({ postTitle }: CommentNews): string {
  return plain(postTitle ?? '') || 'Untitled';
}

function plain(html: string): string {
  return headerLine(decodeSpecialCharacters(stripAllTags(html), 'both'), 120);
}

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}
