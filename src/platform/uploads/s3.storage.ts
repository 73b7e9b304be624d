import { webcrypto } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StorageServiceError } from '../../database/engine/errors.js';
import {
  type ByteRange,
  type StoredFile,
  UNFINISHED_FOLDER,
  UploadStorage,
  checkUploadPath,
} from './upload-storage.js';

export interface S3Options {
  region: string;
  accessKey: string;
  secretKey: string;
  /** URL of the service: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** Prepended to every path, without slashes at its ends. */
  prefix: string;
}

interface RequestOptions {
  query?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Headers that make a write conditional. */
type Conditions = Record<string, string>;

/** Until the response headers arrive, retries included. */
const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 180_000;
/** Attempts after responses with status 429 or 5xx and after connection errors, with exponential backoff. */
const RETRIES = 3;
const FIRST_RETRY_MS = 100;
/** Larger files are uploaded in parts of this size, one at a time, which bounds memory and what a retry sends again. */
const PART_BYTES = 16 * 1_048_576;

const { subtle } = webcrypto;

/** A bucket of an S3-compatible service. */
export class S3Storage extends UploadStorage {
  private readonly client: AwsClient;

  constructor(private readonly options: S3Options) {
    super();
    this.client = new AwsClient({
      accessKeyId: options.accessKey,
      secretAccessKey: options.secretKey,
      region: options.region,
      service: 's3',
      retries: RETRIES,
      initRetryMs: FIRST_RETRY_MS,
    });
  }

  /** Checks first, because some services ignore `If-None-Match` on writes; there, two processes may overwrite each other. */
  async place(localFile: string, path: string, type: string): Promise<boolean> {
    if (await this.open(path)) return false;
    return this.put(localFile, path, type, { 'if-none-match': '*' });
  }

  async replace(localFile: string, path: string, type: string): Promise<void> {
    if (!(await this.put(localFile, path, type, {}))) throw new Error('The storage service refused to replace a file.');
  }

  /** False when the conditions do not hold. */
  private async put(localFile: string, path: string, type: string, conditions: Conditions): Promise<boolean> {
    const file = await open(localFile);
    try {
      const { size } = await file.stat();
      const headers = { 'content-type': type };
      if (size > PART_BYTES) return await this.putInParts(file, size, path, headers, conditions);
      const body = await readPart(file, 0, size);
      return isPlaced(await this.send('PUT', path, { headers: { ...headers, ...conditions }, body }));
    } finally {
      await file.close();
    }
  }

  async delete(path: string): Promise<void> {
    const response = await this.send('DELETE', path);
    await response.arrayBuffer();
    expectStatus(response, [200, 204, 404]);
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const response = await this.send('HEAD', path);
    if (response.status === 404) return undefined;
    expectStatus(response, [200]);
    const { headers } = response;
    return {
      size: Number(headers.get('content-length') ?? 0),
      modified: Math.floor(Date.parse(headers.get('last-modified') ?? '') / 1000) || 0,
      etag: headers.get('etag') ?? `"${headers.get('content-length')}"`,
      read: (range) => this.read(path, range),
    };
  }

  /** Whether the file exists does not matter: the service answered and accepted the credentials. */
  async probe(): Promise<void> {
    await this.open('nestpress-probe');
  }

  private async read(path: string, range: ByteRange | undefined): Promise<Readable | undefined> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {};
    const response = await this.send('GET', path, { headers });
    if (response.status !== 200 && response.status !== 206) await response.arrayBuffer();
    if (response.status === 404) return undefined;
    expectStatus(response, [200, 206]);
    return response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]);
  }

  /** A multipart upload; the object appears when it is completed. */
  private async putInParts(
    file: FileHandle,
    size: number,
    path: string,
    headers: Record<string, string>,
    conditions: Conditions,
  ): Promise<boolean> {
    const started = await this.send('POST', path, { query: '?uploads=', headers });
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await started.text())?.[1];
    expectStatus(started, [200]);
    if (!uploadId) throw new StorageServiceError('The storage service started a multipart upload without an id.');
    const upload = `uploadId=${encodeURIComponent(uploadId)}`;
    try {
      const parts: string[] = [];
      for (let at = 0; at < size; at += PART_BYTES) {
        const number = parts.length + 1;
        const body = await readPart(file, at, Math.min(PART_BYTES, size - at));
        const response = await this.send('PUT', path, { query: `?partNumber=${number}&${upload}`, body });
        await response.arrayBuffer();
        expectStatus(response, [200]);
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${response.headers.get('etag')}</ETag></Part>`);
      }
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const completed = await this.send('POST', path, {
        query: `?${upload}`,
        headers: { 'content-type': 'application/xml', ...conditions },
        body,
      });
      if (await isPlaced(completed)) return true;
    } catch (error) {
      await this.abort(path, upload);
      throw error;
    }
    await this.abort(path, upload);
    return false;
  }

  /** Frees the stored parts. When this fails too, the bucket's lifecycle rule for incomplete uploads removes them. */
  private async abort(path: string, upload: string): Promise<void> {
    await this.send('DELETE', path, { query: `?${upload}` })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  }

  private async send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { endpoint, bucket, prefix } = this.options;
    const key = [bucket, prefix, checkObjectPath(path)].filter(Boolean).join('/');
    const url = `${endpoint.replace(/\/$/, '')}/${encodePath(key)}${options.query ?? ''}`;
    const body = typeof options.body === 'string' ? Buffer.from(options.body) : options.body;
    const hash = Buffer.from(await subtle.digest('SHA-256', body ?? Buffer.alloc(0))).toString('hex');
    const headers = { ...options.headers, 'x-amz-content-sha256': hash };
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error('The storage service does not respond.')),
      body ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
    );
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await this.client.fetch(url, { method, headers, body, signal: timeout.signal });
        } catch (error) {
          // The client itself retries by status only.
          if (attempt >= RETRIES || timeout.signal.aborted) throw unreachable(error);
          await wait(FIRST_RETRY_MS * 2 ** attempt);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Parts of unfinished uploads are in the bucket, too. */
function checkObjectPath(path: string): string {
  checkUploadPath(path.startsWith(`${UNFINISHED_FOLDER}/`) ? path.slice(UNFINISHED_FOLDER.length + 1) : path);
  return path;
}

async function readPart(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let read = 0; read < length;) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded.');
    read += bytesRead;
  }
  return buffer;
}

/** False when an object with this name exists. A completed multipart upload may report an error with status 200. */
async function isPlaced(response: Response): Promise<boolean> {
  const text = await response.text();
  if (response.status === 412 || response.status === 409) return false;
  expectStatus(response, [200, 201]);
  const code = /<Error>.*?<Code>([^<]+)<\/Code>/s.exec(text)?.[1];
  if (code === 'PreconditionFailed') return false;
  if (code !== undefined) throw new StorageServiceError(`The storage service answered ${code}.`);
  return true;
}

function expectStatus({ status }: Pick<Response, 'status'>, expected: readonly number[]): void {
  if (!expected.includes(status)) throw new StorageServiceError(`The storage service answered ${status}.`);
}

/** `fetch failed` hides the reason, such as ECONNREFUSED, in its cause. */
function unreachable(error: unknown): StorageServiceError {
  const reason = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  return new StorageServiceError(reason instanceof Error ? reason.message : String(reason), { cause: reason });
}

/** Percent-encodes each segment; S3 wants everything but letters, digits and `-._~` encoded. */
function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/');
}
