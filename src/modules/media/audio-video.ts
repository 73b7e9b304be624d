import { stat, type FileHandle, open } from 'node:fs/promises';
import type { IAudioMetadata } from 'music-metadata';
import { PhpArray, PhpFloat, type PhpValue } from '../../text/php/values.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { type Dimensions } from '../../rendering/media/responsive.js';

/** Default bit rate of uncompressed audio, if the file does not specify it. */
const USUAL_BITS = 16;

/** Duration, format and tags of an audio or video file, as stored. An unreadable file only has its size. */
export async function readAudioVideo(file: string, type: string): Promise<PhpArray> {
  const { parseFile } = await import('music-metadata');
  const { size } = await stat(file);
  const parsed = await parseFile(file, { skipCovers: true, duration: false }).catch(() => undefined);
  const details = new PhpArray();
  if (parsed) addFormat(details, parsed, type);
  details.set('filesize', size).set('mime_type', type);
  const video = type.startsWith('video/') ? await videoFacts(file, parsed) : undefined;
  addLength(details, parsed?.format.duration ?? video?.duration);
  setKnown(details, 'width', video?.width);
  setKnown(details, 'height', video?.height);
  if (parsed) addTags(details, parsed);
  return details;
}

/** ISO media files are parsed directly: the library reports only their audio. */
async function videoFacts(file: string, parsed: IAudioMetadata | undefined): Promise<IsoVideo | undefined> {
  const video = await readIsoVideo(file).catch(() => undefined);
  if (video) return video;
  const track = parsed?.format.trackInfo.find((info) => info.video?.pixelWidth)?.video;
  return track && { width: track.pixelWidth, height: track.pixelHeight };
}

function addFormat(details: PhpArray, { format }: IAudioMetadata, type: string): void {
  const name = formatName(format, type);
  const { numberOfChannels: channels, sampleRate, bitsPerSample } = format;
  const bitrate = format.bitrate === undefined ? undefined : Math.round(format.bitrate);
  setKnown(details, 'dataformat', name);
  setKnown(details, 'codec', format.codec === 'PCM' ? 'Pulse Code Modulation (PCM)' : format.codec);
  setKnown(details, 'channels', channels);
  setKnown(details, 'sample_rate', sampleRate);
  setKnown(details, 'bitrate', bitrate);
  setKnown(details, 'bits_per_sample', bitsPerSample);
  setKnown(details, 'encoder', format.tool);
  setKnown(details, 'lossless', format.lossless);
  setKnown(details, 'channelmode', channels === 1 ? 'mono' : channels === 2 ? 'stereo' : undefined);
  if (bitrate && channels && sampleRate) {
    const ratio = bitrate / (channels * sampleRate * (bitsPerSample ?? USUAL_BITS));
    details.set('compression_ratio', Number.isInteger(ratio) ? ratio : new PhpFloat(ratio));
  }
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

function addTags(details: PhpArray, { common }: IAudioMetadata): void {
  const texts = {
    title: common.title,
    artist: common.artist,
    album: common.album,
    genre: common.genre?.[0],
    year: common.year === undefined ? undefined : String(common.year),
    track_number: common.track.no === null ? undefined : String(common.track.no),
  };
  for (const [name, text] of Object.entries(texts))
    setKnown(details, name, text === undefined ? undefined : filterPostHtml(text));
}

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
