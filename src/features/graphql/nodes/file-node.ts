import {
  attachedFile,
  attachmentAlt,
  attachmentUrl,
  type Entry,
  type EntryMeta,
} from '../../../modules/entries/index.js';
import { srcset } from '../../../rendering/index.js';
import { type PhpArray, PhpArray as Php, toInteger, toText } from '../../../text/php/index.js';
import { enumName } from '../model/names.js';
import { after, type MaybeLater } from '../model/later.js';
import { EntryNode, type FormatArgs } from './entry-node.js';

interface SizeArgs {
  readonly size?: string | null;
}

interface ImageFile {
  readonly name: string;
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  readonly bytes: number;
}

const IMAGE = /^image\//;

/** A file of the media library. */
export class MediaNode extends EntryNode {
  altText(): MaybeLater<string | null> {
    return this.isRestricted ? null : after(this.fileMeta(), attachmentAlt);
  }

  async caption({ format }: FormatArgs): Promise<string | null> {
    if (this.isRestricted) return null;
    if (format === 'RAW') return this.mayReadRaw ? this.entry.excerpt || null : null;
    return (await this.ctx.excerpt(this.asText(await this.ctx.contentOf(this.entry)))) || null;
  }

  async description({ format }: FormatArgs): Promise<string | null> {
    if (this.isRestricted) return null;
    const entry = await this.ctx.contentOf(this.entry);
    if (!entry.content) return null;
    if (format === 'RAW') return this.mayReadRaw ? entry.content : null;
    return this.ctx.html(this.asText(entry));
  }

  /** The entry as its texts are rendered: without the file itself. */
  private asText(entry: Entry): Entry {
    return this.ctx.once(`text:${entry.id}`, () => ({ ...entry, type: 'post' }));
  }

  get mimeType(): string | null {
    return this.shown(() => this.entry.mimeType || null);
  }

  get mediaType(): string | null {
    return this.shown(() => (IMAGE.test(this.entry.mimeType) ? 'image' : 'file'));
  }

  async mediaItemUrl(): Promise<string | null> {
    return this.isRestricted ? null : (await this.url()) || null;
  }

  sourceUrl({ size }: SizeArgs): MaybeLater<string | null> {
    if (size) return after(this.image(size), (image) => (image ? this.urlOf(image.file) : null));
    if (this.isRestricted || !IMAGE.test(this.entry.mimeType)) return null;
    return after(this.fileMeta(), (meta) => {
      const file = attachedFile(meta);
      return file === '' ? null : this.urlOf(baseName(file));
    });
  }

  async srcSet({ size }: SizeArgs): Promise<string | null> {
    const image = await this.image(size ?? 'MEDIUM');
    const details = await this.details();
    if (!image || !details) return null;
    const metadata = {
      width: toInteger(details.get('width')),
      height: toInteger(details.get('height')),
      file: toText(details.get('file')),
      sizes: new Map(sizesOf(details).map((size) => [size.name, size])),
    };
    const src = await this.urlOf(image.file);
    return srcset(image, src, await this.url(), metadata) ?? null;
  }

  async sizes({ size }: SizeArgs): Promise<string | null> {
    const image = await this.image(size ?? 'MEDIUM');
    return image && image.width > 0 ? `(max-width: ${image.width}px) 100vw, ${image.width}px` : null;
  }

  async file({ size }: SizeArgs): Promise<string | null> {
    if (this.isRestricted) return null;
    const file = size ? (await this.image(size))?.file : attachedFile(await this.fileMeta());
    return file ? baseName(file) : null;
  }

  async filePath({ size }: SizeArgs): Promise<string | null> {
    const file = await this.file({ size });
    return file === null ? null : this.pathOf(file);
  }

  async fileSize({ size }: SizeArgs): Promise<number | null> {
    if (this.isRestricted) return null;
    const details = await this.details();
    if (size) return (await this.image(size))?.bytes || null;
    return toInteger(details?.get('filesize')) || null;
  }

  async mediaDetails(): Promise<object | null> {
    if (this.isRestricted) return null;
    const details = await this.details();
    if (!details || details.size === 0) return null;
    const file = toText(details.get('file'));
    const sizes = sizesOf(details);
    return {
      width: toInteger(details.get('width')) || null,
      height: toInteger(details.get('height')) || null,
      file: file === '' ? null : baseName(file),
      filePath: file === '' ? null : await this.pathOf(baseName(file)),
      sizes: ({ include, exclude }: { include?: string[] | null; exclude?: string[] | null }) =>
        this.mediaSizes(sizes, include, exclude),
      meta: imageMeta(details.get('image_meta')),
    };
  }

  private async mediaSizes(
    sizes: readonly ImageFile[],
    include: readonly string[] | null | undefined,
    exclude: readonly string[] | null | undefined,
  ): Promise<object[] | null> {
    const listed = sizes.filter(
      ({ name }) => (!include?.length || include.includes(enumName(name))) && !(exclude ?? []).includes(enumName(name)),
    );
    if (listed.length === 0) return null;
    return Promise.all(
      listed.map(async ({ name, file, width, height, mime, bytes }) => ({
        name,
        file,
        width: String(width),
        height: String(height),
        mimeType: mime,
        fileSize: bytes || null,
        filePath: await this.pathOf(file),
        sourceUrl: await this.urlOf(file),
      })),
    );
  }

  /** The file of a size of an image; the original if there is no such size. */
  private image(size: string | null | undefined): MaybeLater<ImageFile | undefined> {
    if (this.isRestricted || !IMAGE.test(this.entry.mimeType)) return undefined;
    const details = this.details();
    return after(this.fileMeta(), (meta) => after(details, (found) => imageOf(this.entry, meta, found, size)));
  }

  private fileMeta(): MaybeLater<EntryMeta> {
    return this.ctx.meta(this.entry.id);
  }

  /** What is known of the file besides its name. It is long, and read if a field shows something of it. */
  private details(): MaybeLater<PhpArray | undefined> {
    return after(this.ctx.files.get(this.entry.id), (found) => found?.details);
  }

  private url(): MaybeLater<string> {
    return after(this.fileMeta(), (meta) => attachmentUrl(this.ctx.site, meta) || this.entry.guid);
  }

  private urlOf(file: string): MaybeLater<string> {
    return after(this.url(), (url) => url.slice(0, url.lastIndexOf('/') + 1) + file);
  }

  private async pathOf(file: string): Promise<string> {
    return (await this.urlOf(file)).replace(/^https?:\/\/[^/]+/, '');
  }
}

function imageOf(
  { mimeType: mime }: Entry,
  meta: EntryMeta,
  details: PhpArray | undefined,
  size: string | null | undefined,
): ImageFile | undefined {
  const file = attachedFile(meta);
  if (file === '') return undefined;
  const found = size && details ? sizesOf(details).find(({ name }) => enumName(name) === size) : undefined;
  return (
    found ?? {
      name: 'full',
      file: baseName(file),
      width: toInteger(details?.get('width')),
      height: toInteger(details?.get('height')),
      mime,
      bytes: toInteger(details?.get('filesize')),
    }
  );
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function sizesOf(details: PhpArray): ImageFile[] {
  const stored = details.get('sizes');
  if (!(stored instanceof Php)) return [];
  return [...stored].flatMap(([name, size]) =>
    size instanceof Php
      ? [
          {
            name: String(name),
            file: toText(size.get('file')),
            width: toInteger(size.get('width')),
            height: toInteger(size.get('height')),
            mime: toText(size.get('mime-type')),
            bytes: toInteger(size.get('filesize')),
          },
        ]
      : [],
  );
}

/** Members of the stored metadata by the names of fields. */
const IMAGE_META = {
  aperture: 'aperture',
  credit: 'credit',
  camera: 'camera',
  caption: 'caption',
  createdTimestamp: 'created_timestamp',
  copyright: 'copyright',
  focalLength: 'focal_length',
  iso: 'iso',
  shutterSpeed: 'shutter_speed',
  title: 'title',
  orientation: 'orientation',
} as const;
const NUMBERS: ReadonlySet<string> = new Set(['aperture', 'createdTimestamp', 'focalLength', 'iso', 'shutterSpeed']);

function imageMeta(stored: unknown): object | null {
  if (!(stored instanceof Php)) return null;
  const values = Object.entries(IMAGE_META).map(([field, key]) => {
    const text = toText(stored.get(key));
    return [field, NUMBERS.has(field) ? Number(text) || 0 : text];
  });
  const keywords = stored.get('keywords');
  return {
    ...Object.fromEntries(values),
    keywords: keywords instanceof Php ? [...keywords.values()].map((word) => toText(word)) : null,
  };
}
