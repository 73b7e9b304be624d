import { describe, expect, test } from '@jest/globals';
import { filterFootnotes, storedTexts } from './entry-changes.js';

const texts = {
  title: ' <i>T</i><u>1</u> &#128;',
  content: '<iframe src="x"></iframe><p onclick="x()">ok &#128;</p><b>',
  excerpt: '<script>1</script>',
};

describe('texts of entries', () => {
  test('who may write any markup writes it', () => {
    expect(storedTexts(texts, { unfilteredHtml: true, balancesTags: false, html: 'wp4' })).toEqual({
      title: '<i>T</i><u>1</u> &#128;',
      content: '<iframe src="x"></iframe><p onclick="x()">ok &#8364;</p><b>',
      excerpt: '<script>1</script>',
    });
  });

  test('others are filtered', () => {
    expect(storedTexts(texts, { unfilteredHtml: false, balancesTags: false, html: 'wp4' })).toEqual({
      title: '<i>T</i>1 &#128;',
      content: '<p>ok &#8364;</p><b>',
      excerpt: '1',
    });
  });

  test('the site may want tags closed', () => {
    expect(storedTexts(texts, { unfilteredHtml: false, balancesTags: true, html: 'wp4' }).content).toBe(
      '<p>ok &#8364;</p><b></b>',
    );
  });
});

test('footnotes keep what has an id and content, filtered', () => {
  expect(filterFootnotes('[{"content":"<i onclick=1>é</i>","id":"A b"},{"id":"x"},7,null]')).toBe(
    String.raw`[{"id":"ab","content":"<i>\u00e9<\/i>"}]`,
  );
  for (const text of ['', 'x', '{"id":"a","content":"b"}', '5']) expect(filterFootnotes(text)).toBe('');
});
