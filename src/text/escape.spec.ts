import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { normalizeEntities } from './entities.js';
import {
  decodeSpecialCharacters,
  escapeAttribute,
  escapeHtml,
  escapeTextarea,
  namedToNumericEntities,
  type QuoteStyle,
} from './escape.js';
import { onVectors, type VectorText } from '../../test/support/vector-text.js';

describe('recorded cases', () => {
  testVectors('both', 'esc_html', onVectors(escapeHtml));
  testVectors('both', 'esc_attr', onVectors(escapeAttribute));
  testVectors('both', 'esc_textarea', onVectors(escapeTextarea));
  testVectors('both', 'ent2ncr', onVectors(namedToNumericEntities));
  testVectors('both', 'wp_kses_normalize_entities', onVectors(normalizeEntities));
  const styles: Record<string, QuoteStyle> = { single: 'single', double: 'double', 2: 'double', 3: 'both', 0: 'none' };
  testVectors('both', 'wp_specialchars_decode', (text: VectorText, style: string | number = 0) =>
    onVectors(decodeSpecialCharacters)(text, styles[style] ?? 'none'),
  );
});

describe('escaping', () => {
  test('does not escape twice', () => {
    expect(escapeHtml('Tom & Jerry')).toBe('Tom &amp; Jerry');
    expect(escapeHtml(escapeHtml('<a title="it\'s">'))).toBe('&lt;a title=&quot;it&#039;s&quot;&gt;');
  });

  test('text that was not valid UTF-8 vanishes', () => {
    expect(escapeHtml('a\ud800')).toBe('');
  });

  test('decoding stops after one level', () => {
    expect(decodeSpecialCharacters('&amp;lt;&#x3c;', 'both')).toBe('&lt;&#x3c;');
  });
});
