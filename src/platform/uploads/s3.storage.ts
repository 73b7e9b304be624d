import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EMPTY_BODY_HASH, encodePath, type S3Credentials, signed } from './s3-signature.js';
import { checkUploadPath } from './upload-path.js';
import { type ByteRange, type StoredFile, UploadStorage } from './upload-storage.js';

export interface S3Options extends S3Credentials {
  /** Address of the service: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** In front of every path, without slashes at its ends. */
  prefix: string;
}

interface Body {
  file: string;
  size: number;
  hash: string;
}

const TIMEOUT_MS = 30_000;

/** A bucket of an S3-compatible service. */
export class S3Storage extends UploadStorage {
  constructor(private readonly options: S3Options) {
    super();
  }

  /** Services that do not know conditional writes are asked first; between two processes there the later one may lose its name's race. */
  async place(localFile: string, path: string, type: string): Promise<boolean> {
    if (await this.open(path)) return false;
    const body: Body = { file: localFile, size: (await stat(localFile)).size, hash: await hashOf(localFile) };
    const answer = await this.send('PUT', path, { 'content-type': type, 'if-none-match': '*' }, body);
    await drained(answer);
    if (answer.statusCode === 412 || answer.statusCode === 409) return false;
    return expectStatus(answer, [200, 201]);
  }

  async remove(path: string): Promise<void> {
    const answer = await this.send('DELETE', path);
    await drained(answer);
    expectStatus(answer, [200, 204, 404]);
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const answer = await this.send('HEAD', path);
    await drained(answer);
    if (answer.statusCode === 404) return undefined;
    expectStatus(answer, [200]);
    const { headers } = answer;
    return {
      size: Number(headers['content-length'] ?? 0),
      modified: Math.floor(Date.parse(headers['last-modified'] ?? '') / 1000) || 0,
      etag: headers.etag ?? `"${headers['content-length']}"`,
      read: (range) => this.read(path, range),
    };
  }

  /** Whether the file is there does not matter: the service answered, and knows us. */
  async probe(): Promise<void> {
    await this.open('nestpress-probe');
  }

  private async read(path: string, range: ByteRange | undefined): Promise<Readable | undefined> {
    const answer = await this.send('GET', path, range ? { range: `bytes=${range.from}-${range.to}` } : {});
    if (answer.statusCode !== 200 && answer.statusCode !== 206) await drained(answer);
    if (answer.statusCode === 404) return undefined;
    expectStatus(answer, [200, 206]);
    return answer;
  }

  private async send(
    method: string,
    path: string,
    own: Record<string, string> = {},
    body?: Body,
  ): Promise<IncomingMessage> {
    const { endpoint, bucket, prefix } = this.options;
    const url = new URL(endpoint);
    const key = [bucket, prefix, checkUploadPath(path)].filter(Boolean).join('/');
    const target = `${url.pathname.replace(/\/$/, '')}/${encodePath(key)}`;
    const headers = { host: url.host, ...own, ...(body && { 'content-length': String(body.size) }) };
    const request = { method, path: target, headers, bodyHash: body?.hash ?? EMPTY_BODY_HASH };
    return exchange(url, target, { method, headers: signed(request, this.options, new Date()) }, body);
  }
}

function exchange(
  url: URL,
  path: string,
  options: { method: string; headers: Record<string, string> },
  body?: Body,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send({ hostname: url.hostname, port: url.port, path, ...options, timeout: TIMEOUT_MS }, done);
    request.on('timeout', () => request.destroy(new Error('The storage service does not answer.')));
    request.on('error', failed);
    if (body) pipeline(createReadStream(body.file), request).catch(failed);
    else request.end();
  });
}

async function drained(answer: IncomingMessage): Promise<void> {
  for await (const _chunk of answer) continue;
}

function expectStatus({ statusCode = 0 }: IncomingMessage, expected: readonly number[]): true {
  if (!expected.includes(statusCode)) throw new Error(`The storage service answered ${statusCode}.`);
  return true;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
