import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { entry } from '../../../../test/support/entries.js';
import { type AddressedEntry, AddressMatcher, isOwnHost, readAddress } from './match-address.js';
import { permalink, type PermalinkData, type PermalinkRules } from './permalinks.js';
import { repeated, superLinearCost } from '../../../../test/support/processor-time.js';

const DATES = '/%year%/%monthnum%/%day%/%postname%/';
const RULES: PermalinkRules = { home: 'http://s.test', structure: DATES, frontPage: 0 };

const post = entry({ id: 7, slug: 'a-post' });
const page = entry({ id: 1, type: 'page', slug: 'top' });
const child = entry({ id: 2, type: 'page', slug: 'sub', parent: 1 });
const draft = entry({ id: 3, type: 'page', slug: 'top', status: 'draft' });
const loose = entry({ id: 4, type: 'attachment', status: 'inherit', slug: 'pic' });
const attached = entry({ id: 5, type: 'attachment', status: 'inherit', slug: 'shot', parent: 7 });
const ROWS: AddressedEntry[] = [draft, post, page, child, loose, attached].map((row) => ({ ...row, nicename: 'jo' }));

function find(url: string, rules: Partial<PermalinkRules & { postsPage: number }> = {}): number | undefined {
  const all = { ...RULES, postsPage: 0, ...rules };
  const address = readAddress(url, all);
  if (address?.kind === 'id') return address.id;
  if (address?.kind !== 'path') return undefined;
  return new AddressMatcher(all).match(address.segments, ROWS);
}

describe('addresses lead to entries', () => {
  test.each([
    ['http://s.test/2018/03/04/a-post/', 7],
    ['https://www.S.test/2018/3/4/a-post?x=1#y', 7],
    ['http://s.test/index.php/2018/03/04/a-post/', 7],
    ['/2018/03/04/A-Post', 7],
    ['http://s.test/2018/03/04/a-post/embed/', 7],
    ['http://s.test/2018/03/04/a-post/2/', 7],
    ['http://s.test/2018/03/05/a-post/', undefined],
    ['http://s.test/2018/03/', undefined],
    ['http://s.test/a-post/', undefined],
    ['http://s.test/?p=12', 12],
    ['http://s.test/anything?page_id=12', 12],
    ['?attachment_id=12', 12],
    ['http://s.test/?p=0', undefined],
    ['http://s.test/top', 1],
    ['http://s.test//top//sub/', 2],
    ['http://s.test/sub/', undefined],
    ['http://s.test/pic/', 4],
    ['http://s.test/2018/03/04/a-post/shot/', 5],
    ['http://s.test/top/attachment/shot/', 5],
    ['http://other.test/top', undefined],
    ['http://s.test.evil/top', undefined],
    ['//s.test/top', 1],
    ['top', undefined],
    ['', undefined],
    [`http://s.test/${'a/'.repeat(40)}top`, undefined],
  ])('%s', (url, id) => {
    expect(find(url)).toBe(id);
  });

  test.each([
    ['/%postname%/', 'http://s.test/a-post/', 7],
    ['/%postname%/', 'http://s.test/top/', 1],
    ['/%category%/%postname%', 'http://s.test/any/thing/a-post', 7],
    ['/archives/%post_id%', 'http://s.test/archives/7', 7],
    ['/by/%author%/%postname%/', 'http://s.test/by/jo/a-post', 7],
    ['/by/%author%/%postname%/', 'http://s.test/by/al/a-post', undefined],
    ['/%year%/%year%/%postname%', 'http://s.test/2018/2018/a-post', 7],
    ['/%year%/', 'http://s.test/2018/', undefined],
    ['', 'http://s.test/top/', undefined],
    ['', 'http://s.test/?page_id=1', 1],
  ])('with structure %s: %s', (structure, url, id) => {
    expect(find(url, { structure })).toBe(id);
  });

  test('the home page, and the page with the posts', () => {
    expect(readAddress('http://s.test', RULES)).toEqual({ kind: 'front' });
    expect(readAddress('https://s.test/?x', RULES)).toEqual({ kind: 'front' });
    expect(find('http://s.test/top', { postsPage: 1 })).toBeUndefined();
  });

  test('a site below a path', () => {
    expect(find('http://s.test/blog/top/sub/', { home: 'http://s.test/blog' })).toBe(2);
  });

  test('are the inverse of links', () => {
    const data: PermalinkData = {
      entries: new Map([page, post].map((one) => [one.id, one])),
      categoryPaths: new Map([[7, 'news/local']]),
      nicenames: new Map([[1, 'jo']]),
    };
    const structures = fc.constantFrom(
      DATES,
      '/%postname%',
      '/archive/%post_id%/',
      '/%category%/%postname%/',
      '/index.php/%author%/%hour%-%minute%/%postname%/',
    );
    fc.assert(
      fc.property(structures, fc.constantFrom(post, page, child, loose, attached), (structure, one) => {
        const rules = { ...RULES, structure };
        const matcher = new AddressMatcher({ ...rules, postsPage: 0 });
        const address = readAddress(permalink(one, rules, data), rules);
        expect(address?.kind).toBe('path');
        expect(address?.kind === 'path' && matcher.match(address.segments, ROWS)).toBe(one.id);
      }),
    );
  });

  test('nothing throws or takes long', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void find(`http://s.test/${text}`)));
    const run = (path: string) => find(`http://s.test/${path}`, { structure: '/%category%/%postname%/' });
    for (const piece of ['a%', 'a/b'])
      expect(superLinearCost(run, (size) => repeated(piece)(size / 150))).toBeUndefined();
  });
});

test('hosts are compared without scheme, port and www', () => {
  expect(isOwnHost('https://www.s.test:8080/x', 'http://s.test')).toBe(true);
  expect(isOwnHost('http://s.test@evil.test/', 'http://s.test')).toBe(false);
  expect(isOwnHost('/x', 'http://s.test')).toBe(false);
});
