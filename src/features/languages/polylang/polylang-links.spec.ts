import { expect, test } from '@jest/globals';
import { PhpArray, type PhpValue } from '../../../text/php/index.js';
import { homeUrl, localizedUrl, unlocalizedUrl, searchUrl } from './polylang-links.js';
import { PolylangOptions } from './polylang-options.js';

const HOME = 'https://site.test/blog';
const pretty = { home: HOME, structure: '/%postname%/' };
const plain = { home: HOME, structure: '' };
const options = (values: Record<string, PhpValue> = {}) =>
  new PolylangOptions(PhpArray.map(Object.entries({ default_lang: 'en', ...values })));
const SLUGS = ['en', 'fr', 'de'];

test('a folder, which the default language may hide', () => {
  const url = `${HOME}/a-page/`;
  expect(localizedUrl(url, 'fr', options(), pretty)).toBe(`${HOME}/fr/a-page/`);
  expect(localizedUrl(url, 'en', options(), pretty)).toBe(url);
  expect(localizedUrl(url, 'en', options({ hide_default: false }), pretty)).toBe(`${HOME}/en/a-page/`);
  expect(localizedUrl(url, 'fr', options({ rewrite: false }), pretty)).toBe(`${HOME}/language/fr/a-page/`);
  expect(localizedUrl(`${HOME}/fr/a-page/`, 'fr', options(), pretty)).toBe(`${HOME}/fr/a-page/`);
  expect(localizedUrl('https://other.test/a/', 'fr', options(), pretty)).toBe('https://other.test/a/');
  const indexed = { home: HOME, structure: '/index.php/%postname%/' };
  expect(localizedUrl(`${HOME}/index.php/a/`, 'fr', options(), indexed)).toBe(`${HOME}/index.php/fr/a/`);
});

test('a parameter, a subdomain, a domain, or nothing', () => {
  expect(localizedUrl(`${HOME}/?p=5#comment-1`, 'fr', options(), plain)).toBe(`${HOME}/?p=5&lang=fr#comment-1`);
  expect(localizedUrl(`${HOME}/`, 'fr', options(), plain)).toBe(`${HOME}/?lang=fr`);
  const url = `${HOME}/a/`;
  expect(localizedUrl(url, 'fr', options({ force_lang: 2 }), pretty)).toBe('https://fr.site.test/blog/a/');
  expect(localizedUrl(url, 'en', options({ force_lang: 2 }), pretty)).toBe(url);
  const domains = PhpArray.map([['fr', 'https://site.example/']]);
  expect(localizedUrl(url, 'fr', options({ force_lang: 3, domains }), pretty)).toBe('https://site.example/a/');
  expect(localizedUrl(url, 'de', options({ force_lang: 3, domains }), pretty)).toBe(url);
  expect(localizedUrl(url, 'fr', options({ force_lang: 0 }), pretty)).toBe(url);
});

test('what an address names is read back', () => {
  const read = (url: string, values: Record<string, PhpValue> = {}, site = pretty) =>
    unlocalizedUrl(url, SLUGS, options(values), site);
  expect(read(`${HOME}/fr/a/?s=x`)).toEqual({ language: 'fr', url: `${HOME}/a/?s=x` });
  expect(read(`${HOME}/fr`)).toEqual({ language: 'fr', url: `${HOME}/` });
  expect(read(`${HOME}/fr?s=x`)).toEqual({ language: 'fr', url: `${HOME}/?s=x` });
  expect(read(`${HOME}/french/a/`)).toEqual({ url: `${HOME}/french/a/` });
  expect(read(`${HOME}/language/de/a/`, { rewrite: false })).toEqual({ language: 'de', url: `${HOME}/a/` });
  expect(read(`${HOME}/?lang=de`, {}, plain)).toEqual({ language: 'de', url: `${HOME}/?lang=de` });
  expect(read(`${HOME}/?lang=xx`, {}, plain)).toEqual({ url: `${HOME}/?lang=xx` });
  const subdomain = { force_lang: 2 };
  expect(read('https://fr.site.test/blog/a/', subdomain)).toEqual({ language: 'fr', url: `${HOME}/a/` });
  expect(read('https://xx.site.test/blog/a/', subdomain)).toEqual({ url: 'https://xx.site.test/blog/a/' });
  const domains = PhpArray.map([['fr', 'https://site.example/blog']]);
  expect(read('https://site.example/blog/a/', { force_lang: 3, domains })).toEqual({
    language: 'fr',
    url: `${HOME}/a/`,
  });
});

test('the address of a language is that of its front page', () => {
  const frontPage = { id: 7, path: 'accueil' };
  expect(homeUrl({ slug: 'fr', frontPage }, options(), pretty)).toBe(`${HOME}/fr/accueil/`);
  expect(homeUrl({ slug: 'fr', frontPage }, options({ redirect_lang: true }), pretty)).toBe(`${HOME}/fr/`);
  expect(homeUrl({ slug: 'fr', frontPage }, options(), plain)).toBe(`${HOME}/?page_id=7&lang=fr`);
  expect(homeUrl({ slug: 'fr' }, options(), pretty)).toBe(`${HOME}/fr/`);
  expect(homeUrl({ slug: 'en', frontPage: { id: 6, path: 'home' } }, options(), pretty)).toBe(`${HOME}/`);
  expect(searchUrl('fr', options(), pretty)).toBe(`${HOME}/fr/`);
});

test('malformed settings count as missing', () => {
  for (const value of ['text', false, null, 5]) {
    const read = new PolylangOptions(value);
    expect([read.form, read.hidesDefault, read.defaultLanguage, read.types]).toEqual(['folder', true, '', []]);
  }
});
