import { open } from 'node:fs/promises';
import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { PhpArray } from '../../text/php/index.js';
import { type Placement, UploadInbox } from '../../platform/uploads/upload-inbox.js';
import { UploadStorage, isUploadPath } from '../../platform/uploads/upload-storage.js';
import { type Site } from '../../site/site.js';
import { type FileNameTypes } from '../../text/files.js';
import { readAudioVideo } from './audio-video.js';
import { type ContentKind, contentKind, HEAD_BYTES } from './content-kind.js';
import { type ImageMeta, imageMetaToPhp } from './images/image-meta.js';
import { type ImageFacts, readImage } from './images/read-image.js';
import {
  planSizes,
  siteSizes,
  sizeFileName,
  type SizePlan,
  type ImageFormat,
  isScalable,
  makeSizes,
} from './images/image-sizes.js';
import { MediaStore } from './media.store.js';
import { uploadType, numberedStem, safeFileName, splitName } from './upload-type.js';

/** A file in its place, not yet known to the database. */
export interface StoredUpload {
  placement: Placement;
  /** Path below the uploads folder. */
  file: string;
  url: string;
  type: string;
  /** File name without its extension. */
  stem: string;
  /** As stored with the attachment; empty where there is nothing to tell. */
  details: PhpArray;
  embedded?: ImageMeta;
}

interface Incoming {
  path: string;
  /** As the client named it. */
  filename: string;
}

/** Every file that belongs to an upload before it has its final name. */
interface Draft {
  original: string;
  extension: string;
  type: string;
  image?: ImageFacts;
  /** Made sizes by the temporary file each is in. */
  sizes: ReadonlyMap<string, SizePlan>;
  details?: PhpArray;
}

const SCALED: ReadonlySet<ContentKind> = new Set(['jpeg', 'png', 'gif']);
const MAX_NUMBER = 10_000;

/** Takes uploaded files into the uploads folder and out of it, so that neither a crash nor a neighbour leaves a row without its file. */
@Injectable()
export class MediaFilesService {
  constructor(
    private readonly inbox: UploadInbox,
    private readonly storage: UploadStorage,
    private readonly store: MediaStore,
  ) {}

  /** Undefined when the file is not what its name says, or may not be uploaded; the incoming file is gone in any case. After the row is written call `keep`, otherwise `undo`. */
  async take(
    incoming: Incoming,
    types: FileNameTypes,
    site: Site,
    localDate: string,
  ): Promise<StoredUpload | undefined> {
    try {
      const head = await readHead(incoming.path);
      const kind = contentKind(head);
      const decided = uploadType(safeFileName(incoming.filename, types), kind, types.allowed);
      if (!decided) return undefined;
      const { stem, extension } = splitName(decided.name);
      const draft = await this.draft(incoming.path, kind, head, { extension, type: decided.type }, site);
      return await this.placeUnderFreeName(draft, stem, folderFor(site, localDate), site);
    } finally {
      await this.inbox.drop(incoming.path);
    }
  }

  async keep(upload: StoredUpload): Promise<void> {
    await this.inbox.finish(upload.placement);
  }

  async undo(upload: StoredUpload): Promise<void> {
    await this.abandon(upload.placement);
  }

  /** Runs what makes the files superfluous, then removes them; a crash in between is made good at the next start. */
  async removeAfter<T>(paths: readonly string[], forgetThem: () => Promise<T>): Promise<T> {
    const placement = await this.inbox.begin(paths);
    try {
      return await forgetThem();
    } finally {
      await this.abandon(placement);
    }
  }

  /** Clears what killed processes left: files half received, and files in place of which no row knows. */
  async clearLeftovers(): Promise<void> {
    for (const placement of await this.inbox.leftovers()) await this.abandon(placement);
  }

  /** While a row has the original, all stay with it; otherwise those that are no other row's. */
  private async abandon(placement: Placement): Promise<void> {
    const paths = placement.paths.filter(isUploadPath);
    const used = await this.store.usedAmong(paths);
    if (paths.length > 0 && !used.has(paths[0]!)) {
      for (const path of paths) if (!used.has(path)) await this.storage.delete(path);
    }
    await this.inbox.finish(placement);
  }

  private async draft(
    original: string,
    kind: ContentKind,
    head: Buffer,
    named: Pick<Draft, 'extension' | 'type'>,
    site: Site,
  ): Promise<Draft> {
    if (/^(?:audio|video)\//.test(named.type))
      return { ...named, original, sizes: new Map(), details: await readAudioVideo(original, named.type) };
    const image = await readImage(original, kind, head);
    const plans = image && SCALED.has(kind) && isScalable(image) ? planSizes(image, siteSizes(site)) : [];
    const targets = new Map<string, SizePlan>();
    for (const plan of plans) targets.set(await this.inbox.reserve(named.extension), plan);
    const made = new Set(image ? await makeSizes(original, kind as ImageFormat, image, targets) : []);
    return { ...named, original, image, sizes: new Map([...targets].filter(([path]) => made.has(path))) };
  }

  /** Tries `a`, `a-1`, `a-2` … until neither the file nor one of its sizes meets another. */
  private async placeUnderFreeName(draft: Draft, stem: string, folder: string, site: Site): Promise<StoredUpload> {
    try {
      for (let number = 0; number < MAX_NUMBER; number++) {
        const name = numberedStem(stem, number);
        const places = placesOf(draft, posix.join(folder, name));
        const paths = [...new Set(places.values())];
        if (await this.isAnyTaken(paths)) continue;
        const placement = await this.inbox.begin(paths);
        if (await this.placeAll(places, draft.type)) return this.stored(draft, name, placement, site);
        await this.inbox.finish(placement);
      }
      throw new Error(`No free name for an upload called ${stem}`);
    } finally {
      await Promise.all([...draft.sizes.keys()].map((path) => this.inbox.drop(path)));
    }
  }

  private async isAnyTaken(paths: readonly string[]): Promise<boolean> {
    return (await Promise.all(paths.map((path) => this.storage.open(path)))).some(Boolean);
  }

  /** All or none; files of others are never touched. */
  private async placeAll(places: ReadonlyMap<string, string>, type: string): Promise<boolean> {
    const placed = new Set<string>();
    try {
      for (const [from, path] of places) {
        // Two sizes of the same dimensions share a file.
        if (!placed.has(path) && !(await this.storage.place(from, path, type))) return await this.takeBack(placed);
        placed.add(path);
      }
      return true;
    } catch (error) {
      await this.takeBack(placed);
      throw error;
    }
  }

  private async takeBack(placed: ReadonlySet<string>): Promise<false> {
    for (const path of placed) await this.storage.delete(path);
    return false;
  }

  private stored(draft: Draft, stem: string, placement: Placement, site: Site): StoredUpload {
    const [file] = placement.paths as [string];
    return {
      placement,
      file,
      stem,
      type: draft.type,
      url: `${site.uploadsUrl}/${file}`,
      details: draft.details ?? imageDetails(draft, stem, file),
      embedded: draft.image?.meta,
    };
  }
}

function placesOf({ original, extension, sizes }: Draft, base: string): Map<string, string> {
  const places = new Map([[original, base + extension]]);
  for (const [path, plan] of sizes) places.set(path, sizeFileName(base, extension, plan));
  return places;
}

/** Width, height and sizes as WordPress stores them. */
function imageDetails({ image, sizes, extension, type }: Draft, stem: string, file: string): PhpArray {
  if (!image) return new PhpArray();
  const stored = new PhpArray();
  for (const plan of sizes.values()) {
    const name = sizeFileName(stem, extension, plan);
    stored.set(
      plan.name,
      PhpArray.map([
        ['file', name],
        ['width', plan.width],
        ['height', plan.height],
        ['mime-type', type],
      ]),
    );
  }
  return PhpArray.map([
    ['width', image.width],
    ['height', image.height],
    ['file', file],
    ['sizes', stored],
    ['image_meta', imageMetaToPhp(image.meta)],
  ]);
}

/** Year and month of the moment, in site time, unless the site keeps everything in one folder. */
function folderFor(site: Site, localDate: string): string {
  return site.isOn('uploads_use_yearmonth_folders') ? `${localDate.slice(0, 4)}/${localDate.slice(5, 7)}` : '';
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
