import { createHash } from 'node:crypto';
import { PhpArray, PhpFloat } from '../../../database/php/values.js';
import { serialize } from '../../../database/php/writer.js';
import { type ShortcodeAttributes } from '../shortcodes/attributes.js';

const DEFAULT_WIDTH = 500;
const MAX_HEIGHT = 1000;

/**
 * The name under which a post's embed of this URL is stored among its metadata: made from the URL and the attributes
 * in PHP's serialised form, defaults first.
 */
export function embedCacheKey(url: string, attributes: ShortcodeAttributes, contentWidth: number): string {
  const width = contentWidth > 0 ? contentWidth : DEFAULT_WIDTH;
  const height = Math.ceil(width * 1.5);
  // The computed height is a float there, the limit a whole number.
  const values = new PhpArray()
    .set('width', width)
    .set('height', height > MAX_HEIGHT ? MAX_HEIGHT : new PhpFloat(height));
  let position = 0;
  for (const [name, value] of attributes) values.set(/^\d+$/.test(name) ? position++ : name, value);
  return `_oembed_${createHash('md5')
    .update(url + serialize(values))
    .digest('hex')}`;
}
