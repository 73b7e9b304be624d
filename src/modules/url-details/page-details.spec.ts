import { describe, expect, test } from '@jest/globals';
import { readPageDetails } from './page-details.js';

const PAGE = new URL('https://pages.test/a/b');

describe('details of a page', () => {
  test('are read from its head, with absolute addresses', () => {
    const html =
      '<html><head><title> A &amp; B </title><link rel="shortcut icon" href="/i.png">' +
      '<meta name="description" content="It&#039;s here"><meta property="og:image" content="c.jpg" /></head>' +
      '<body><title>Other</title></body>';
    expect(readPageDetails(html, PAGE)).toEqual({
      title: 'A & B',
      icon: 'https://pages.test/i.png',
      description: "It's here",
      image: 'https://pages.test/a/c.jpg',
    });
  });

  test('are empty where the page has none, or an address that is not of the web', () => {
    const html = '<meta property="og:image" content="javascript:x">';
    expect(readPageDetails(html, PAGE)).toEqual({ title: '', icon: '', description: '', image: '' });
  });
});
