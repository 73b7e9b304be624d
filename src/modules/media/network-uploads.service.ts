import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { NetworkStore } from '../../site/network.store.js';
import { type Site } from '../../site/site.js';
import { type MimeTable } from '../../text/mime.js';
import { fileTooBig, overQuota, spaceExceeded } from './media.errors.js';

const KB = 1024;
const MB = 1024 * KB;
/** Counting reads the whole folder. */
const COUNTED_MS = 60_000;
/** Folders of the other sites, below that of the first one. */
const OTHER_SITES = 'sites';

/** The rules of a network about the files of its sites: their extensions, their sizes, and the space of all of them. */
@Injectable()
export class NetworkUploadsService {
  private counted?: { until: number; bytes: Promise<number> };

  constructor(
    private readonly networks: NetworkStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'uploadsDir' | 's3'>,
  ) {}

  /** Which of the types the network allows. */
  async allowed(types: MimeTable): Promise<MimeTable> {
    const rules = await this.networks.rules();
    if (!rules) return types;
    const named = [...types].map(([extensions, type]): [string, string] => [
      extensions
        .split('|')
        .filter((extension) => rules.uploadExtensions.has(extension))
        .join('|'),
      type,
    ]);
    return new Map(named.filter(([extensions]) => extensions !== ''));
  }

  /** Refuses a received file that is too large for the network, or for the space that is left to the site. */
  async assertFits(path: string, site: Site): Promise<void> {
    const limits = (await this.networks.rules())?.uploadLimits;
    if (!limits) return;
    const own = site.option('blog_upload_space');
    const space = /^\d+$/.test(own) ? Number(own) * MB : limits.space;
    const { size } = await stat(path);
    const left = space - (await this.used(site));
    if (size > left) throw left < 0 ? overQuota() : spaceExceeded(Math.ceil((size - left) / KB));
    if (size > limits.file) throw fileTooBig(limits.file / KB);
  }

  /** The space of stored files; those in a bucket are not counted. */
  private used({ network }: Site): Promise<number> {
    if (this.config.s3) return Promise.resolve(0);
    if (!this.counted || this.counted.until <= performance.now()) {
      const bytes = sizeOf(this.config.uploadsDir, network?.siteId === 1 ? [OTHER_SITES] : []);
      this.counted = { until: performance.now() + COUNTED_MS, bytes };
      bytes.catch(() => (this.counted = undefined));
    }
    return this.counted.bytes;
  }
}

async function sizeOf(folder: string, excluded: readonly string[] = []): Promise<number> {
  let total = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.name.startsWith('.') || excluded.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) total += await sizeOf(path);
    else if (entry.isFile())
      total += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return total;
}
