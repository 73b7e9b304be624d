import { compareVectors, loadVectors, type VectorSet } from './vectors.js';

/** Vectors hold text that is not valid UTF-8 as base64; each bad byte becomes a lone surrogate (U+DC00 + byte). */
export type VectorText = string | { base64: string };

const BAD_BYTE = 0xdc00;

export function fromVector(value: VectorText): string {
  if (typeof value === 'string') return value;
  const bytes = Buffer.from(value.base64, 'base64');
  let out = '';
  for (let i = 0; i < bytes.length;) {
    const length = [1, 2, 3, 4].find((n) => decodes(bytes.subarray(i, i + n)));
    out += length ? bytes.subarray(i, i + length).toString('utf8') : String.fromCharCode(BAD_BYTE + (bytes[i] ?? 0));
    i += length ?? 1;
  }
  return out;
}

function toVector(text: string): VectorText {
  if (!/\p{Surrogate}/u.test(text)) return text;
  const parts = Array.from(text, (char) => {
    const code = char.charCodeAt(0);
    return char.length === 1 && code >= BAD_BYTE && code <= BAD_BYTE + 0xff
      ? Buffer.from([code - BAD_BYTE])
      : Buffer.from(char);
  });
  return { base64: Buffer.concat(parts).toString('base64') };
}

function decodes(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).length > 0;
  } catch {
    return false;
  }
}

/** Wraps a text function so that it accepts and returns vector values. */
export function onVectors<Rest extends unknown[]>(run: (text: string, ...rest: Rest) => string) {
  return (value: VectorText, ...rest: Rest): VectorText => toVector(run(fromVector(value), ...rest));
}

/** Like `testVectors`, without text that is not UTF-8: WordPress reads it as Latin-1, and here it cannot occur. */
export function testTextVectors(set: VectorSet, name: string, run: (text: string, ...rest: never[]) => unknown): void {
  const texts = loadVectors(set, name).filter((vector) => typeof vector.in[0] === 'string');
  compareVectors(`${name} (${set})`, texts, run as (...input: never[]) => unknown);
}
