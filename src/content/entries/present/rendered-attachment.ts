import { maybeUnserialize, PhpArray, type PhpValue, toInt, toText } from '../../../database/php-serialize.js';
import { type Site } from '../../../site/site.js';
import { type ImageMetadata, type ImageSize, type RenderAttachment } from '../../rendering/index.js';
import { type Entry } from '../entry.js';
import { type EntryMeta } from '../entries.store.js';

const FILE = '_wp_attached_file';
const METADATA = '_wp_attachment_metadata';
const ALT = '_wp_attachment_image_alt';

/** Meta keys an attachment is shown by. */
export const attachmentMeta: readonly string[] = [FILE, METADATA, ALT];

export function attachmentUrl(site: Site, meta: EntryMeta | undefined): string {
  const file = meta?.get(FILE) ?? '';
  return file === '' || /^https?:\/\//.test(file) ? file : `${site.uploadsUrl}/${file}`;
}

export function attachmentDetails(meta: EntryMeta | undefined): PhpArray | undefined {
  const stored = maybeUnserialize(meta?.get(METADATA) ?? '');
  return stored instanceof PhpArray ? stored : undefined;
}

export function attachmentAlt(meta: EntryMeta | undefined): string {
  return meta?.get(ALT) ?? '';
}

export interface AttachmentPlace {
  site: Site;
  /** The attachment page. */
  link: string;
  poster?: string;
}

/** An attachment as contents show it. */
export function toRenderAttachment(
  entry: Entry,
  meta: EntryMeta | undefined,
  { site, link, poster }: AttachmentPlace,
): RenderAttachment {
  const image = imageMetadata(attachmentDetails(meta));
  return {
    id: entry.id,
    url: attachmentUrl(site, meta) || entry.guid,
    link,
    title: entry.title,
    caption: entry.excerpt,
    alt: attachmentAlt(meta),
    mime: entry.mimeType,
    menuOrder: entry.menuOrder,
    date: entry.date,
    ...(image && { image }),
    ...(poster && { poster }),
  };
}

function imageMetadata(value: PhpArray | undefined): ImageMetadata | undefined {
  if (!value?.has('width')) return undefined;
  const sizes = value.get('sizes');
  return {
    width: toInt(value.get('width')),
    height: toInt(value.get('height')),
    file: toText(value.get('file')),
    sizes: new Map(
      sizes instanceof PhpArray ? [...sizes].flatMap(([name, size]) => imageSize(String(name), size)) : [],
    ),
  };
}

function imageSize(name: string, size: PhpValue): [string, ImageSize][] {
  if (!(size instanceof PhpArray)) return [];
  const { width, height, file, mime } = {
    width: toInt(size.get('width')),
    height: toInt(size.get('height')),
    file: toText(size.get('file')),
    mime: toText(size.get('mime-type')),
  };
  return [[name, { width, height, file, mime }]];
}
