import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fresh from 'fresh';
import parseRange from 'range-parser';
import { type StoredFile, type ByteRange } from './upload-storage.js';

/**
 * Sends a stored file: whole, a part, or a 304 when the client has it. Resolves to the number of bytes sent; undefined,
 * with nothing sent, when the file was deleted in the meantime.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StoredFile,
  own: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  const lastModified = new Date(file.modified * 1000).toUTCString();
  const headers: Record<string, string | number> = {
    ...own,
    ETag: file.etag,
    'Last-Modified': lastModified,
    'Accept-Ranges': 'bytes',
  };
  if (fresh(request.headers, { etag: file.etag, 'last-modified': lastModified })) {
    response.writeHead(304, headers).end();
    return 0;
  }
  const range = rangeApplies(request, file) ? byteRange(request.headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${file.size}`, 'Content-Length': 0 }).end();
    return 0;
  }
  if (range) headers['Content-Range'] = `bytes ${range.from}-${range.to}/${file.size}`;
  const length = range ? range.to - range.from + 1 : file.size;
  headers['Content-Length'] = length;
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || file.size === 0) {
    response.writeHead(status, headers).end();
    return 0;
  }
  const source = await file.read(range);
  if (!source) return undefined;
  response.writeHead(status, headers);
  return stream(source, response, length);
}

/** Ends the response together with its last byte, so that a client that disconnects once it has every byte does not count as aborted. */
async function stream(source: Readable, response: ServerResponse, length: number): Promise<number> {
  let sent = 0;
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      sent += chunk.length;
      if (sent < length) response.write(chunk, done);
      else response.end(chunk, done);
    },
  });
  response.once('close', () => sink.destroy());
  await pipeline(source, sink).catch(() => undefined);
  if (sent < length) response.destroy();
  return sent;
}

/** `If-Range`: a part is useful only to a client that has the rest of the same file. */
function rangeApplies({ headers }: IncomingMessage, file: StoredFile): boolean {
  const condition = headers['if-range'];
  if (typeof condition !== 'string') return true;
  return condition.startsWith('"') ? condition === file.etag : Date.parse(condition) === file.modified * 1000;
}

/**
 * The part of a file that a `Range` header requests: undefined for the whole file (also for several ranges or a malformed
 * header), 'unsatisfiable' for a range beyond the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined;
  // RFC 9110: a suffix longer than the file is the whole file; range-parser reports it as unsatisfiable.
  const ranges = parseRange(
    size,
    header.replace(/^bytes=-(\d+)$/, (suffix, length) => (Number(length) > size ? 'bytes=0-' : suffix)),
  );
  if (ranges === -2 || (ranges !== -1 && (ranges.type !== 'bytes' || ranges.length > 1))) return undefined;
  return ranges === -1 ? 'unsatisfiable' : { from: ranges[0]!.start, to: ranges[0]!.end };
}
