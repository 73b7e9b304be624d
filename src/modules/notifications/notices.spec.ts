import { describe, expect, test } from '@jest/globals';
import { messageProblem } from '../../platform/mail/message.js';
import { Site } from '../../site/site.js';
import { emailText, passwordText, siteEmailText, type CommentNews } from './notice-texts.js';
import { heldMessage, publishedMessage } from './notices.writer.js';

const OPTIONS = {
  blogname: 'Tea &amp; Cake',
  home: 'http://site.example',
  admin_email: 'boss@site.example',
  moderation_notify: '1',
  comments_notify: '1',
  permalink_structure: '/%postname%/',
};

function site(options: Record<string, string> = {}): Site {
  return new Site(
    { get: (name: string) => ({ ...OPTIONS, ...options })[name], has: () => true },
    { basePath: '/wp-json', plainRoot: '/' },
  );
}

const COMMENT: CommentNews = {
  id: 12,
  post: 7,
  author: 0,
  authorName: 'Ann &lt;3',
  authorEmail: 'ann@b.example',
  authorUrl: '',
  authorIp: '192.0.2.1',
  content: 'I <b>like</b> it &amp; more',
  approved: '0',
  postTitle: 'Scones',
  postAuthor: 3,
  postAuthorName: 'Bea',
  postAuthorEmail: 'bea@site.example',
};

describe('a held comment', () => {
  test('is sent to the administrator as plain text', () => {
    const message = heldMessage(site(), COMMENT)!;
    expect(message.to).toEqual([{ address: 'boss@site.example' }]);
    expect(message.subject).toBe('[Tea & Cake] A comment on “Scones” waits for approval');
    expect(message.text).toContain('Author: Ann <3');
    expect(message.text).toContain('I like it & more');
    expect(message.text).toContain('http://site.example/wp-json/wp/v2/comments/12');
  });

  test('is not sent if notifications are off, the comment was moderated, or there is no recipient', () => {
    expect(heldMessage(site({ moderation_notify: '' }), COMMENT)).toBeUndefined();
    expect(heldMessage(site(), { ...COMMENT, approved: 'spam' })).toBeUndefined();
    expect(heldMessage(site({ admin_email: 'nobody' }), COMMENT)).toBeUndefined();
  });
});

describe('a published comment', () => {
  const published = { ...COMMENT, approved: '1' };

  test('is sent to the author of the post, who can reply', () => {
    expect(publishedMessage(site(), published)).toMatchObject({
      to: [{ address: 'bea@site.example' }],
      replyTo: [{ address: 'ann@b.example' }],
    });
    expect(publishedMessage(site(), { ...published, authorEmail: 'none' })).not.toHaveProperty('replyTo');
  });

  test('is not sent for their own comment, if notifications are off, or without a recipient', () => {
    expect(publishedMessage(site(), { ...published, author: 3 })).toBeUndefined();
    expect(publishedMessage(site({ comments_notify: '0' }), published)).toBeUndefined();
    expect(publishedMessage(site(), { ...published, approved: '0' })).toBeUndefined();
    expect(publishedMessage(site(), { ...published, postAuthor: null, postAuthorEmail: null })).toBeUndefined();
    expect(publishedMessage(site(), { ...published, author: 0, postAuthor: 0, postAuthorEmail: null })).toBeUndefined();
  });
});

test('hostile names, titles and addresses make no header', () => {
  const bad = 'x\r\nBcc: y@z.example\u2028';
  const hostile = { ...COMMENT, authorName: bad, authorUrl: bad, authorEmail: bad, postTitle: bad, content: bad };
  for (const message of [
    heldMessage(site({ blogname: bad }), hostile),
    publishedMessage(site({ blogname: bad }), { ...hostile, approved: '1' }),
  ]) {
    expect(messageProblem(message!)).toBeUndefined();
  }
});

test('notices about accounts name no password and greet by name', () => {
  const person = { name: 'Bea', email: 'old@b.example' };
  expect(passwordText(site(), person).text).toContain('Hello Bea,');
  expect(emailText(site(), person, 'new@b.example').text).toContain('new@b.example');
  expect(siteEmailText(site(), 'new@b.example').text).toContain('is now new@b.example');
  expect(siteEmailText(site(), '').text).toContain('no other was set');
});
