import { describe, expect, test } from '@jest/globals';
import { PublicLinks } from './public-links.js';

const SITE = 'https://cms.example/blog';
const FRONT = 'https://www.example';
const links = new PublicLinks({ home: FRONT, serviceHome: SITE, uploadsUrl: `${SITE}/files/here` });

describe('one address', () => {
  test.each([
    [SITE, FRONT],
    [`${SITE}/`, `${FRONT}/`],
    [`${SITE}/a/?b=1#c`, `${FRONT}/a/?b=1#c`],
    [`${SITE}?p=1`, `${FRONT}?p=1`],
    [`HTTP://www.cms.example/blog/a`, `${FRONT}/a`],
    [`${SITE}/feed/`, `${FRONT}/feed/`],
    [`${SITE}/sitemap.xml`, `${FRONT}/sitemap.xml`],
    [`${SITE}/version-1.2`, `${FRONT}/version-1.2`],
  ])('%s is a page', (url, expected) => {
    expect(links.ofAddress(url)).toBe(expected);
    expect(links.inHtml(`<a href='${url}'>`)).toBe(`<a href='${expected}'>`);
  });

  test.each([
    `${SITE}/wp-json/wp/v2/posts`,
    `${SITE}/wp-content/uploads/a.css`,
    `${SITE}/wp-login.php?a`,
    `${SITE}/files/here/a`,
    `${SITE}/a/b.JPG`,
    `${SITE}/a.pdf?v=1`,
    'https://cms.example/blogs/',
    'https://cms.example.evil.example/blog/',
    'https://evil.example/?https://cms.example/blog/',
    'mailto:a@cms.example',
    '/blog/a/',
    '',
  ])('%s stays', (url) => {
    expect(links.ofAddress(url)).toBe(url);
    expect(links.inHtml(`<a href="${url}">`)).toBe(`<a href="${url}">`);
  });

  test('a sentence that begins with an address stays', () => {
    const text = `${SITE}/a is where we are`;
    expect(links.ofAddress(text)).toBe(text);
  });
});

test('all texts of a value', () => {
  const value = {
    url: `${SITE}/a/`,
    many: [`${SITE}/b/`, { html: `<p><a class="x" href="${SITE}/c/">c</a><img src="${SITE}/d"></p>` }],
    other: [1, null, true, `${SITE}/e.png`],
  };
  expect(links.inValue(value)).toEqual({
    url: `${FRONT}/a/`,
    many: [`${FRONT}/b/`, { html: `<p><a class="x" href="${FRONT}/c/">c</a><img src="${SITE}/d"></p>` }],
    other: [1, null, true, `${SITE}/e.png`],
  });
});

test('hostile texts take time in proportion to their length', () => {
  const started = process.cpuUsage();
  links.inHtml(` href="${SITE}/`.repeat(20_000));
  links.inHtml(`${` href="${SITE}/`}${'.'.repeat(200_000)}`);
  links.ofAddress(`${SITE}/${'.p '.repeat(100_000)}`);
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});
