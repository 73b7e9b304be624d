import { type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import busboy from 'busboy';
import { type PhpMap } from '../args/php-values.js';
import { payloadTooLarge } from '../errors/catalogue.js';
import { DEFAULT_LIMITS, ParameterBuilder, parsePhpQuery } from './php-query.js';

/** The whole body, refused as soon as it is known to be larger than the limit. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw payloadTooLarge(limit);
  if (announced === 0 && request.headers['transfer-encoding'] === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
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
  if (type === 'multipart/form-data' && wireMethod === 'POST') return parseMultipartFields(contentType!, body);
  return undefined;
}

/** Plain fields of a multipart body; files are left to the routes that take uploads. */
async function parseMultipartFields(contentType: string, body: Buffer): Promise<PhpMap> {
  const builder = new ParameterBuilder();
  try {
    const parser = busboy({
      headers: { 'content-type': contentType },
      limits: { fields: DEFAULT_LIMITS.pairs, fieldSize: body.length },
    });
    parser.on('field', (name, value) => builder.add(name, value));
    parser.on('file', (_name, stream) => stream.resume());
    await new Promise<void>((done, failed) => {
      parser.on('close', done);
      parser.on('error', failed);
      Readable.from([body]).pipe(parser);
    });
  } catch {
    // A broken multipart body yields the fields that could be read, as PHP does.
  }
  return builder.finish();
}
