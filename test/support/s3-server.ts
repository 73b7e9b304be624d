import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const S3_CREDENTIALS = { region: 'here', accessKey: 'key', secretKey: 'secret' };

interface Reply {
  status: number;
  body?: Buffer | string;
  etag?: string;
}

export interface S3Server {
  endpoint: string;
  /** Stored objects by path. */
  objects: Map<string, Buffer>;
  /** Multipart uploads that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** `METHOD path?query` of every request. */
  requests: string[];
  /** Runs before a request is handled; a returned status is the response, 'drop' closes the connection. */
  fault?: (request: IncomingMessage) => number | 'drop' | undefined;
  close(): Promise<void>;
}

/** The part of S3 that the storage uses, in memory. It verifies the signature and digest of every request. */
export async function startS3Server(): Promise<S3Server> {
  const server = createServer((request, response) => void respond(s3, request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const s3: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return s3;
}

async function respond(s3: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const content = await buffer(request);
  s3.requests.push(`${request.method} ${request.url}`);
  const fault = s3.fault?.(request);
  if (fault === 'drop') return void request.socket.destroy();
  const { status, body = '', etag = '"tag"' } = fault === undefined ? handle(s3, request, content) : { status: fault };
  response.writeHead(status, {
    'content-length': Buffer.byteLength(body),
    'last-modified': 'Sat, 03 Feb 2018 04:05:06 GMT',
    etag,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function handle(s3: S3Server, request: IncomingMessage, content: Buffer): Reply {
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '', 'http://s3.test');
  if (!isAuthentic(request, url, content)) return { status: 403 };
  const query = url.searchParams;
  const stored = s3.objects.get(url.pathname);
  const mayWrite = !(stored && headers['if-none-match'] === '*');
  const uploadId = query.get('uploadId');
  if (query.has('uploads')) {
    const id = `upload+${s3.uploads.size + 1}`;
    s3.uploads.set(id, new Map());
    return { status: 200, body: `<Result><UploadId>${id}</UploadId></Result>` };
  }
  if (uploadId !== null) {
    const parts = s3.uploads.get(uploadId);
    if (!parts) return { status: 404 };
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), content);
      return { status: 200, etag: `"${createHash('md5').update(content).digest('hex')}"` };
    }
    if (method === 'DELETE') return { status: s3.uploads.delete(uploadId) ? 204 : 404 };
    // A failed completion has status 200 and an error as its body.
    if (!mayWrite) return { status: 200, body: '<Error><Code>PreconditionFailed</Code></Error>' };
    const listed = [...content.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
    const bodies = listed.map(([, number]) => parts.get(Number(number))!);
    if (bodies.some((part, at) => createHash('md5').update(part).digest('hex') !== listed[at]![2]))
      return { status: 400 };
    s3.objects.set(url.pathname, Buffer.concat(bodies));
    s3.uploads.delete(uploadId);
    return { status: 200, body: '<CompleteMultipartUploadResult/>' };
  }
  if (method === 'PUT') {
    if (!mayWrite) return { status: 412 };
    s3.objects.set(url.pathname, content);
    return { status: 200 };
  }
  if (method === 'DELETE') return { status: s3.objects.delete(url.pathname) ? 204 : 404 };
  if (!stored) return { status: 404 };
  const range = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '');
  return range
    ? { status: 206, body: stored.subarray(Number(range[1]), Number(range[2]) + 1) }
    : { status: 200, body: stored };
}

function isAuthentic({ method = '', headers }: IncomingMessage, url: URL, content: Buffer): boolean {
  const authorization = headers.authorization ?? '';
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const request = { method, url, headers: signed, hash: createHash('sha256').update(content).digest('hex') };
  return (
    headers['x-amz-content-sha256'] === request.hash &&
    authorization.endsWith(`Signature=${signature(request, S3_CREDENTIALS, String(headers['x-amz-date']))}`)
  );
}

/** AWS Signature Version 4, written independently of the library that signs. */
export function signature(
  { method, url, headers, hash }: { method: string; url: URL; headers: Record<string, string>; hash: string },
  { region, secretKey }: { region: string; secretKey: string },
  time: string,
): string {
  const names = Object.keys(headers).sort();
  const query = url.search.slice(1).split('&').filter(Boolean).sort().join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    names.join(';'),
    hash,
  ].join('\n');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretKey}`);
  return hmac(key, text).toString('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
