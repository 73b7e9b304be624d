import { expect, test } from '@jest/globals';
import { messagesOf } from '../../../site/index.js';
import { renderArchive } from './archive.js';
import { html } from './html.js';
import { type Card } from './views.js';

const card = (hasPicture: boolean): Card => ({
  id: 1,
  title: html`A post`,
  url: 'https://site.test/a-post/',
  categories: [],
  excerpt: html``,
  date: { iso: '2026-01-01T00:00:00+00:00', text: '1 January 2026' },
  ...(hasPicture && { image: { url: 'https://site.test/a.jpg', width: 800, height: 600, alt: '' } }),
});

test('one picture of a page is loaded before everything else: the first; those below the first screen are lazy', () => {
  const cards = [false, true, true, true, true].map(card);
  const paging = { page: 1, pages: 1, urlOf: String };
  const { markup } = renderArchive({ heading: html``, cards, paging }, messagesOf('en'));
  const pictures = [...markup.matchAll(/<img[^>]*>/g)].map(([picture]) => picture);
  expect(pictures).toHaveLength(4);
  expect(pictures.map((picture) => /fetchpriority="high"/.test(picture))).toEqual([true, false, false, false]);
  expect(pictures.map((picture) => /loading="lazy"/.test(picture))).toEqual([false, false, true, true]);
});
