import { cleanFileName, type FileNameTypes } from '../../text/files.js';

/** File systems take 255 bytes; the rest is room for a number, a size and the extension. */
const MAX_STEM_BYTES = 180;

/** A name that is safe to store: cleaned, without anything invisible, of bounded length, with an extension in lower case. */
export function safeFileName(name: string, types: FileNameTypes): string {
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\ufffd]/gu, '');
  const cleaned = cleanFileName(visible.slice(0, 1000), types);
  const { stem, extension } = splitName(cleaned);
  return cutBytes(stem, MAX_STEM_BYTES) + extension.toLowerCase();
}

/** The extension has its dot. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** `a`, `a-1`, `a-2` … */
export function numberedStem(stem: string, number: number): string {
  return number === 0 ? stem : `${stem}-${number}`;
}

function cutBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  let size = 0;
  let end = 0;
  for (const char of text) {
    size += Buffer.byteLength(char);
    if (size > limit) break;
    end += char.length;
  }
  return text.slice(0, end);
}
