import { maybeUnserialize, PhpArray, type PhpValue, toInteger, toText } from '../../../../text/php/index.js';
import { type Site } from '../../../../site/site.js';
import {
  type ImageMetadata,
  type ImageSize,
  type RenderAttachment,
  type TrackDetails,
} from '../../../../rendering/index.js';
import { type Entry, type EntryMeta } from '../../model/entry.js';
import { ATTACHMENT_META } from '../../model/entry-sources.js';
import { FOCAL_POINT_KEY, parseFocalPoint } from '../../../../rendering/media/focal-point.js';

/** Path of the file below the uploads folder; empty without one. */
export function attachedFile(meta: EntryMeta | undefined): string {
  return meta?.get(ATTACHMENT_META.file) ?? '';
}

export function attachmentUrl(site: Site, meta: EntryMeta | undefined): string {
  const file = attachedFile(meta);
  return file === '' || /^https?:\/\//.test(file) ? file : `${site.uploadsUrl}/${file}`;
}

export function attachmentDetails(meta: EntryMeta | undefined): PhpArray | undefined {
  const stored = maybeUnserialize(meta?.get(ATTACHMENT_META.details) ?? '');
  return stored instanceof PhpArray ? stored : undefined;
}

export function attachmentAlt(meta: EntryMeta | undefined): string {
  return meta?.get(ATTACHMENT_META.alt) ?? '';
}

export interface AttachmentPlace {
  site: Site;
  /** The attachment page. */
  link: string;
  poster?: string;
  /** Undefined unless the attachment may be shown in a playlist. */
  track?: { cover: RenderAttachment | undefined };
}

/** Tags of audio and video files that playlists show, in this order. */
const TRACK_TAGS = ['artist', 'album', 'genre', 'year', 'length_formatted'];

/** An attachment in the form that rendering uses. */
export function toRenderAttachment(
  entry: Entry,
  meta: EntryMeta | undefined,
  { site, link, poster, track }: AttachmentPlace,
): RenderAttachment {
  const details = attachmentDetails(meta);
  const image = imageMetadata(details);
  const focalPoint = parseFocalPoint(meta?.get(FOCAL_POINT_KEY));
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
    ...(focalPoint && { focalPoint }),
    ...(poster && { poster }),
    ...(track && { track: trackDetails(entry, details, track.cover) }),
  };
}

function trackDetails(entry: Entry, details: PhpArray | undefined, cover: RenderAttachment | undefined): TrackDetails {
  const tags = TRACK_TAGS.map((name) => [name, toText(details?.get(name))] as const);
  return {
    description: entry.content ?? '',
    tags: Object.fromEntries(tags.filter(([, value]) => value !== '' && value !== '0')),
    hasMetadata: details !== undefined && details.size > 0,
    ...(cover && { cover }),
  };
}

function imageMetadata(value: PhpArray | undefined): ImageMetadata | undefined {
  if (!value?.has('width')) return undefined;
  const sizes = value.get('sizes');
  return {
    width: toInteger(value.get('width')),
    height: toInteger(value.get('height')),
    file: toText(value.get('file')),
    sizes: new Map(
      sizes instanceof PhpArray ? [...sizes].flatMap(([name, size]) => imageSize(String(name), size)) : [],
    ),
  };
}

function imageSize(name: string, size: PhpValue): [string, ImageSize][] {
  if (!(size instanceof PhpArray)) return [];
  const { width, height, file, mime } = {
    width: toInteger(size.get('width')),
    height: toInteger(size.get('height')),
    file: toText(size.get('file')),
    mime: toText(size.get('mime-type')),
  };
  return [[name, { width, height, file, mime }]];
}
