import { type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
const TAKES_GZIP = /(?:^|[\s,])gzip\s*(?:,|$|;\s*q=(?:1|0?\.\d*[1-9]))/i;
/** Smaller bodies are not compressed: it would save nothing. */
const WORTH_COMPRESSING = 1024;

export function takesGzip(accepted: string | undefined): boolean {
  return accepted !== undefined && TAKES_GZIP.test(accepted);
}

export function isWorthCompressing(body: Buffer): boolean {
  return body.length >= WORTH_COMPRESSING;
}

/** Compressed off the event loop. */
export function gzipped(body: Buffer): Promise<Buffer> {
  return compress(body, { level: 6 });
}

/** The body in the form that the client takes, with the headers of that form. */
export async function encodedFor({ headers }: Pick<IncomingMessage, 'headers'>, text: string) {
  const body = Buffer.from(text);
  const isZipped = isWorthCompressing(body) && takesGzip(headers['accept-encoding']);
  return {
    body: isZipped ? await gzipped(body) : body,
    headers: { Vary: 'Cookie, Accept-Encoding', ...(isZipped && { 'Content-Encoding': 'gzip' }) },
  };
}
