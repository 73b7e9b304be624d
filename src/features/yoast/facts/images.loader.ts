import { Injectable } from '@nestjs/common';
import {
  ATTACHMENT_META_KEYS,
  attachmentAlt,
  attachmentDetails,
  attachmentUrl,
  EntriesStore,
  type Entry,
  type EntryMeta,
} from '../../../modules/entries/index.js';
import { type Site } from '../../../site/index.js';
import { PhpArray, toInteger, toText } from '../../../text/php/index.js';
import { type HeadImage } from '../head/subject.js';

/** Types that social networks show. */
const SHOWN_TYPES = new Set(['image/jpeg', 'image/gif', 'image/png', 'image/webp']);
/** Larger files are not used if there is a smaller variation. */
const MAX_BYTES = 2 * 1024 * 1024;
const VARIATIONS = ['large', 'medium_large'];

/** The forms of one attachment that heads name. */
export interface LoadedImage {
  /** For social networks; undefined for other files. */
  readonly shared?: HeadImage;
  /** For the graph. */
  readonly full: HeadImage;
  /** The URL of a variation; that of the file if it has none of this size. */
  readonly sized: (name: string) => string;
}

/** The images of attachments, in two queries. */
@Injectable()
export class ImagesLoader {
  constructor(private readonly entries: EntriesStore) {}

  /** The addresses of the files of attachments. */
  async files(site: Site, ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const metas = await this.entries.metas(ids, [ATTACHMENT_META_KEYS[0]!]);
    return new Map(ids.map((id) => [id, attachmentUrl(site, metas.get(id))]));
  }

  async load(site: Site, ids: readonly number[]): Promise<Map<number, LoadedImage>> {
    const unique = [...new Set(ids)].filter((id) => id > 0);
    const [rows, metas] = await Promise.all([
      this.entries.byIds(unique, { content: false }),
      this.entries.metas(unique, ATTACHMENT_META_KEYS),
    ]);
    return new Map(
      [...rows].flatMap(([id, row]) =>
        row.type === 'attachment' && row.mimeType.startsWith('image/')
          ? [[id, imageOf(site, row, metas.get(id))] as const]
          : [],
      ),
    );
  }
}

function imageOf(site: Site, { mimeType: type, excerpt, guid }: Entry, meta: EntryMeta | undefined): LoadedImage {
  const details = attachmentDetails(meta);
  const url = attachmentUrl(site, meta) || guid;
  const [width, height] = [toInteger(details?.get('width')), toInteger(details?.get('height'))];
  const caption = excerpt || attachmentAlt(meta);
  const measures = width > 0 && height > 0 ? { width, height } : undefined;
  const full = { url, type, ...measures, ...(caption !== '' && { caption }) };
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  const sizes = details?.get('sizes');
  const variation = (name: string) => {
    const size = sizes instanceof PhpArray ? sizes.get(name) : undefined;
    return size instanceof PhpArray && toText(size.get('file')) !== '' ? size : undefined;
  };
  const smaller = VARIATIONS.map(variation).find((size) => size && toInteger(size.get('filesize')) <= MAX_BYTES);
  const isLarge = toInteger(details?.get('filesize')) > MAX_BYTES;
  const shared =
    isLarge && smaller
      ? {
          url: folder + toText(smaller.get('file')),
          type: toText(smaller.get('mime-type')) || type,
          width: toInteger(smaller.get('width')),
          height: toInteger(smaller.get('height')),
        }
      : full;
  return {
    full,
    ...(measures && SHOWN_TYPES.has(type) && !(isLarge && !smaller) && { shared }),
    sized: (name) => {
      const size = variation(name);
      return size ? folder + toText(size.get('file')) : url;
    },
  };
}
