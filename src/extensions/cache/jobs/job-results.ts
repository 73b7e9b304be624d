import { isMap, type PhpMap, toInteger } from '../../../rest/args/php-values.js';

const LONGEST_CSS = 512 * 1024;
const MAX_IMAGES = 100;
const IMAGE_NAME = /^[\w@.-]{1,200}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** What is kept of a worker's word on an image: sizes saved, and digests to check the files by. */
export interface ImageResult {
  sourceBytes: number;
  savedBytes: number;
  webpSavedBytes: number;
  sha256: string;
  webpSha256: string;
}

export function imageResult(sent: PhpMap): ImageResult {
  return {
    sourceBytes: size(sent.src_size),
    savedBytes: size(sent.ori_reduced),
    webpSavedBytes: size(sent.webp_reduced),
    sha256: digest(sent.ori_sha256),
    webpSha256: digest(sent.webp_sha256),
  };
}

/** A style sheet that stays one wherever it is put: no way out of its element, nothing loaded from elsewhere. */
export function isSafeCss(css: string): boolean {
  return (
    css.length <= LONGEST_CSS &&
    !/<\/?style|<!--|@import|@charset|expression\s*\(|javascript:|-moz-binding|\0/i.test(css) &&
    hasBalancedBraces(css)
  );
}

/** The names of images, as far as they occur in the text they are said to be from. */
export function imagesWithin(names: unknown, text: string): string[] {
  const listed = Array.isArray(names) ? names.slice(0, MAX_IMAGES) : [];
  return listed.filter(
    (name): name is string => typeof name === 'string' && IMAGE_NAME.test(name) && text.includes(name),
  );
}

/** Messages as a list, whether sent as a list or keyed by something. */
export function items(data: unknown): { key: string; item: unknown }[] {
  if (Array.isArray(data)) return data.map((item: unknown, index) => ({ key: String(index), item }));
  return isMap(data) ? Object.entries(data).map(([key, item]) => ({ key, item })) : [];
}

function hasBalancedBraces(css: string): boolean {
  let depth = 0;
  for (const char of css) {
    if (char === '{') depth++;
    else if (char === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

function size(value: unknown): number {
  return Math.min(Math.max(toInteger(value), 0), Number.MAX_SAFE_INTEGER);
}

function digest(value: unknown): string {
  return typeof value === 'string' && SHA256.test(value) ? value : '';
}
