import exifReader from 'exif-reader';
import { PhpArray } from '../../../text/php/values.js';
import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { decodeUtf8OrLatin1 } from '../../../text/php-strings.js';

/** EXIF and IPTC values of an image, all as text; the order is interface. */
export interface ImageMeta {
  aperture: string;
  credit: string;
  camera: string;
  caption: string;
  created_timestamp: string;
  copyright: string;
  focal_length: string;
  iso: string;
  shutter_speed: string;
  title: string;
  orientation: string;
  keywords: string[];
}

export const NO_IMAGE_META: ImageMeta = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
};

/** As many as the REST API's numbers have as text. */
const SHOWN_DIGITS = 14;
/** A longer description is a caption, not a title. */
const TITLE_BYTES = 80;

export function imageMeta({ exif, iptc }: { exif?: Buffer; iptc?: Buffer }): ImageMeta {
  const meta: ImageMeta = { ...NO_IMAGE_META, keywords: [] };
  if (iptc) addIptc(meta, readIptc(iptc));
  if (exif) addExif(meta, readExif(exif));
  const texts = ['credit', 'camera', 'caption', 'copyright', 'title'] as const;
  for (const name of texts) meta[name] = filterPostHtml(meta[name]);
  meta.keywords = meta.keywords.map((keyword) => filterPostHtml(keyword));
  return meta;
}

/** As it is stored. */
export function imageMetaToPhp({ keywords, ...texts }: ImageMeta): PhpArray {
  return PhpArray.map(Object.entries(texts)).set('keywords', PhpArray.list(keywords));
}

function addIptc(meta: ImageMeta, texts: IptcTexts): void {
  const first = (...entries: number[]) =>
    entries.map((entry) => texts.get(entry)?.[0]?.trim()).find((text) => text) ?? '';
  meta.title = first(105, 5);
  meta.caption = first(120);
  if (meta.title === '' && Buffer.byteLength(meta.caption) < TITLE_BYTES) meta.title = meta.caption;
  meta.credit = first(110, 80);
  meta.copyright = first(116);
  meta.keywords = [...(texts.get(25) ?? [])];
  const created = iptcSeconds(first(55), first(60));
  if (created !== undefined) meta.created_timestamp = String(created);
}

function iptcSeconds(date: string, time: string): number | undefined {
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(date);
  const clock = /^(\d\d)(\d\d)(\d\d)(?:([+-])(\d\d)(\d\d))?$/.exec(time);
  if (!day || !clock) return undefined;
  const [hour, minute, second] = clock.slice(1, 4).map(Number) as [number, number, number];
  const zone = (clock[4] === '-' ? -1 : 1) * (Number(clock[5] ?? 0) * 60 + Number(clock[6] ?? 0));
  return Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]), hour, minute - zone, second) / 1000;
}

type ExifTags = Readonly<Record<string, unknown>>;

function readExif(block: Buffer): ExifTags {
  try {
    const { Image: image, Photo: photo } = exifReader(block);
    return { ...image, ...photo };
  } catch {
    return {};
  }
}

function addExif(meta: ImageMeta, tags: ExifTags): void {
  const text = (name: string) => (typeof tags[name] === 'string' ? tags[name].replace(/\0[^]*$/, '').trim() : '');
  const description = text('ImageDescription');
  if (description !== '' && meta.title === '' && Buffer.byteLength(description) < TITLE_BYTES) meta.title = description;
  meta.caption ||= userComment(tags.UserComment) || description;
  meta.credit ||= text('Artist');
  meta.copyright ||= text('Copyright');
  meta.camera = text('Model');
  meta.aperture = numberText(tags.FNumber, 2);
  meta.focal_length = numberText(tags.FocalLength);
  meta.iso = numberText(tags.ISOSpeedRatings);
  meta.shutter_speed = numberText(tags.ExposureTime);
  meta.orientation = numberText(tags.Orientation);
  const taken = tags.DateTimeDigitized;
  if (meta.created_timestamp === '0' && taken instanceof Date && !Number.isNaN(taken.getTime())) {
    meta.created_timestamp = String(taken.getTime() / 1000);
  }
}

/** Eight bytes name the character set, then comes the text. */
function userComment(value: unknown): string {
  if (!Buffer.isBuffer(value)) return '';
  const isUnicode = value.toString('latin1', 0, 7) === 'UNICODE';
  return value
    .toString(isUnicode ? 'utf16le' : 'utf8', 8)
    .replaceAll('\0', '')
    .trim();
}

function numberText(value: unknown, decimals?: number): string {
  const number: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return '0';
  return String(Number(decimals === undefined ? number.toPrecision(SHOWN_DIGITS) : number.toFixed(decimals)));
}

/** Text entries of an image's IPTC block, by their number in the application record (105 = headline …). */
type IptcTexts = ReadonlyMap<number, readonly string[]>;

const IPTC_RESOURCE = 0x0404;
const APPLICATION_RECORD = 2;
const ENTRY_MARK = 0x1c;
const UTF8_MARK = '\x1b%G';

/** Reads the block as an image file carries it: bare, or among the resources of an image editor. Broken blocks end early. */
export function readIptc(block: Buffer): IptcTexts {
  const records = iptcRecords(block);
  const raw = new Map<number, Buffer[]>();
  let charset = '';
  for (let at = 0; at + 5 <= records.length && records[at] === ENTRY_MARK;) {
    const length = records.readUInt16BE(at + 3);
    // Longer entries say so with a set first bit; texts never are.
    if (length > 0x7fff || at + 5 + length > records.length) break;
    const value = records.subarray(at + 5, at + 5 + length);
    const entry = records[at + 2]!;
    if (records[at + 1] === 1 && entry === 90) charset = value.toString('latin1');
    if (records[at + 1] === APPLICATION_RECORD) (raw.get(entry) ?? raw.set(entry, []).get(entry)!).push(value);
    at += 5 + length;
  }
  // Many writers use UTF-8 without declaring it.
  const decode = (value: Buffer) => (charset === UTF8_MARK ? value.toString('utf8') : decodeUtf8OrLatin1(value));
  return new Map([...raw].map(([entry, values]) => [entry, values.map(decode)]));
}

function iptcRecords(block: Buffer): Buffer {
  const first = block.indexOf('8BIM', 0, 'latin1');
  if (block[0] === ENTRY_MARK || first < 0) return block;
  for (let at = first; at + 12 <= block.length && block.toString('latin1', at, at + 4) === '8BIM';) {
    const id = block.readUInt16BE(at + 4);
    const nameLength = block[at + 6]! + 1;
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > block.length) break;
    const size = block.readUInt32BE(sizeAt);
    if (id === IPTC_RESOURCE) return block.subarray(sizeAt + 4, sizeAt + 4 + size);
    at = sizeAt + 4 + size + (size % 2);
  }
  return Buffer.alloc(0);
}
