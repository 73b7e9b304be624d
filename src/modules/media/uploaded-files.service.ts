import { Injectable } from '@nestjs/common';
import { type NextFunction, type Response } from 'express';
import { sendFile } from '../../platform/uploads/send-file.js';
import { UploadStorage, isUploadPath } from '../../platform/uploads/upload-storage.js';
import { type RestExpressRequest } from '../../rest/observe/request-record.js';
import { type Site } from '../../site/site.js';
import { SiteService } from '../../site/site.service.js';
import { registeredMimeTypes, typeOfExtension } from '../../text/mime.js';

const FOLDER = '/wp-content/uploads/';
/** Upload URLs have a file extension; other requests skip the lookup of the folder. */
const EXTENSION = /^[^?]*\.\w{1,10}(?:\?|$)/;

/** Serves the uploads folder, if no web server in front of the service does. */
@Injectable()
export class UploadedFilesService {
  constructor(
    private readonly storage: UploadStorage,
    private readonly sites: SiteService,
  ) {}

  /** Express middleware. */
  readonly middleware = (request: RestExpressRequest, response: Response, next: NextFunction): void => {
    if (request.rest || !(request.url.includes(FOLDER) || EXTENSION.test(request.url))) next();
    else this.find(request, response).then((isFound) => !isFound && next(), next);
  };

  /** False if the request is not for the folder. */
  private async find(request: RestExpressRequest, response: Response): Promise<boolean> {
    const [address = ''] = request.url.split('?', 1);
    const folder = foldersOf(await this.sites.current()).find((folder) => address.startsWith(folder));
    if (folder === undefined) return false;
    if (request.record) request.record.place = 'uploads';
    await this.serve(decoded(address.slice(folder.length)), request, response);
    return true;
  }

  private async serve(path: string | undefined, request: RestExpressRequest, response: Response): Promise<void> {
    const headers = path === undefined ? undefined : servedHeaders(path);
    const file = path === undefined || !headers ? undefined : await this.storage.open(path);
    if (!file || !headers) plain(response, 404, 'Not found');
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      plain(response.setHeader('Allow', 'GET, HEAD'), 405, 'Method not allowed');
    else {
      const sent = await sendFile(request, response, file, headers);
      if (sent === undefined) plain(response, 404, 'Not found');
      else this.count(sent);
    }
  }

  private count(bytes: number): void {
    if (bytes > 0) this.storage.sent.files++;
    this.storage.sent.bytes += bytes;
  }
}

/** URLs of the folder: the configured one, and the default of WordPress. */
function foldersOf({ siteUrl, uploadsUrl }: Site): string[] {
  const own = pathOf(uploadsUrl);
  return [FOLDER, pathOf(siteUrl) + FOLDER, ...(own === '' ? [] : [`${own}/`])];
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
}

/** Decoded once; undefined for anything that is not a plain path. */
function decoded(address: string): string | undefined {
  try {
    const path = decodeURIComponent(address);
    return isUploadPath(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function plain(response: Response, status: number, text: string): void {
  const body = Buffer.from(`${text}\n`);
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': body.length,
    })
    .end(body);
}

const KNOWN = registeredMimeTypes({ fileTypes: 'flac' });

/** MIME types of files that older or newer installations may have. */
const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['woff', 'font/woff'],
  ['woff2', 'font/woff2'],
]);

/** Types a browser only displays, plays or prints. It might execute others, so they are sent as downloads. */
const SHOWN = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt|calendar)$|application\/pdf$)/;
/** Files that other servers would execute or not serve: their source must not be sent. */
const CODE = /\.(?:php\d?|phtml|phar|phps|cgi|pl|py|sh|asp|aspx|jsp|env|ini|log|sql|bak|htaccess|htpasswd)$/i;

/** Response headers of a file in the uploads folder; undefined if it must not be served. */
function servedHeaders(path: string): Record<string, string> | undefined {
  if (CODE.test(path)) return undefined;
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const type = typeOfExtension(extension, KNOWN) ?? OTHER_TYPES.get(extension) ?? 'application/octet-stream';
  const headers = {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=86400',
  };
  if (SHOWN.test(type)) return headers;
  return { ...headers, 'Content-Disposition': 'attachment', 'Content-Security-Policy': "default-src 'none'; sandbox" };
}
