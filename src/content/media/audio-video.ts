import { stat } from 'node:fs/promises';
import type { IAudioMetadata } from 'music-metadata';
import { PhpArray, PhpFloat, type PhpValue } from '../../text/php/values.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { type IsoVideo, readIsoVideo } from './iso-video.js';

/** What uncompressed sound takes where the file does not say. */
const USUAL_BITS = 16;

/** Duration, format and tags of a sound or film, as they are stored. A file that cannot be read only has its size. */
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

/** ISO media files are read directly: the library reports only their sound. */
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
export function formatLength(seconds: number): string {
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
