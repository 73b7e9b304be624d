import { Inject, Injectable } from '@nestjs/common';
import { isUploadPath, UploadStorage } from '../../../../platform/uploads/upload-storage.js';
import { type Site } from '../../../../site/site.js';
import { PhpArray, toInteger, toText } from '../../../../text/php/index.js';
import { PROFILE, type Profile } from '../../../../variant/profile.js';
import { planSize, siteSizes } from '../../../../rendering/media/image-sizes.js';
import { type ImageSizeBox } from '../../../../rendering/render-context.js';
import { EntriesStore } from '../entries.store.js';
import { type Entry, type EntryMeta } from '../../model/entry.js';
import { attachedFile, attachmentDetails } from './rendered-attachment.js';

type AttachmentMeta = ReadonlyMap<number, EntryMeta>;

/** Sizes of the picture of a PDF's first page. */
const COVER_SIZES = new Set(['thumbnail', 'medium', 'large']);

/** File details of attachments in WordPress 7. */
export class AttachedFiles {
  constructor(
    private readonly meta: AttachmentMeta,
    /** In bytes, if the stored metadata does not have it. */
    private readonly bytes: ReadonlyMap<number, number>,
    private readonly sizes: readonly ImageSizeBox[],
    private readonly media: Profile['media'],
    private readonly parents: ReadonlyMap<number, Entry>,
  ) {}

  /** Name of the file as it was uploaded; null without one. */
  name({ id }: Entry): string | null {
    const file = toText(this.details(id)?.get('original_image')) || attachedFile(this.meta.get(id));
    return file === '' ? null : file.slice(file.lastIndexOf('/') + 1);
  }

  /** In bytes; null if unknown. */
  size({ id }: Entry): number | null {
    return toInteger(this.details(id)?.get('filesize')) || (this.bytes.get(id) ?? null);
  }

  /** Whether the size comes from the metadata, not from the file itself. */
  hasStoredSize({ id }: Entry): boolean {
    return toInteger(this.details(id)?.get('filesize')) > 0;
  }

  /** Registered image sizes that have not been generated; of a PDF, those of its cover. */
  missingSizes({ id, mimeType }: Entry): string[] {
    const details = this.details(id);
    const stored = details?.get('sizes');
    const isMissing = (name: string) => !(stored instanceof PhpArray && stored.has(name));
    if (mimeType === 'application/pdf')
      return this.sizes.map(({ name }) => name).filter((name) => COVER_SIZES.has(name) && isMissing(name));
    const original = { width: toInteger(details?.get('width')), height: toInteger(details?.get('height')) };
    if (!mimeType.startsWith('image/') || original.width === 0 || original.height === 0) return [];
    return this.sizes
      .filter((size) => planSize(original, size, this.media.normalizesImages))
      .map(({ name }) => name)
      .filter(isMissing);
  }

  /** EXIF orientation; 1 is upright. */
  orientation({ id }: Entry): number {
    const meta = this.details(id)?.get('image_meta');
    return (meta instanceof PhpArray && toInteger(meta.get('orientation'))) || 1;
  }

  /** The entry the file is attached to. */
  parent({ parent }: Entry): Entry | undefined {
    return this.parents.get(parent);
  }

  private details(id: number): PhpArray | undefined {
    return attachmentDetails(this.meta.get(id));
  }
}

@Injectable()
export class AttachedFilesLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly uploads: UploadStorage,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** `known`: entries above these, if they have been read. */
  async load(
    site: Site,
    entries: readonly Entry[],
    meta: AttachmentMeta,
    preloaded?: ReadonlyMap<number, Entry>,
  ): Promise<AttachedFiles> {
    const parents = [...new Set(entries.map(({ parent }) => parent))].filter((id) => id > 0);
    const [bytes, found] = await Promise.all([
      this.bytes(entries, meta),
      preloaded ?? this.entries.byIds(parents, { content: false }),
    ]);
    return new AttachedFiles(meta, bytes, siteSizes(site, this.profile.media), this.profile.media, found);
  }

  private async bytes(entries: readonly Entry[], meta: AttachmentMeta): Promise<Map<number, number>> {
    const sizes = await Promise.all(
      entries.map(async ({ id }): Promise<[number, number][]> => {
        const file = attachedFile(meta.get(id));
        if (!isUploadPath(file) || toInteger(attachmentDetails(meta.get(id))?.get('filesize')) > 0) return [];
        const stored = await this.uploads.open(file);
        return stored ? [[id, stored.size]] : [];
      }),
    );
    return new Map(sizes.flat());
  }
}
