import { describe, expect, test } from '@jest/globals';
import { entry } from '../../../../test/support/entries.js';
import { type Entry } from './entry.js';
import { permalink, type PermalinkData, type PermalinkRules } from './permalinks.js';

const NO_DATA: PermalinkData = { entries: new Map(), categoryPaths: new Map(), nicenames: new Map() };

const RULES: PermalinkRules = {
  home: 'http://s.test',
  structure: '/%year%/%monthnum%/%day%/%postname%/',
  frontPage: 0,
};

function linkOf(
  changes: Partial<Entry>,
  rules: Partial<PermalinkRules> = {},
  data: Partial<PermalinkData> = {},
): string {
  return permalink(entry(changes), { ...RULES, ...rules }, { ...NO_DATA, ...data });
}

const among = (...entries: Entry[]) => ({ entries: new Map(entries.map((entry) => [entry.id, entry])) });

describe('posts', () => {
  test.each([
    ['/%year%/%monthnum%/%day%/%postname%/', 'http://s.test/2018/03/04/a-post/'],
    ['/%hour%-%minute%-%second%/%post_id%', 'http://s.test/05-06-07/7'],
    ['/archive/%category%/%author%/%postname%/', 'http://s.test/archive/top/sub/jo/a-post/'],
    ['/%unknown%/%postname%', 'http://s.test/%unknown%/a-post'],
    ['', 'http://s.test/?p=7'],
  ])('%s', (structure, link) => {
    expect(
      linkOf({}, { structure }, { categoryPaths: new Map([[7, 'top/sub']]), nicenames: new Map([[1, 'jo']]) }),
    ).toBe(link);
  });

  test.each(['draft', 'pending', 'auto-draft', 'future'])('%s has no address of its own yet', (status) => {
    expect(linkOf({ status })).toBe('http://s.test/?p=7');
  });

  test.each([
    ['/%category%/%postname%/', 'http://s.test/a-post/'],
    ['/%category%/%author%/%postname%', 'http://s.test/a-post'],
    ['/blog/%category%/%post_id%/', 'http://s.test/blog/7/'],
    ['/%postname%/%category%/', 'http://s.test/a-post/'],
  ])('without category and author %s has no double slash', (structure, link) => {
    expect(linkOf({}, { structure })).toBe(link);
  });

  test('without a slug the id stands in for a path that would be an archive', () => {
    expect(linkOf({ slug: '' })).toBe('http://s.test/?p=7');
    expect(linkOf({ slug: '' }, { structure: '/%year%/%post_id%/' })).toBe('http://s.test/2018/7/');
  });

  test('the trash keeps its address', () => {
    expect(linkOf({ status: 'trash', slug: 'a-post__trashed' })).toBe('http://s.test/2018/03/04/a-post__trashed/');
  });
});

describe('pages', () => {
  const top = entry({ id: 1, type: 'page', slug: 'top' });
  const middle = entry({ id: 2, type: 'page', slug: 'middle', parent: 1 });
  const page = { type: 'page', slug: 'low', parent: 2 };

  test('stand below their ancestors', () => {
    expect(linkOf(page, {}, among(top, middle))).toBe('http://s.test/top/middle/low/');
    expect(linkOf(page, { structure: '/%postname%' }, among(top, middle))).toBe('http://s.test/top/middle/low');
    expect(linkOf({ ...page, status: 'future' }, {}, among(top, middle))).toBe('http://s.test/top/middle/low/');
  });

  test('a parent without a slug, or a missing one, leaves no double slash', () => {
    const draft = entry({ id: 2, type: 'page', status: 'draft', slug: '', parent: 1 });
    expect(linkOf(page, {}, among(top, draft))).toBe('http://s.test/top/low/');
    expect(linkOf(page, {}, among(entry({ ...draft, parent: 0 })))).toBe('http://s.test/low/');
    expect(linkOf(page)).toBe('http://s.test/low/');
    expect(linkOf({ ...page, slug: '' }, {}, among(top, middle))).toBe('http://s.test/?page_id=7');
  });

  test('drafts, the front page, and sites without addresses', () => {
    expect(linkOf({ ...page, status: 'draft' })).toBe('http://s.test/?page_id=7');
    expect(linkOf(page, { frontPage: 7 })).toBe('http://s.test/');
    expect(linkOf(page, { structure: '' })).toBe('http://s.test/?page_id=7');
    expect(linkOf(page, { structure: '/index.php/%postname%/' })).toBe('http://s.test/index.php/low/');
  });

  test('a circle of parents ends', () => {
    const circle = entry({ id: 2, type: 'page', slug: 'middle', parent: 7 });
    expect(linkOf(page, {}, among(circle, entry({ ...page })))).toBe('http://s.test/middle/low/');
  });
});

describe('attachments', () => {
  const attachment = { id: 9, type: 'attachment', status: 'inherit', slug: 'pic', parent: 7 };

  test('stand below what they are attached to', () => {
    expect(linkOf(attachment, {}, among(entry()))).toBe('http://s.test/2018/03/04/a-post/pic/');
    expect(linkOf({ ...attachment, slug: '12' }, {}, among(entry()))).toBe(
      'http://s.test/2018/03/04/a-post/attachment/12/',
    );
    expect(linkOf(attachment, {}, among(entry({ status: 'draft' })))).toBe('http://s.test/?attachment_id=9');
  });

  test('alone, and on sites without addresses', () => {
    expect(linkOf({ ...attachment, parent: 0, slug: '' })).toBe('http://s.test/?attachment_id=9');
    expect(linkOf({ ...attachment, parent: 0 })).toBe('http://s.test/pic/');
    expect(linkOf(attachment, { structure: '' }, among(entry()))).toBe('http://s.test/?attachment_id=9');
  });

  test('of something that is gone or that visitors cannot open have plain addresses in WordPress 7', () => {
    const current = { hidesUnpublished: true };
    expect(linkOf(attachment)).toBe('http://s.test/pic/');
    expect(linkOf(attachment, current)).toBe('http://s.test/?attachment_id=9');
    expect(linkOf(attachment, current, among(entry({ type: 'unregistered' })))).toBe('http://s.test/?attachment_id=9');
    expect(linkOf(attachment, current, among(entry()))).toBe('http://s.test/2018/03/04/a-post/pic/');
    expect(linkOf({ ...attachment, parent: 0 }, current)).toBe('http://s.test/pic/');
  });

  test('a circle of attachments ends', () => {
    const other = entry({ ...attachment, id: 7, parent: 9 });
    expect(linkOf(attachment, {}, among(other, entry(attachment)))).toBe('http://s.test/?attachment_id=9');
  });
});
