import { Injectable } from '@nestjs/common';
import { isMap, isTruthy, toInteger, type PhpMap } from '../../../text/php/php-values.js';
import { ImagesStore, type JobKind, OptimizationsStore } from './optimizations.store.js';

const MAX_CSS_LENGTH = 512 * 1024;
const MAX_IMAGES = 100;
const IMAGE_NAME = /^[\w@.-]{1,200}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** The stored result for an image: bytes saved, and digests of the files. */
export interface ImageResult {
  sourceBytes: number;
  savedBytes: number;
  webpSavedBytes: number;
  sha256: string;
  webpSha256: string;
}

export function imageResult(sent: PhpMap): ImageResult {
  return {
    sourceBytes: size(sent.src_size),
    savedBytes: size(sent.ori_reduced),
    webpSavedBytes: size(sent.webp_reduced),
    sha256: digest(sent.ori_sha256),
    webpSha256: digest(sent.webp_sha256),
  };
}

/** A style sheet that is safe to embed: it cannot end its element and loads nothing from elsewhere. */
export function isSafeCss(css: string): boolean {
  return (
    css.length <= MAX_CSS_LENGTH &&
    !/<\/?style|<!--|@import|@charset|expression\s*\(|javascript:|-moz-binding|\0/i.test(css) &&
    hasBalancedBraces(css)
  );
}

/** The names of images that occur in the given text. */
export function imagesWithin(names: unknown, text: string): string[] {
  const listed = Array.isArray(names) ? names.slice(0, MAX_IMAGES) : [];
  return listed.filter(
    (name): name is string => typeof name === 'string' && IMAGE_NAME.test(name) && text.includes(name),
  );
}

/** Messages as a list, whether sent as a list or a map. */
export function items(data: unknown): { key: string; item: unknown }[] {
  if (Array.isArray(data)) return data.map((item: unknown, index) => ({ key: String(index), item }));
  return isMap(data) ? Object.entries(data).map(([key, item]) => ({ key, item })) : [];
}

function hasBalancedBraces(css: string): boolean {
  let depth = 0;
  for (const char of css) {
    if (char === '{') depth++;
    else if (char === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

function size(value: unknown): number {
  return Math.min(Math.max(toInteger(value), 0), Number.MAX_SAFE_INTEGER);
}

function digest(value: unknown): string {
  return typeof value === 'string' && SHA256.test(value) ? value : '';
}

/** The worker's status for a result that is ready. */
const NOTIFIED = 6;
const MAX_ITEMS = 500;
const MAX_SUBJECT_LENGTH = 190;

/** Sends jobs to the worker and accepts its results, only for jobs that wait for one. */
@Injectable()
export class OptimizationsService {
  constructor(
    private readonly store: OptimizationsStore,
    private readonly images: ImagesStore,
  ) {}

  /** Requests the used styles of a page, or its above-the-fold images; the result carries the key. */
  async requestPage(kind: 'ucss' | 'vpi', key: string, entryId: number): Promise<void> {
    await this.store.request(kind, [{ subject: key.slice(0, MAX_SUBJECT_LENGTH), entryId }]);
  }

  /** Returns the number of messages; any other status cancels the jobs. */
  async takeImages(status: unknown, data: unknown): Promise<number> {
    const sent = items(data).slice(0, MAX_ITEMS);
    if (toInteger(status) === NOTIFIED) {
      for (const { key, item } of sent)
        if (isMap(item)) await this.store.finish('img', toInteger(key), 'notified', imageResult(item));
    } else {
      await this.store.delete(
        'img',
        sent.map(({ key, item }) => toInteger(isMap(item) ? (item.id ?? key) : item)),
      );
    }
    return sent.length;
  }

  /** The number of style sheets stored. */
  takeStyles(data: unknown): Promise<number> {
    return this.takePages('ucss', data, async (item) => {
      const css = typeof item.data_ucss === 'string' ? item.data_ucss : '';
      return { isUsable: css !== '' && isSafeCss(css), result: { css: isSafeCss(css) ? css : '' } };
    });
  }

  /** The number of image lists stored. */
  takeFirstImages(data: unknown): Promise<number> {
    return this.takePages('vpi', data, async (item, entryId) => {
      const images = imagesWithin(item.data_vpi, await this.images.contentOf(entryId));
      return { isUsable: true, result: { device: isTruthy(item.is_mobile) ? 'mobile' : 'desktop', images } };
    });
  }

  /** The jobs of an image, created if there are none; undefined if it is not an image. */
  async image(id: number): Promise<object | undefined> {
    if (!(await this.images.isImage(id))) return undefined;
    await this.store.request('img', [{ subject: `attachment:${id}`, entryId: id }]);
    const [jobs, tally, { total, highest }] = await Promise.all([
      this.store.ofEntry('img', id),
      this.store.tally('img'),
      this.images.counts(),
    ]);
    const counted = Object.values(tally).reduce((sum, count) => sum + count, 0);
    return {
      img_count: {
        max_id: highest,
        groups_all: total,
        groups_new: Math.max(total - counted, 0),
        groups_done: tally.notified ?? 0,
      },
      optm_summary: tally,
      img_data: jobs.map((job) => ({ id: job.id, optm_status: job.state, src: job.subject })),
    };
  }

  private async takePages(
    kind: JobKind,
    data: unknown,
    read: (item: Record<string, unknown>, entryId: number) => Promise<{ isUsable: boolean; result: object }>,
  ): Promise<number> {
    let count = 0;
    for (const { item } of items(data).slice(0, MAX_ITEMS)) {
      if (!isMap(item) || typeof item.queue_k !== 'string') continue;
      const job = await this.store.requested(kind, item.queue_k);
      if (!job) continue;
      const { isUsable, result } = await read(item, job.entry);
      if ((await this.store.finish(kind, job.id, 'done', result)) && isUsable) count++;
    }
    return count;
  }
}
