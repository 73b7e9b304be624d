import { expect, test } from '@jest/globals';
import { withPublicAddresses } from './wordpress-addresses.js';

const SITE = 'https://www.site.test';
const INTERNAL = 'http://php.internal:8080';
const REQUEST = '/index.php?rest_route=%2Fwp%2Fv2%2Fposts&#038;include=5&#038;per_page=1&#038;_fields=id%2Ccontent';

test.each([
  ['other pages of a loop', `<a href="${REQUEST}&#038;query-7-page=2">`, '<a href="?query-7-page=2">'],
  [
    'the numbers of a pagination',
    `<a href="?query-8-page=2&#038;rest_route=%2Fwp%2Fv2%2Fposts&#038;include=5&#038;per_page=1"><a href="?query-8-page=3&x=1">`,
    '<a href="?query-8-page=2"><a href="?query-8-page=3&x=1">',
  ],
  ['the internal address', `<a href='${INTERNAL}${REQUEST}&a=1&#038;b=2'>`, `<a href='?a=1&#038;b=2'>`],
  ['a fragment', `<a href="${REQUEST}#respond">`, '<a href="#respond">'],
  ['another link', `<a href="${INTERNAL}/shop/?a=1">`, `<a href="${SITE}/shop/?a=1">`],
  ['a script', `{"ajax":"http:\\/\\/php.internal:8080\\/a"}`, `{"ajax":"https:\\/\\/www.site.test\\/a"}`],
  [
    'an address in an address',
    `<a href="${SITE}/wp-login.php?redirect_to=${encodeURIComponent(`${INTERNAL}/index.php?rest_route=/wp/v2/posts&include=5`)}&amp;x=1">`,
    `<a href="${SITE}/wp-login.php?redirect_to=${encodeURIComponent(`${SITE}/`)}&amp;x=1">`,
  ],
  ['a link of the site', `<a href="${SITE}/index.php?p=5">`, `<a href="${SITE}/index.php?p=5">`],
])('%s', (_name, html, expected) => {
  expect(withPublicAddresses(html, { internal: INTERNAL, site: SITE })).toBe(expected);
});

test('an internal address with a path', () => {
  const internal = `${INTERNAL}/blog`;
  const html = `<a href="/blog${REQUEST}&#038;p=2"><img src="${internal}/a.png">`;
  expect(withPublicAddresses(html, { internal, site: SITE })).toBe(`<a href="?p=2"><img src="${SITE}/a.png">`);
});
