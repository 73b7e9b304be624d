import { posix } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { OutboundClient } from '../../platform/outbound/outbound.client.js';
import { UploadInbox } from '../../platform/uploads/upload-inbox.js';
import { toText } from '../../text/php/php-values.js';
import { type ArgCheck, ArgIssue } from '../../rest/args/schema.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { decodeUrlText } from '../../text/urls.js';

/** Downloads are held in memory, several at a time. */
const MAX_BYTES = 20 * 1024 * 1024;
const IMAGE = /\.(?:jpe?g|jpe|png|gif|webp|avif|hei[cf]s?)$/i;

const EXTENSIONS = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
]);

/** Fetches images that are named by their addresses. */
@Injectable()
export class SideloadedFilesService implements ArgCheck {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly inbox: UploadInbox,
    @Inject(CONFIG) private readonly config: Pick<Config, 'uploadLimit'>,
  ) {}

  check(value: unknown): ArgIssue | undefined {
    if (this.outbound.accepts(toText(value))) return undefined;
    const message = 'The URL must be a public HTTP or HTTPS address of an image.';
    return new ArgIssue(message, 'rest_invalid_url', { status: 400 });
  }

  /** The image in the inbox, with the name in its address. The caller deletes it. */
  async fetch(url: string): Promise<{ path: string; filename: string }> {
    if (!IMAGE.test(nameIn(url))) throw notAnImage();
    return this.fetchAny(url);
  }

  /** Like `fetch`, for an address that need not end with the name of a file: then the response says which type it has. */
  async fetchAny(url: string, status = 500): Promise<{ path: string; filename: string }> {
    const maxBytes = Math.min(this.config.uploadLimit, MAX_BYTES);
    const response = await this.outbound
      .get(url, { accept: 'image/*', maxBytes, oversize: 'refuse' })
      .catch(() => undefined);
    if (!response) throw new RestError('http_request_failed', 'The image could not be fetched.', status);
    if (response.status !== 200) throw new RestError('http_404', 'There is no image at this address.', status);
    const name = nameIn(url);
    const extension = EXTENSIONS.get(response.contentType.split(';')[0]!.trim().toLowerCase());
    if (!IMAGE.test(name) && extension === undefined) throw notAnImage(status);
    const { path } = await this.inbox.save(once(response.body), { md5: false });
    return { path, filename: IMAGE.test(name) ? name : `image.${extension}` };
  }
}

function nameIn(url: string): string {
  return decodeUrlText(posix.basename(new URL(url).pathname));
}

async function* once(body: Buffer): AsyncGenerator<Uint8Array> {
  yield body;
}

const notAnImage = (status = 500) =>
  new RestError('image_sideload_failed', 'The address is not that of an image.', status);
