import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { PhpArray } from '../../text/php/index.js';
import { type UploadJournal, UploadInbox } from '../../platform/uploads/upload-inbox.js';
import { UploadStorage, isUploadPath } from '../../platform/uploads/upload-storage.js';
import { type Site } from '../../site/site.js';
import { type FileNameTypes } from '../../text/files.js';
import { type EmbeddedPicture } from './audio-video.js';
import { contentKind } from './content-kind.js';
import { editImage, type ImageEdit } from './images/edit-image.js';
import { type ImageMeta } from './images/image-meta.js';
import { type SizePlan } from '../../rendering/media/image-sizes.js';
import { type ImageFormat } from './images/image-sizes.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { fileTypeOf, registeredMimeTypes } from '../../text/mime.js';
import { type AttachedFile, MediaStore } from './media.store.js';
import {
  typeOfPath,
  type PendingUpload,
  PendingUploadsService,
  placesOf,
  readHead,
  SCALED,
} from './pending-uploads.service.js';
import { ReplacedFilesService } from './replaced-files.service.js';
import { uploadType, numberedStem, safeFileName, splitName } from './upload-type.js';

/** A stored file that has no row yet. */
export interface StoredUpload {
  journal: UploadJournal;
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
  /** The cover in an audio file. */
  picture?: EmbeddedPicture;
}

const MAX_NUMBER = 10_000;
const logger = new Logger('Uploads');

/** Stores and deletes uploaded files, so that neither a crash nor a concurrent request leaves a row without its file. */
@Injectable()
export class MediaFilesService {
  constructor(
    private readonly inbox: UploadInbox,
    private readonly storage: UploadStorage,
    private readonly store: MediaStore,
    private readonly pending: PendingUploadsService,
    private readonly replacements: ReplacedFilesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Undefined if the type is not allowed or not that of the content. Call it in `storeWithRow`, or call `commit` after the row is written, otherwise `undo`. */
  async storeUpload(
    incoming: { path: string; filename: string },
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
      const named = { extension, type: decided.type };
      const pending = await this.pending.prepare(incoming.path, kind, head, named, makesSizes ? { site } : undefined);
      return await this.placeUnderFreeName(pending, stem, folderFor(site, localDate), site);
    } finally {
      await this.inbox.drop(incoming.path);
    }
  }

  /** Stores the edited copy of an image, as `storeUpload` stores an upload; otherwise says why there is none. */
  async storeEdited(
    path: string,
    edits: readonly ImageEdit[],
    types: FileNameTypes,
    site: Site,
    localDate: string,
  ): Promise<StoredUpload | 'unreadable' | 'too large'> {
    const { stem, extension } = splitName(posix.basename(path));
    const edited = await this.edited(path, edits);
    if (typeof edited === 'string') return edited;
    const file = { path: edited.path, filename: `${stem}-edited${extension}` };
    return (await this.storeUpload(file, types, site, localDate)) ?? 'unreadable';
  }

  /** A temporary file with the edited copy of an image, or why there is none. */
  async edited(path: string, edits: readonly ImageEdit[]): Promise<{ path: string } | 'unreadable' | 'too large'> {
    const original = await this.pending.copyOf(path);
    if (original === undefined) return 'unreadable';
    if (edits.length === 0) return { path: original };
    try {
      const kind = contentKind(await readHead(original));
      if (!SCALED.has(kind)) return 'unreadable';
      const edited = await this.inbox.reserve(splitName(posix.basename(path)).extension);
      const result = await editImage(original, kind as ImageFormat, edits, edited);
      return result === 'edited' ? { path: edited } : result;
    } finally {
      await this.inbox.drop(original);
    }
  }

  /** A temporary file with these bytes. */
  async receive(bytes: Uint8Array): Promise<string> {
    return (await this.inbox.save(Readable.from([bytes]), { md5: false })).path;
  }

  /** Deletes a received or edited file that is not stored. */
  discard(path: string): Promise<void> {
    return this.inbox.drop(path);
  }

  /** Generates and stores the missing sizes of an image; returns the updated metadata, undefined if nothing is missing. */
  async addMissingSizes({ file, original, details }: AttachedFile, site: Site): Promise<PhpArray | undefined> {
    const folder = posix.dirname(file);
    const uploaded = original ? posix.join(folder, original) : file;
    const copy = await this.pending.copyOf(uploaded);
    if (copy === undefined) return undefined;
    const { stem, extension } = splitName(posix.basename(uploaded));
    const type = fileTypeOf(uploaded, registeredMimeTypes(this.profile.rendering))?.type ?? '';
    const stored = details.get('sizes');
    const sizes = stored instanceof PhpArray ? stored : new PhpArray();
    try {
      const head = await readHead(copy);
      const isMissing = ({ name }: SizePlan) => !sizes.has(name);
      const pending = await this.pending.prepare(
        copy,
        contentKind(head),
        head,
        { extension, type },
        { site, only: isMissing },
      );
      const places = placesOf(pending, posix.join(folder, stem));
      places.delete(copy);
      if (places.size === 0) return undefined;
      const journal = await this.inbox.begin([file, ...places.values()]);
      for (const [from, path] of places) await this.storage.place(from, path, typeOfPath(path, type));
      await this.inbox.finish(journal);
      const newSizes = this.pending.sizeDetails(pending, stem);
      for (const [name, size] of newSizes) sizes.set(name, size);
      await Promise.all([...places.keys()].map((path) => this.inbox.drop(path)));
      return details.set('sizes', sizes);
    } finally {
      await this.inbox.drop(copy);
    }
  }

  /** Runs work that stores a file, which it reports, and then writes its row. If that fails, the file is deleted again. */
  async storeWithRow<T>(work: (report: (upload: StoredUpload) => void) => Promise<T>): Promise<T> {
    let stored: StoredUpload | undefined;
    try {
      const result = await work((upload) => void (stored = upload));
      if (stored) await this.commit(stored);
      return result;
    } catch (error) {
      if (stored) await this.undo(stored);
      throw error;
    }
  }

  async commit(upload: StoredUpload): Promise<void> {
    await this.inbox.finish(upload.journal);
  }

  async undo(upload: StoredUpload): Promise<void> {
    await this.cleanUp(upload.journal);
  }

  /** Runs the work that deletes the rows, then deletes the files; a crash in between is repaired at the next start. */
  async deleteAfter<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const journal = await this.inbox.begin(paths);
    try {
      return await work();
    } finally {
      await this.cleanUp(journal);
    }
  }

  /** Cleans up after killed processes: incomplete uploads, and stored files without a row. */
  async clearLeftovers(): Promise<void> {
    await this.replacements.restoreInterrupted();
    for (const journal of await this.inbox.leftovers()) await this.cleanUp(journal);
  }

  /** The rows are final, so a failure does not fail the request or the start: the journal stays for the next start. */
  private async cleanUp(journal: UploadJournal): Promise<void> {
    await this.abandon(journal).catch((error: unknown) =>
      logger.error(`Files without an attachment could not be deleted; the next start tries again: ${String(error)}`),
    );
  }

  /** If a row has the original, all files are kept; otherwise those that belong to another row. */
  private async abandon(journal: UploadJournal): Promise<void> {
    const paths = journal.paths.filter(isUploadPath);
    const used = await this.store.usedAmong(paths);
    if (paths.length > 0 && !used.has(paths[0]!)) {
      for (const path of paths) if (!used.has(path)) await this.storage.delete(path);
    }
    await this.inbox.finish(journal);
  }

  /** Tries `a`, `a-1`, `a-2` … until neither the file nor one of its sizes conflicts with another. */
  private async placeUnderFreeName(
    pending: PendingUpload,
    stem: string,
    folder: string,
    site: Site,
  ): Promise<StoredUpload> {
    try {
      for (let number = 0; number < MAX_NUMBER; number++) {
        const name = numberedStem(stem, number);
        const places = placesOf(pending, posix.join(folder, name));
        const paths = [...new Set(places.values())];
        const taken = await Promise.all(paths.map((path) => this.storage.open(path)));
        if (taken.some(Boolean)) continue;
        const journal = await this.inbox.begin(paths);
        if (await this.placeAll(places, pending.type)) return this.stored(pending, name, journal, site);
        await this.inbox.finish(journal);
      }
      throw new Error(`No free name for an upload called ${stem}`);
    } finally {
      await this.pending.dropCopies(pending);
    }
  }

  /** All or none; files of others are never changed. */
  private async placeAll(places: ReadonlyMap<string, string>, type: string): Promise<boolean> {
    const placed = new Set<string>();
    let isComplete = false;
    try {
      for (const [from, path] of places) {
        // Sizes with the same dimensions share a file.
        if (!placed.has(path) && !(await this.storage.place(from, path, typeOfPath(path, type)))) return false;
        placed.add(path);
      }
      isComplete = true;
      return true;
    } finally {
      if (!isComplete) for (const path of placed) await this.storage.delete(path);
    }
  }

  private stored(pending: PendingUpload, stem: string, journal: UploadJournal, site: Site): StoredUpload {
    const [file] = journal.paths as [string];
    const uploaded = posix.join(posix.dirname(file), stem + pending.extension);
    return {
      journal,
      file,
      stem,
      type: pending.type,
      url: `${site.uploadsUrl}/${uploaded}`,
      details: this.pending.details(pending, stem, file),
      embedded: pending.image?.meta,
      picture: pending.picture,
    };
  }
}

/** Year and month in site time, unless the site stores all uploads in one folder. */
function folderFor(site: Site, localDate: string): string {
  return site.isOn('uploads_use_yearmonth_folders') ? `${localDate.slice(0, 4)}/${localDate.slice(5, 7)}` : '';
}
