import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../../../modules/entries/index.js';
import { type Site } from '../../../site/index.js';
import { EntryValuesStore } from '../entry-values.store.js';
import { attachedFiles, type ContentImage } from '../head/images.js';
import { type Indexable } from '../indexables.store.js';
import { type YoastOptions } from '../yoast-options.js';
import { ImagesLoader, type LoadedImage } from './images.loader.js';

/** Finds the attachments that contents show. */
@Injectable()
export class ContentFilesLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly values: EntryValuesStore,
    private readonly images: ImagesLoader,
  ) {}

  /**
   * The attachments of the first images of contents, by entry. For an entry that was saved while the plugin was active, they
   * are those that the images name by `wp-image-ID`; the others are looked up by their files.
   */
  async load(
    site: Site,
    contentImages: ReadonlyMap<number, ContentImage>,
    named: ReadonlyMap<number, LoadedImage>,
    indexables: ReadonlyMap<number, Indexable>,
    options: YoastOptions,
  ): Promise<Map<number, LoadedImage>> {
    const found = new Map<number, LoadedImage>();
    const unnamed = new Map<number, readonly string[]>();
    for (const [entry, { url, id }] of contentImages) {
      const files = attachedFiles(url, site.uploadsUrl, !options.isOn('disable-attachment'));
      const image = named.get(id);
      const hasFile = image && files.some((file) => image.full.url === `${site.uploadsUrl}/${file}`);
      if (image && (hasFile || !isOnlyShown(indexables.get(entry)))) found.set(entry, image);
      else if (files.length > 0) unnamed.set(entry, files);
    }
    if (unnamed.size === 0) return found;
    const attachments = await this.values.attachments([...new Set([...unnamed.values()].flat())]);
    const images = await this.images.load(site, [...attachments.values()]);
    for (const [entry, files] of unnamed) {
      const file = files.find((name) => attachments.has(name));
      const image = file === undefined ? undefined : images.get(attachments.get(file)!);
      if (image) found.set(entry, image);
    }
    return found;
  }

  /** The first images of entries whose galleries have all of theirs. */
  async firstChildren(site: Site, parents: readonly number[]): Promise<Map<number, LoadedImage>> {
    if (parents.length === 0) return new Map();
    const files = await this.entries.attachments([], parents, { content: false });
    const first = new Map<number, number>();
    for (const { id, parent, mimeType } of files)
      if (mimeType.startsWith('image/') && !first.has(parent)) first.set(parent, id);
    const images = await this.images.load(site, [...first.values()]);
    return new Map([...first].flatMap(([parent, id]) => (images.has(id) ? [[parent, images.get(id)!] as const] : [])));
  }
}

/** The plugin looks at the classes of images when an entry is saved; it may have built the row when the entry was shown. */
function isOnlyShown(indexable: Indexable | undefined): boolean {
  return indexable?.source === 'first-content-image' && indexable.imageId === 0;
}
