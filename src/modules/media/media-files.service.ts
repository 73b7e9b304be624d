import { open, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { PhpArray } from '../../text/php/index.js';
import { type UploadJournal, UploadInbox } from '../../platform/uploads/upload-inbox.js';
import { UploadStorage, isUploadPath } from '../../platform/uploads/upload-storage.js';
import { type Site } from '../../site/site.js';
import { type FileNameTypes } from '../../text/files.js';
import { readAudioVideo } from './audio-video.js';
import { type ContentKind, contentKind, HEAD_BYTES } from './content-kind.js';
import { editImage, type ImageEdit } from './images/edit-image.js';
import { type ImageMeta, imageMetaToPhp } from './images/image-meta.js';
import { type ImageFacts, readImage } from './images/read-image.js';
import {
  type ImageFormat,
  isScalable,
  type MainPlan,
  makeSizes,
  planMain,
  planSizes,
  siteSizes,
  sizeFileName,
  type SizePlan,
  upright,
} from './images/image-sizes.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type MediaDialect } from './media.variants.js';
import { fileTypeOf, knownMimeTypes } from '../../text/mime.js';
import { type AttachedFile, MediaStore } from './media.store.js';
import { uploadType, numberedStem, safeFileName, splitName } from './upload-type.js';

/** A stored file that has no row yet. */
export interface StoredUpload {
  placement: UploadJournal;
  /** Path below the uploads folder; of the copy where one replaces the uploaded file. */
  file: string;
  /** URL of the file as it was uploaded. */
  url: string;
  type: string;
  /** File name without its extension. */
  stem: string;
  /** As stored with the attachment; empty if there is none. */
  details: PhpArray;
  embedded?: ImageMeta;
}

interface Incoming {
  path: string;
  /** The client's file name. */
  filename: string;
}

/** Every file that belongs to an upload before it has its final name. */
interface PendingUpload {
  original: string;
  extension: string;
  type: string;
  image?: ImageFacts;
  /** The copy that replaces the original, in its temporary file. */
  main?: { path: string; plan: MainPlan };
  /** Made sizes by the temporary file each is in. */
  sizes: ReadonlyMap<string, SizePlan>;
  /** Sizes of all these files in bytes. */
  bytes: ReadonlyMap<string, number>;
  details?: PhpArray;
}

const SCALED: ReadonlySet<ContentKind> = new Set(['jpeg', 'png', 'gif', 'webp', 'avif']);
const MAX_NUMBER = 10_000;
const logger = new Logger('Uploads');

/** Stores and deletes uploaded files, so that neither a crash nor a concurrent request leaves a row without its file. */
@Injectable()
export class MediaFilesService {
  constructor(
    private readonly inbox: UploadInbox,
    private readonly storage: UploadStorage,
    private readonly store: MediaStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Undefined if the type is not allowed or not that of the content. Call `commit` after the row is written, otherwise `undo`. */
  async take(
    incoming: Incoming,
    types: FileNameTypes,
    site: Site,
    localDate: string,
    { makesSizes = true } = {},
  ): Promise<StoredUpload | undefined> {
    try {
      const head = await readHead(incoming.path);
      const kind = contentKind(head);
      const decided = uploadType(safeFileName(incoming.filename, types), kind, types.allowed);
      if (!decided) return undefined;
      const { stem, extension } = splitName(decided.name);
      const draft = await this.draft(
        incoming.path,
        kind,
        head,
        { extension, type: decided.type },
        makesSizes ? site : undefined,
      );
      return await this.placeUnderFreeName(draft, stem, folderFor(site, localDate), site);
    } finally {
      await this.inbox.drop(incoming.path);
    }
  }

  /** Stores the edited copy of an image, as `take` stores an upload; otherwise says why there is none. */
  async takeEdited(
    path: string,
    edits: readonly ImageEdit[],
    types: FileNameTypes,
    site: Site,
    localDate: string,
  ): Promise<StoredUpload | 'unreadable' | 'too large'> {
    const { stem, extension } = splitName(posix.basename(path));
    const original = await this.copyOf(path);
    if (original === undefined) return 'unreadable';
    try {
      const kind = contentKind(await readHead(original));
      if (!SCALED.has(kind)) return 'unreadable';
      const edited = await this.inbox.reserve(extension);
      const result = await editImage(original, kind as ImageFormat, edits, edited);
      if (result !== 'edited') return result;
      const file = { path: edited, filename: `${stem}-edited${extension}` };
      return (await this.take(file, types, site, localDate)) ?? 'unreadable';
    } finally {
      await this.inbox.drop(original);
    }
  }

  /** Generates and stores the missing sizes of an image; returns the updated metadata, undefined if nothing is missing. */
  async addMissingSizes({ file, original, details }: AttachedFile, site: Site): Promise<PhpArray | undefined> {
    const folder = posix.dirname(file);
    const uploaded = original ? posix.join(folder, original) : file;
    const copy = await this.copyOf(uploaded);
    if (copy === undefined) return undefined;
    const { stem, extension } = splitName(posix.basename(uploaded));
    const type = fileTypeOf(uploaded, knownMimeTypes(this.profile.rendering))?.type ?? '';
    const stored = details.get('sizes');
    const sizes = stored instanceof PhpArray ? stored : new PhpArray();
    try {
      const head = await readHead(copy);
      const isMissing = ({ name }: SizePlan) => !sizes.has(name);
      const draft = await this.draft(copy, contentKind(head), head, { extension, type }, site, isMissing);
      const places = placesOf(draft, posix.join(folder, stem));
      places.delete(copy);
      if (places.size === 0) return undefined;
      const placement = await this.inbox.begin([file, ...places.values()]);
      for (const [from, path] of places) await this.storage.place(from, path, type);
      await this.inbox.finish(placement);
      const made = sizeDetails(draft, stem, this.profile.media.exposesFileDetails);
      for (const [name, size] of made) sizes.set(name, size);
      await Promise.all([...places.keys()].map((path) => this.inbox.drop(path)));
      return details.set('sizes', sizes);
    } finally {
      await this.inbox.drop(copy);
    }
  }

  /** A local copy of a stored file; undefined where there is none. */
  private async copyOf(path: string): Promise<string | undefined> {
    const stored = isUploadPath(path) ? await this.storage.open(path) : undefined;
    const bytes = await stored?.read();
    return bytes && (await this.inbox.save(bytes, { md5: false })).path;
  }

  async commit(upload: StoredUpload): Promise<void> {
    await this.inbox.finish(upload.placement);
  }

  async undo(upload: StoredUpload): Promise<void> {
    await this.cleanUp(upload.placement);
  }

  /** Runs the work that deletes the rows, then deletes the files; a crash in between is repaired at the next start. */
  async removeAfter<T>(paths: readonly string[], forgetThem: () => Promise<T>): Promise<T> {
    const placement = await this.inbox.begin(paths);
    try {
      return await forgetThem();
    } finally {
      await this.cleanUp(placement);
    }
  }

  /** Cleans up after killed processes: incomplete uploads, and stored files without a row. */
  async clearLeftovers(): Promise<void> {
    for (const placement of await this.inbox.leftovers()) await this.cleanUp(placement);
  }

  /** The rows are final, so a failure does not fail the request or the start: the record of the placement stays for the next start. */
  private async cleanUp(placement: UploadJournal): Promise<void> {
    await this.abandon(placement).catch((error: unknown) =>
      logger.error(`Files without an attachment could not be deleted; the next start tries again: ${String(error)}`),
    );
  }

  /** If a row has the original, all files are kept; otherwise those that belong to another row. */
  private async abandon(placement: UploadJournal): Promise<void> {
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
    named: Pick<PendingUpload, 'extension' | 'type'>,
    site: Site | undefined,
    only?: (plan: SizePlan) => boolean,
  ): Promise<PendingUpload> {
    const plain = { ...named, original, sizes: new Map<string, SizePlan>(), bytes: await bytesOf([original]) };
    if (/^(?:audio|video)\//.test(named.type)) return { ...plain, details: await readAudioVideo(original, named.type) };
    const image = await readImage(original, kind, head);
    if (!image || !site || !SCALED.has(kind) || !isScalable(image)) return { ...plain, image };
    const { media } = this.profile;
    const source = media.normalizesImages ? upright(image) : { ...image, isTurned: false };
    const main = only ? undefined : planMain(source, media);
    const targets = new Map<string, SizePlan>();
    const sizes = planSizes(source, siteSizes(site, media), media).filter(only ?? (() => true));
    for (const plan of [...(main ? [main] : []), ...sizes])
      targets.set(await this.inbox.reserve(named.extension), plan);
    const made = await makeSizes(original, kind as ImageFormat, source, targets);
    const copy = made.find((path) => targets.get(path) === main);
    return {
      ...plain,
      image,
      ...(main && copy !== undefined && { main: { path: copy, plan: main } }),
      sizes: new Map(made.filter((path) => path !== copy).map((path) => [path, targets.get(path)!])),
      bytes: await bytesOf([original, ...made]),
    };
  }

  /** Tries `a`, `a-1`, `a-2` … until neither the file nor one of its sizes conflicts with another. */
  private async placeUnderFreeName(
    draft: PendingUpload,
    stem: string,
    folder: string,
    site: Site,
  ): Promise<StoredUpload> {
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
      const temporary = [...draft.sizes.keys(), ...(draft.main ? [draft.main.path] : [])];
      await Promise.all(temporary.map((path) => this.inbox.drop(path)));
    }
  }

  private async isAnyTaken(paths: readonly string[]): Promise<boolean> {
    return (await Promise.all(paths.map((path) => this.storage.open(path)))).some(Boolean);
  }

  /** All or none; files of others are never changed. */
  private async placeAll(places: ReadonlyMap<string, string>, type: string): Promise<boolean> {
    const placed = new Set<string>();
    try {
      for (const [from, path] of places) {
        // Sizes with the same dimensions share a file.
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

  private stored(draft: PendingUpload, stem: string, placement: UploadJournal, site: Site): StoredUpload {
    const [file] = placement.paths as [string];
    const uploaded = posix.join(posix.dirname(file), stem + draft.extension);
    return {
      placement,
      file,
      stem,
      type: draft.type,
      url: `${site.uploadsUrl}/${uploaded}`,
      details: draft.details ?? fileDetails(draft, stem, file, this.profile.media),
      embedded: draft.image?.meta,
    };
  }
}

/** The path of each file, that of the row first. */
function placesOf({ original, extension, main, sizes }: PendingUpload, base: string): Map<string, string> {
  const places = new Map<string, string>();
  if (main) places.set(main.path, `${base}-${main.plan.name}${extension}`);
  places.set(original, base + extension);
  for (const [path, plan] of sizes) places.set(path, sizeFileName(base, extension, plan));
  return places;
}

/** Metadata of a file that is neither audio nor video. */
function fileDetails(draft: PendingUpload, stem: string, file: string, { exposesFileDetails }: MediaDialect): PhpArray {
  const { image, main, original, extension, bytes } = draft;
  const filesize = bytes.get(main?.path ?? original) ?? 0;
  if (!image) return exposesFileDetails ? PhpArray.map([['filesize', filesize]]) : new PhpArray();
  const { width, height } = main?.plan ?? image;
  const meta = imageMetaToPhp(image.meta);
  // The copy is upright, whatever the EXIF data of the original says.
  if (main && upright(image).isTurned) meta.set('orientation', 1);
  if (exposesFileDetails) meta.set('alt', '');
  const details = PhpArray.map([
    ['width', width],
    ['height', height],
    ['file', file],
  ]);
  if (exposesFileDetails) details.set('filesize', filesize);
  details.set('sizes', sizeDetails(draft, stem, exposesFileDetails)).set('image_meta', meta);
  return main ? details.set('original_image', stem + extension) : details;
}

/** The sizes of an image as WordPress stores them. */
function sizeDetails({ sizes, extension, type, bytes }: PendingUpload, stem: string, withBytes: boolean): PhpArray {
  const stored = new PhpArray();
  for (const [path, plan] of sizes) {
    const size = PhpArray.map([
      ['file', sizeFileName(stem, extension, plan)],
      ['width', plan.width],
      ['height', plan.height],
      ['mime-type', type],
    ]);
    stored.set(plan.name, withBytes ? size.set('filesize', bytes.get(path) ?? 0) : size);
  }
  return stored;
}

async function bytesOf(paths: readonly string[]): Promise<Map<string, number>> {
  return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).size] as const)));
}

/** Year and month in site time, unless the site stores all uploads in one folder. */
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
