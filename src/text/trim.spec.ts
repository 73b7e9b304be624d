import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { cleanTextField } from './clean.js';
import { onVectors, type VectorText } from '../../test/support/vector-text.js';
import { stripAllTags, trimWords } from './strip-tags.js';
import { capitalizeProductName, capitalizeProductNameInTitle, convertChars } from './texturize.js';

describe('recorded cases', () => {
  testVectors('both', 'wp_strip_all_tags', (text: VectorText, removeBreaks = false) =>
    onVectors(stripAllTags)(text, { removeBreaks }),
  );
  testVectors('both', 'wp_trim_words', (text: VectorText, count?: number, more?: string | null) =>
    onVectors(trimWords)(text, count, more ?? undefined),
  );
  testVectors('both', 'sanitize_text_field', onVectors(cleanTextField));
  testVectors('both', 'convert_chars', onVectors(convertChars));
  testVectors('both', 'capital_P_dangit', onVectors(capitalizeProductName));
});

describe('plain text', () => {
  test('scripts go with their content, other tags alone', () => {
    expect(stripAllTags('<p>a<script>b</script></p> <SCRIPTED x>c</script> d')).toBe('a  d');
  });

  test('a quoted > does not end a tag', () => {
    expect(stripAllTags('x<a title="1 > 0">y</a>')).toBe('xy');
  });

  test('odd beginnings of markup', () => {
    expect(stripAllTags('<?xml>a')).toBe('');
    expect(stripAllTags('a<?xml>b')).toBe('ab');
    expect(stripAllTags('<<!-->a')).toBe('a');
  });

  test('words', () => {
    expect(trimWords('one two three', 2)).toBe('one two&hellip;');
  });

  test('text fields', () => {
    expect(cleanTextField(' a\n<b>b</b> %41%%4242 < c')).toBe('a b &lt; c');
  });

  test('product name', () => {
    expect(capitalizeProductName('Wordpress (Wordpress)')).toBe('Wordpress (WordPress)');
    expect(capitalizeProductNameInTitle('Wordpress')).toBe('WordPress');
  });
});
