import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Replaces scripts and style sheets by their compressed form: once, and better than a service could at the first request. With both
 * forms the package would be three times as large.
 */
export function compress(folder) {
  for (const name of readdirSync(folder).filter((file) => /\.(?:css|js)$/.test(file))) {
    const path = join(folder, name);
    const text = readFileSync(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
    rmSync(path);
  }
}
