import { type FieldEntry } from '../../../content-model/index.js';
import { type EntryMeta } from '../../../modules/entries/index.js';
import { type HeadImage, type OwnValues } from '../head/subject.js';
import { type YoastOptions } from '../yoast-options.js';
import { type LoadedImage } from './images.loader.js';

export const META_PREFIX = '_yoast_wpseo_';

/** Values that editors enter, by their names after the prefix. */
export const VALUE_NAMES = [
  'title',
  'metadesc',
  'focuskw',
  'canonical',
  'bctitle',
  'meta-robots-noindex',
  'meta-robots-nofollow',
  'meta-robots-adv',
  'opengraph-title',
  'opengraph-description',
  'opengraph-image',
  'opengraph-image-id',
  'twitter-title',
  'twitter-description',
  'twitter-image',
  'twitter-image-id',
  'schema_page_type',
  'schema_article_type',
  'estimated-reading-time-minutes',
];
const NO_META: EntryMeta = new Map();
/** Zero is a time; of all other values it counts as none. */
const READING_TIME = `${META_PREFIX}estimated-reading-time-minutes`;

/** What the editor entered. */
export function ownValues(meta: EntryMeta = NO_META): OwnValues {
  return new Map(
    [...meta].flatMap(([key, value]) =>
      key.startsWith(META_PREFIX) && value !== '' && (value !== '0' || key === READING_TIME)
        ? [[key.slice(META_PREFIX.length), value] as const]
        : [],
    ),
  );
}

/** Everything that variables may be named in. */
export function templatesOf(
  entries: readonly FieldEntry[],
  owns: ReadonlyMap<number, OwnValues>,
  options: YoastOptions,
): string[] {
  const types = new Set(entries.map(({ type }) => type));
  return [
    ...[...types].flatMap((type) => [
      options.textOrDefault(`title-${type}`),
      options.text(`metadesc-${type}`),
      options.socialTemplate('title', type),
      options.socialTemplate('description', type),
    ]),
    ...[...owns.values()].flatMap((own) => [...own.values()].filter((value) => value.includes('%%'))),
  ];
}

/** Attachments that editors chose for social networks. */
export function imageIds(own: OwnValues): number[] {
  return ['opengraph', 'twitter'].flatMap((network) => Number(own.get(`${network}-image-id`) ?? 0) || []);
}

/** The image that the editor chose: by its ID, or by its URL alone. Without a URL if networks cannot show the one of the ID. */
export function chosenImage(
  own: OwnValues,
  network: 'opengraph' | 'twitter',
  images: ReadonlyMap<number, LoadedImage>,
): HeadImage | undefined {
  const id = Number(own.get(`${network}-image-id`) ?? 0);
  const url = own.get(`${network}-image`);
  if (id > 0) return images.get(id)?.shared ?? { url: '' };
  return url === undefined ? undefined : { url };
}
