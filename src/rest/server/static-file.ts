import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type Request, type Response } from 'express';
import { matchesEtag } from '../cache/response-cache.js';

/** Bytes that do not change while the process runs. */
export interface StaticFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=UTF-8'],
  ['.js', 'text/javascript; charset=UTF-8'],
]);

/** The folder of the sources, compiled or not: the build copies style sheets and scripts of browsers to the same place. */
const SOURCES = import.meta.dirname.replace(/([\\/]src)(?![^]*[\\/]src(?:[\\/]|$))[^]*$/, '$1');

/** The text of a style sheet or browser script next to the sources, named by its path below `src`. */
export function assetText(path: string): string {
  return readFileSync(`${SOURCES}/${path}`, 'utf8');
}

/** A style sheet or browser script to be served. */
export function assetFile(path: string): StaticFile {
  return staticFile(TYPES.get(extname(path)) ?? 'text/plain; charset=UTF-8', assetText(path));
}

export function staticFile(type: string, text: string): StaticFile {
  const body = Buffer.from(text);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

export function sendStaticFile(
  request: Request,
  response: Response,
  { type, body, etag }: StaticFile,
  further: Readonly<Record<string, string>> = {},
): void {
  const headers = { ETag: etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ...further };
  if (matchesEtag(request.headers['if-none-match'], etag)) response.writeHead(304, headers).end();
  else response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length, ...headers }).end(body);
}
