import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { type Request, type Response } from 'express';
import { matchesEtag } from '../cache/response-cache.js';

const compress = promisify(gzip);
const decompress = promisify(brotliDecompress);

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.css': 'text/css; charset=UTF-8',
    '.html': 'text/html; charset=UTF-8',
    '.ico': 'image/x-icon',
    '.js': 'text/javascript; charset=UTF-8',
    '.json': 'application/json; charset=UTF-8',
    '.map': 'application/json; charset=UTF-8',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=UTF-8',
    '.woff2': 'font/woff2',
  }),
);
const COMPRESSED_ALREADY: ReadonlySet<string> = new Set(['.png', '.woff2']);
/** Suffix of files that the build stores compressed only. */
const BROTLI = '.br';
/** Files whose names contain a digest of their content. */
const IMMUTABLE = /(?:^|\/)assets\//;

type Encoding = 'br' | 'gzip';

export interface PackagedFile {
  readonly type: string;
  readonly body: Buffer;
  /** The body by encoding, the best first; compressed at the first use. */
  readonly encoded: ReadonlyMap<Encoding, () => Promise<Buffer>>;
  readonly etag: string;
}

/** Built files of an application that runs in browsers. Only files found at start are served; each is read, and compressed, at its first use. */
export class PackagedFiles {
  /** Where the file is, by the path that it is served at. */
  private readonly paths = new Map<string, string>();
  private readonly files = new Map<string, Promise<PackagedFile>>();

  /** Adds the files of a folder, if it is there, below a path. */
  async addFolder(folder: string, prefix = ''): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const file = join(entry.parentPath, entry.name);
      const path = prefix + file.slice(folder.length + 1).replaceAll(sep, '/');
      this.paths.set(path.endsWith(BROTLI) ? path.slice(0, -BROTLI.length) : path, file);
    }
  }

  addFile(path: string, file: string): void {
    this.paths.set(path, file);
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** Where the file is; undefined if there is none. */
  pathOf(path: string): string | undefined {
    return this.paths.get(path);
  }

  /** Undefined if there is no such file. */
  find(path: string): Promise<PackagedFile> | undefined {
    const file = this.paths.get(path);
    return file === undefined
      ? undefined
      : this.cached(path, async () => {
          const stored = await readFile(file);
          const isBrotli = file.endsWith(BROTLI);
          return packagedFile(
            extname(path),
            isBrotli ? await decompress(stored) : stored,
            isBrotli ? stored : undefined,
          );
        });
  }

  /** A file that is made of another one; undefined if that is missing. */
  derived(path: string, key: string, change: (text: string) => string): Promise<PackagedFile> | undefined {
    const source = this.find(path);
    return (
      source &&
      this.cached(`${path} ${key}`, async () =>
        packagedFile(extname(path), Buffer.from(change((await source).body.toString('utf8')))),
      )
    );
  }

  private cached(key: string, load: () => Promise<PackagedFile>): Promise<PackagedFile> {
    const cached = this.files.get(key);
    if (cached) return cached;
    const file = load();
    this.files.set(key, file);
    file.catch(() => this.files.delete(key));
    return file;
  }
}

/** Sends a file, found by this path, with the headers that the response has already. */
export async function sendPackagedFile(
  request: Request,
  response: Response,
  path: string,
  file: PackagedFile,
): Promise<void> {
  response.set({
    'Content-Type': file.type,
    'Cache-Control': IMMUTABLE.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
  });
  response.vary('Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.status(304).end();
    return;
  }
  const encoding = [...file.encoded.keys()].find((name) => request.acceptsEncodings(name) === name);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.end(encoding ? await file.encoded.get(encoding)!() : file.body);
}

/** Browsers accept Brotli only where the connection is secure; gzip is for the others. */
function packagedFile(extension: string, body: Buffer, brotli?: Buffer): PackagedFile {
  const encoded = new Map<Encoding, () => Promise<Buffer>>();
  if (brotli) encoded.set('br', () => Promise.resolve(brotli));
  let zipped: Promise<Buffer> | undefined;
  if (!COMPRESSED_ALREADY.has(extension)) encoded.set('gzip', () => (zipped ??= compress(body)));
  return {
    type: TYPES.get(extension) ?? 'application/octet-stream',
    body,
    encoded,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  };
}
