import { describe, expect, test } from '@jest/globals';
import { storedTexts } from './entry-changes.js';

const texts = {
  title: ' <i>T</i><u>1</u> &#128;',
  content: '<iframe src="x"></iframe><p onclick="x()">ok &#128;</p><b>',
  excerpt: '<script>1</script>',
};

describe('texts of entries', () => {
  test('who may write any markup writes it', () => {
    expect(storedTexts(texts, { unfilteredHtml: true, balancesTags: false, html: 'strict' })).toEqual({
      title: '<i>T</i><u>1</u> &#128;',
      content: '<iframe src="x"></iframe><p onclick="x()">ok &#8364;</p><b>',
      excerpt: '<script>1</script>',
    });
  });

  test('others are filtered', () => {
    expect(storedTexts(texts, { unfilteredHtml: false, balancesTags: false, html: 'strict' })).toEqual({
      title: '<i>T</i>1 &#128;',
      content: '<p>ok &#8364;</p><b>',
      excerpt: '1',
    });
  });

  test('the site may want tags closed', () => {
    expect(storedTexts(texts, { unfilteredHtml: false, balancesTags: true, html: 'strict' }).content).toBe(
      '<p>ok &#8364;</p><b></b>',
    );
  });
});
