import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { type Transaction } from '../../database/database.js';
import { REPLACED, type ReplacementJournal, UploadInbox } from '../../platform/uploads/upload-inbox.js';
import { UploadStorage } from '../../platform/uploads/upload-storage.js';
import { type Site } from '../../site/site.js';
import { type MimeTable } from '../../text/mime.js';
import { PhpArray, toInteger, toText } from '../../text/php/index.js';
import { type FocalPoint } from '../../rendering/media/focal-point.js';
import { contentKind } from './content-kind.js';
import { coveringPart, type SizePlan } from '../../rendering/media/image-sizes.js';
import { type ImageFormat, makeSizes } from './images/image-sizes.js';
import { type AttachedFile, MediaStore } from './media.store.js';
import {
  newerFormatOf,
  typeOfPath,
  type PendingUpload,
  PendingUploadsService,
  placesOf,
  readHead,
} from './pending-uploads.service.js';
import { splitName, uploadType } from './upload-type.js';

export interface Replacement {
  id: number;
  attached: AttachedFile;
  /** The new file, in the inbox. */
  path: string;
  /** The MIME type of the attachment, which stays. */
  type: string;
  allowed: MimeTable;
  focalPoint: FocalPoint | undefined;
}

/** Everything that a replacement stores, in temporary files. */
interface PreparedReplacement {
  id: number;
  type: string;
  pending: PendingUpload;
  /** The path of each file, by its temporary file. */
  places: ReadonlyMap<string, string>;
  file: string;
  details: PhpArray;
  /** Files of the attachment that are not among its sizes any more. Entries may show them, so they show the new image. */
  backups: PhpArray;
  focalPoint: FocalPoint | undefined;
}

const logger = new Logger('Uploads');

/**
 * Replaces the files of an attachment under their paths. Each file is replaced at once, and together with the row: the replaced files
 * are copied first, and return if the transaction does not commit, after a crash at the next start.
 */
@Injectable()
export class ReplacedFilesService {
  constructor(
    private readonly inbox: UploadInbox,
    private readonly storage: UploadStorage,
    private readonly store: MediaStore,
    private readonly pending: PendingUploadsService,
  ) {}

  /** Makes the new files. Undefined if the new file has another type than the attachment. */
  async prepare(replacement: Replacement, site: Site): Promise<PreparedReplacement | undefined> {
    const { id, attached, path, type, allowed, focalPoint } = replacement;
    const folder = posix.dirname(attached.file);
    const name = attached.original ?? posix.basename(attached.file);
    const { stem, extension } = splitName(name);
    const head = await readHead(path);
    const kind = contentKind(head);
    const decided = uploadType(name, kind, allowed);
    if (decided?.type !== type || splitName(decided.name).extension !== extension) return undefined;
    const pending = await this.pending.prepare(path, kind, head, { extension, type }, { site, focalPoint });
    const places = placesOf(pending, posix.join(folder, stem));
    const [file] = places.values();
    const backups = await this.store.backupsOf(id);
    const former = new Map([...formerFiles(attached.details, posix.basename(attached.file)), ...formerSizes(backups)]);
    for (const used of places.values()) former.delete(posix.basename(used));
    const copies = await this.copies(pending, kind as ImageFormat, former, focalPoint);
    for (const [temporary, formerName] of copies) {
      places.set(temporary, posix.join(folder, formerName));
      backups.set(`${formerName}-replaced`, former.get(formerName)!);
    }
    const details = this.pending.details(pending, stem, file!);
    return { id, type, pending, places, file: file!, details, backups, focalPoint };
  }

  /** Runs the work that writes the row, which calls `write` in its transaction. */
  async complete<T>(
    prepared: PreparedReplacement,
    work: (write: (tx: Transaction) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    let journal: ReplacementJournal | undefined;
    try {
      const result = await work(async (tx) => {
        const { id, file, details, backups, focalPoint, places, type } = prepared;
        const version = randomBytes(9).toString('hex');
        await this.store.describe(tx, id, {
          file,
          details,
          version,
          focalPoint,
          ...(backups.size > 0 && { backups }),
        });
        // The row is locked now, so no other replacement of the same files is under way.
        journal = await this.begin({ attachment: id, type, version }, [...new Set(places.values())]);
        for (const [from, path] of places) await this.storage.replace(from, path, typeOfPath(path, type));
      });
      if (journal) await this.inbox.finishReplacement(journal);
      return result;
    } catch (error) {
      if (journal) await this.settle(journal);
      throw error;
    } finally {
      for (const path of prepared.places.keys()) await this.inbox.drop(path);
    }
  }

  /** Completes what killed processes left: files of a replacement that was not committed return. */
  async restoreInterrupted(): Promise<void> {
    for (const journal of await this.inbox.interruptedReplacements()) await this.settle(journal);
  }

  private async begin(
    replacement: Pick<ReplacementJournal, 'attachment' | 'type' | 'version'>,
    paths: readonly string[],
  ): Promise<ReplacementJournal> {
    const copies = await Promise.all(
      paths.map(async (path) => [path, (await this.pending.copyOf(path, REPLACED)) ?? null] as const),
    );
    return this.inbox.beginReplacement({ ...replacement, copies });
  }

  /**
   * The replaced files return, unless the row was committed. A failure does not hide the error that led to it: the record stays for
   * the next start.
   */
  private async settle(journal: ReplacementJournal): Promise<void> {
    try {
      const isCommitted = (await this.store.versionOf(journal.attachment)) === journal.version;
      for (const [path, copy] of isCommitted ? [] : journal.copies) {
        if (copy === null) await this.storage.delete(path);
        else await this.storage.replace(copy, path, typeOfPath(path, journal.type));
      }
      await this.inbox.finishReplacement(journal);
    } catch (error) {
      logger.error(
        `Files of attachment ${journal.attachment} could not be restored; the next start tries again: ${String(error)}`,
      );
    }
  }

  /** The new image in the dimensions of each former file, by temporary file. */
  private async copies(
    pending: PendingUpload,
    format: ImageFormat,
    former: ReadonlyMap<string, PhpArray>,
    focalPoint: FocalPoint | undefined,
  ): Promise<Map<string, string>> {
    if (!pending.image) return new Map();
    const source = this.pending.sourceOf(pending.image);
    const plans = new Map<string, SizePlan>();
    const names = new Map<string, string>();
    for (const [name, size] of former) {
      const frame = { width: toInteger(size.get('width')), height: toInteger(size.get('height')) };
      if (frame.width < 1 || frame.height < 1) continue;
      const newer = newerFormatOf(name, pending.type);
      const temporary = await this.inbox.reserve(newer ? `.${newer}` : pending.extension);
      const part = coveringPart(source, frame, focalPoint);
      plans.set(temporary, { name, ...frame, source: part, ...(newer && { format: newer }) });
      names.set(temporary, name);
    }
    const paths = await makeSizes(pending.original, format, source, plans);
    return new Map(paths.map((path) => [path, names.get(path)!]));
  }
}

/** The main file and the sizes of an image, by file name. */
function formerFiles(details: PhpArray, main: string): Map<string, PhpArray> {
  const sizes = details.get('sizes');
  const whole = PhpArray.map([
    ['file', main],
    ['width', toInteger(details.get('width'))],
    ['height', toInteger(details.get('height'))],
  ]);
  return new Map([[main, whole], ...(sizes instanceof PhpArray ? formerSizes(sizes) : [])]);
}

function formerSizes(sizes: PhpArray): Map<string, PhpArray> {
  const found = [...sizes.values()].flatMap((size): [string, PhpArray][] =>
    size instanceof PhpArray && toText(size.get('file')) !== ''
      ? [[posix.basename(toText(size.get('file'))), size]]
      : [],
  );
  return new Map(found);
}
