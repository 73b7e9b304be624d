import { Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { servedHeaders } from '../../content/media/served-type.js';
import { sendFile } from '../../platform/uploads/send-file.js';
import { isUploadPath } from '../../platform/uploads/upload-path.js';
import { UploadStorage } from '../../platform/uploads/upload-storage.js';
import { SiteService } from '../../site/site.service.js';

const FOLDER = '/wp-content/uploads/';

/** Serves the uploads folder, where no web server in front of the service does. */
@Injectable()
export class UploadedFiles {
  constructor(
    private readonly storage: UploadStorage,
    private readonly sites: SiteService,
  ) {}

  /** Express middleware. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    if (!request.url.includes(FOLDER)) next();
    else this.serve(request, response).catch(next);
  };

  private async serve(request: Request, response: Response): Promise<void> {
    const path = await this.pathOf(request.url);
    const headers = path === undefined ? undefined : servedHeaders(path);
    const file = path === undefined || !headers ? undefined : await this.storage.open(path);
    if (!file || !headers) plain(response, 404, 'Not found');
    else if (request.method !== 'GET' && request.method !== 'HEAD') plain(response.setHeader('Allow', 'GET, HEAD'), 405, 'Method not allowed');
    else this.count(await sendFile(request, response, file, headers));
  }

  private count(bytes: number): void {
    if (bytes > 0) this.storage.sent.files++;
    this.storage.sent.bytes += bytes;
  }

  /** Path below the folder, decoded once; undefined for anything that is not a plain path. */
  private async pathOf(url: string): Promise<string | undefined> {
    const [address = ''] = url.split('?', 1);
    const { siteUrl } = await this.sites.current();
    const base = URL.canParse(siteUrl) ? new URL(siteUrl).pathname.replace(/\/$/, '') : '';
    const start = [FOLDER, base + FOLDER].find((prefix) => address.startsWith(prefix));
    if (start === undefined) return undefined;
    try {
      const path = decodeURIComponent(address.slice(start.length));
      return isUploadPath(path) ? path : undefined;
    } catch {
      return undefined;
    }
  }
}

function plain(response: Response, status: number, text: string): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=UTF-8', 'X-Content-Type-Options': 'nosniff', 'Content-Length': body.length }).end(body);
}
