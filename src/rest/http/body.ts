import { type IncomingMessage } from 'node:http';
import { type PhpMap } from '../args/php-values.js';
import { payloadTooLarge } from '../errors/catalogue.js';
import { readMultipart } from './multipart.js';
import { parsePhpQuery } from './php-query.js';

/** The whole body, refused as soon as it is known to be larger than the limit. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw payloadTooLarge(limit);
  if (announced === 0 && request.headers['transfer-encoding'] === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  // Breaking off does not close the connection: the answer still has to go out on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw payloadTooLarge(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Media type without its parameters. */
export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/**
 * Form parameters. A real POST may bring urlencoded or multipart fields; other methods only urlencoded ones, or a body
 * without any content type.
 */
export async function parseForm(
  wireMethod: string,
  contentType: string | undefined,
  body: Buffer,
): Promise<PhpMap | undefined> {
  if (body.length === 0) return undefined;
  const type = mediaType(contentType);
  if (type === 'application/x-www-form-urlencoded' || (type === '' && wireMethod !== 'POST'))
    return parsePhpQuery(body.toString('utf8'));
  // Files are left to the routes that accept uploads.
  if (type === 'multipart/form-data' && wireMethod === 'POST')
    return readMultipart([body], contentType!, { fieldBytes: body.length });
  return undefined;
}
