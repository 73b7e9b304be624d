import { stat, type FileHandle, open } from 'node:fs/promises';
import type { IAudioMetadata, IPicture } from 'music-metadata';
import { recordOf, textOf } from '../../text/json-values.js';
import { PhpArray, PhpFloat, type PhpValue } from '../../text/php/values.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { type Dimensions } from '../../rendering/media/responsive.js';
import { loadSharp } from './images/read-image.js';

/** Default bit rate of uncompressed audio, if the file does not specify it. */
const USUAL_BITS = 16;
/** Number of the format of uncompressed samples in WAV files. */
const PCM = 1;

/** A picture in a file, such as the cover of a song. */
export interface EmbeddedPicture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface AudioVideo {
  /** Duration, format and tags as stored; an unreadable file only has its size. */
  readonly details: PhpArray;
  readonly picture?: EmbeddedPicture;
}

export async function readAudioVideo(file: string, type: string): Promise<AudioVideo> {
  const { parseFile } = await import('music-metadata');
  const { size } = await stat(file);
  const parsed = await parseFile(file, { duration: false }).catch(() => undefined);
  const details = new PhpArray();
  if (parsed) addFormat(details, parsed, type);
  details.set('filesize', size).set('mime_type', type);
  const video = type.startsWith('video/') ? await videoFacts(file, parsed) : undefined;
  addLength(details, parsed?.format.duration ?? video?.duration);
  setKnown(details, 'width', video?.width);
  setKnown(details, 'height', video?.height);
  const picture = parsed && addTags(details, parsed);
  if (picture) await addPicture(details, picture);
  return { details, picture };
}

/** ISO media files are parsed directly: the library reports only their audio. */
async function videoFacts(file: string, parsed: IAudioMetadata | undefined): Promise<IsoVideo | undefined> {
  const video = await readIsoVideo(file).catch(() => undefined);
  if (video) return video;
  const track = parsed?.format.trackInfo.find((info) => info.video?.pixelWidth)?.video;
  return track && { width: track.pixelWidth, height: track.pixelHeight };
}

/** In the order in which WordPress stores them, which depends on the format. */
function addFormat(details: PhpArray, { format }: IAudioMetadata, type: string): void {
  const name = formatName(format, type);
  const { numberOfChannels: channels, sampleRate, bitsPerSample, lossless } = format;
  const bitrate = format.bitrate === undefined ? undefined : Math.round(format.bitrate);
  const bitrateMode = /^(?:V|ABR)/i.test(format.codecProfile ?? '') ? 'vbr' : 'cbr';
  const channelmode = channels === 1 ? 'mono' : channels === 2 ? 'stereo' : undefined;
  const ratio =
    bitrate && channels && sampleRate ? bitrate / (channels * sampleRate * (bitsPerSample ?? USUAL_BITS)) : undefined;
  const codec = format.codec === 'PCM' ? 'Pulse Code Modulation (PCM)' : format.codec;
  const members: Record<string, PhpValue | undefined> =
    name === 'mp3'
      ? {
          dataformat: name,
          channels,
          sample_rate: sampleRate,
          bitrate,
          channelmode,
          bitrate_mode: bitrateMode,
          lossless,
          encoder_options: bitrate && bitrateMode === 'cbr' ? `CBR${Math.ceil(bitrate / 1000)}` : undefined,
        }
      : {
          dataformat: name,
          ...(name === 'wav' && { bitrate_mode: 'cbr', wformattag: format.codec === 'PCM' ? PCM : undefined }),
          codec,
          channels,
          sample_rate: sampleRate,
          bitrate,
          bits_per_sample: bitsPerSample,
          encoder: format.tool,
          lossless,
          channelmode,
        };
  for (const [member, value] of Object.entries(members)) setKnown(details, member, value);
  if (ratio !== undefined) details.set('compression_ratio', Number.isInteger(ratio) ? ratio : new PhpFloat(ratio));
  setKnown(details, 'fileformat', name);
}

function formatName({ container = '', codec = '' }: IAudioMetadata['format'], type: string): string {
  if (container.startsWith('WAVE')) return 'wav';
  if (container === 'MPEG' || /MPEG 1 Layer 3/i.test(codec)) return 'mp3';
  return container === '' ? type.slice(type.indexOf('/') + 1) : container.toLowerCase();
}

function addLength(details: PhpArray, duration: number | undefined): void {
  if (duration === undefined || !Number.isFinite(duration)) return;
  const seconds = Math.round(duration);
  details.set('length', seconds).set('length_formatted', formatLength(seconds));
}

/** `4:05`, or `1:04:05`. */
function formatLength(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The newest ID3 tag of the file, with the first value of each frame; WordPress stores no other tags. Returns its picture. */
function addTags(details: PhpArray, { native }: IAudioMetadata): EmbeddedPicture | undefined {
  const version = ID3_VERSIONS.find((name) => (native[name]?.length ?? 0) > 0);
  if (version === undefined) return undefined;
  const found = new Map<string, string>();
  for (const { id, value } of native[version]!) {
    const name = version === 'ID3v1' ? ID3V1.get(id) : ID3_FRAMES.get(id.split(':', 1)[0]!);
    const text = textOfFrame(value);
    if (name !== undefined && text !== '' && !found.has(name)) found.set(name, text);
  }
  const [track = '', total] = (found.get('track_number') ?? '').split('/');
  if (total !== undefined) found.set('track_number', track).set('totaltracks', total);
  for (const [name, text] of found) details.set(name, filterPostHtml(text));
  const picture = native[version]!.find(({ id }) => id === 'APIC' || id === 'PIC')?.value as
    | Partial<IPicture>
    | undefined;
  return picture?.data && { type: picture.format ?? '', bytes: picture.data };
}

async function addPicture(details: PhpArray, { type, bytes }: EmbeddedPicture): Promise<void> {
  const sharp = await loadSharp();
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  const image = PhpArray.map([['mime', type]]);
  if (size) image.set('width', size.width).set('height', size.height);
  details.set('image', image);
}

/** Comments and lyrics are objects with a language, addresses with a description. */
function textOfFrame(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const { text, url } = recordOf(value);
  return textOf(text) || textOf(url);
}

const ID3_VERSIONS = ['ID3v2.4', 'ID3v2.3', 'ID3v2.2', 'ID3v1'] as const;

const ID3V1: ReadonlyMap<string, string> = new Map([
  ...['title', 'artist', 'album', 'year', 'comment', 'genre'].map((name) => [name, name] as const),
  ['track', 'track_number'],
]);

/** Names of ID3v2 frames, with those of the shorter names of version 2.2. */
const ID3_FRAMES: ReadonlyMap<string, string> = new Map(
  (
    'TALB TAL album|TBPM TBP bpm|TCOM TCM composer|TCMP TCP part_of_a_compilation|TCON TCO genre|' +
    'TCOP TCR copyright_message|TDAT TDA date|TDEN encoding_time|TDOR original_release_time|TDRC recording_time|' +
    'TDRL release_time|TDTG tagging_time|TENC TEN encoded_by|TEXT TXT lyricist|TFLT TFT file_type|TIME TIM time|' +
    'TIT1 TT1 content_group_description|TIT2 TT2 title|TIT3 TT3 subtitle|TKEY TKE initial_key|TLAN TLA language|' +
    'TMED TMT media_type|TMOO mood|TOAL TOT original_album|TOFN TOF original_filename|TOLY TOL original_lyricist|' +
    'TOPE TOA original_artist|TORY TOR original_year|TOWN file_owner|TPE1 TP1 artist|TPE2 TP2 band|' +
    'TPE3 TP3 conductor|TPE4 TP4 remixer|TPOS TPA part_of_a_set|TPRO produced_notice|TPUB TPB publisher|' +
    'TRCK TRK track_number|TRDA TRD recording_dates|TRSN internet_radio_station_name|TSIZ TSI size|' +
    'TSO2 TS2 album_artist_sort_order|TSOA TSA album_sort_order|TSOC TSC composer_sort_order|' +
    'TSOP TSP performer_sort_order|TSOT TST title_sort_order|TSRC TRC isrc|TSSE TSS encoder_settings|' +
    'TSST set_subtitle|TXXX TXX text|TYER TYE year|COMM COM comment|USLT ULT unsynchronised_lyric|USER terms_of_use|' +
    'WCOM WCM commercial_information|WCOP WCP copyright|WOAF WAF url_file|WOAR WAR url_artist|WOAS WAS url_source|' +
    'WORS url_station|WPAY url_payment|WXXX WXX url_user'
  )
    .split('|')
    .flatMap((line) => {
      const words = line.split(' ');
      return words.slice(0, -1).map((id) => [id, words.at(-1)!] as const);
    }),
);

function setKnown(details: PhpArray, name: string, value: PhpValue | undefined): void {
  if (value !== undefined && value !== '') details.set(name, value);
}

/** Metadata of an MP4, QuickTime or 3GP file. */
interface IsoVideo extends Partial<Dimensions> {
  /** In seconds. */
  duration?: number;
}

/** Maximum size of the index; enough for a video of many hours. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** Maximum number of top-level boxes; fragmented videos have two for every few seconds, all behind the index. */
const MAX_TOP_BOXES = 1000;

/** Reads the index (`moov`) of an ISO media file; undefined if there is none. The media data is not read. */
export async function readIsoVideo(path: string): Promise<IsoVideo | undefined> {
  const file = await open(path);
  try {
    const index = await readIndex(file);
    if (!index) return undefined;
    const video: IsoVideo = { duration: durationOf(child(index, 'mvhd')) };
    for (const track of children(index, 'trak')) {
      const handler = child(child(track, 'mdia'), 'hdlr');
      if (handler?.toString('latin1', 8, 12) === 'vide') return { ...video, ...dimensionsOf(child(track, 'tkhd')) };
    }
    return video;
  } finally {
    await file.close();
  }
}

async function readIndex(file: FileHandle): Promise<Buffer | undefined> {
  const head = Buffer.alloc(16);
  for (let [at, boxes] = [0, 0]; boxes < MAX_TOP_BOXES; boxes++) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    const box = boxAt(head.subarray(0, bytesRead), 0);
    if (!box || box.size < box.headSize) return undefined;
    if (box.type === 'moov') {
      const length = box.size - box.headSize;
      if (length > MAX_INDEX_BYTES) return undefined;
      const index = Buffer.alloc(length);
      const read = await file.read(index, 0, length, at + box.headSize);
      return index.subarray(0, read.bytesRead);
    }
    at += box.size;
  }
  return undefined;
}

function boxAt(bytes: Buffer, at: number): { type: string; size: number; headSize: number } | undefined {
  if (at + 8 > bytes.length) return undefined;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const size = bytes.readUInt32BE(at);
  if (size !== 1) return { type, size, headSize: 8 };
  return at + 16 > bytes.length ? undefined : { type, size: Number(bytes.readBigUInt64BE(at + 8)), headSize: 16 };
}

function* children(bytes: Buffer | undefined, type: string): Generator<Buffer> {
  for (let at = 0; bytes;) {
    const box = boxAt(bytes, at);
    if (!box || box.size < box.headSize) return;
    if (box.type === type) yield bytes.subarray(at + box.headSize, at + box.size);
    at += box.size;
  }
}

function child(bytes: Buffer | undefined, type: string): Buffer | undefined {
  return children(bytes, type).next().value ?? undefined;
}

/** Version 1 of a box has times of eight bytes instead of four. */
function durationOf(header: Buffer | undefined): number | undefined {
  const isLong = header?.[0] === 1;
  if (!header || header.length < (isLong ? 32 : 20)) return undefined;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return scale > 0 ? units / scale : undefined;
}

/** Width and height are its last two members, with sixteen bits behind the point. */
function dimensionsOf(header: Buffer | undefined): Partial<Dimensions> {
  const at = header?.[0] === 1 ? 88 : 76;
  if (!header || header.length < at + 8) return {};
  const [width, height] = [header.readUInt32BE(at) >>> 16, header.readUInt32BE(at + 4) >>> 16];
  return width > 0 && height > 0 ? { width, height } : {};
}
