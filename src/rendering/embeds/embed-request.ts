import { createHash } from 'node:crypto';
import { PhpArray, PhpFloat } from '../../text/php/values.js';
import { serialize } from '../../text/php/writer.js';
import { toInteger } from '../../text/php/php-values.js';
import { type ShortcodeAttributes } from '../shortcode-attributes.js';
import { type EmbedRequest } from '../render-context.js';

const DEFAULT_WIDTH = 500;
const MAX_HEIGHT = 1000;
const KEY_PREFIX = '_oembed_';

/** Cached value for a URL whose provider has no embed. */
export const UNKNOWN_EMBED = '{{unknown}}';

function defaultSize(contentWidth: number): { width: number; height: number } {
  const width = contentWidth > 0 ? contentWidth : DEFAULT_WIDTH;
  return { width, height: Math.ceil(width * 1.5) };
}

export function embedRequest(url: string, attributes: ShortcodeAttributes, contentWidth: number): EmbedRequest {
  const { width, height } = defaultSize(contentWidth);
  const size = (name: string, fallback: number) => Math.max(0, toInteger(attributes.get(name) ?? String(fallback)));
  return { url, width: size('width', width), height: size('height', Math.min(height, MAX_HEIGHT)) };
}

/**
 * The meta key under which WordPress caches a post's embed of this URL: a hash of the URL and the attributes in PHP's
 * serialised form, defaults first.
 */
export function embedCacheKey(url: string, attributes: ShortcodeAttributes, contentWidth: number): string {
  const { width, height } = defaultSize(contentWidth);
  // PHP computes the height as a float, but the limit is an integer.
  const values = new PhpArray()
    .set('width', width)
    .set('height', height > MAX_HEIGHT ? MAX_HEIGHT : new PhpFloat(height));
  let position = 0;
  for (const [name, value] of attributes) values.set(/^\d+$/.test(name) ? position++ : name, value);
  return (
    KEY_PREFIX +
    createHash('md5')
      .update(url + serialize(values))
      .digest('hex')
  );
}

/** The meta key of the Unix time at which the embed with this key was cached. */
export function embedTimeKey(key: string): string {
  return `${KEY_PREFIX}time_${key.slice(KEY_PREFIX.length)}`;
}
