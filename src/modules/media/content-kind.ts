/** The kind of a file by its first bytes; `text` and `binary` if they are not specific. */
export type ContentKind =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'bmp'
  | 'tiff'
  | 'icon'
  | 'psd'
  | 'xcf'
  | 'pdf'
  | 'rtf'
  | 'zip'
  | 'gzip'
  | 'rar'
  | '7z'
  | 'tar'
  | 'compound'
  | 'access'
  | 'wordperfect'
  | 'onenote'
  | 'mpeg audio'
  | 'aac'
  | 'wave'
  | 'flac'
  | 'midi'
  | 'real'
  | 'ogg'
  | 'ogg video'
  | 'matroska'
  | 'webm'
  | 'asf'
  | 'avi'
  | 'webp'
  | 'avif'
  | 'heic'
  | 'iso media'
  | 'iso audio'
  | 'mpeg video'
  | 'flash video'
  | 'html'
  | 'xml'
  | 'script'
  | 'calendar'
  | 'java class'
  | 'program'
  | 'text'
  | 'binary';

/** Number of bytes that are inspected. */
export const HEAD_BYTES = 8192;

interface Signature {
  kind: ContentKind;
  at: number;
  /** Two hex digits a byte; `..` stands for any. */
  bytes: readonly (number | undefined)[];
}

function signature(kind: ContentKind, pattern: string, at = 0): Signature {
  return { kind, at, bytes: pattern.split(' ').map((pair) => (pair === '..' ? undefined : Number.parseInt(pair, 16))) };
}

function letters(kind: ContentKind, text: string, at = 0): Signature {
  return { kind, at, bytes: Array.from(Buffer.from(text, 'latin1')) };
}

const SIGNATURES: readonly Signature[] = [
  signature('jpeg', 'ff d8 ff'),
  signature('png', '89 50 4e 47 0d 0a 1a 0a'),
  letters('gif', 'GIF87a'),
  letters('gif', 'GIF89a'),
  signature('bmp', '42 4d .. .. .. .. 00 00 00 00 .. .. 00 00'),
  signature('tiff', '49 49 2a 00'),
  signature('tiff', '4d 4d 00 2a'),
  signature('icon', '00 00 01 00 .. 00'),
  letters('psd', '8BPS'),
  letters('xcf', 'gimp xcf'),
  letters('pdf', '%PDF-'),
  letters('rtf', '{\\rtf'),
  signature('zip', '50 4b 03 04'),
  signature('zip', '50 4b 05 06'),
  signature('gzip', '1f 8b 08'),
  letters('rar', 'Rar!\x1a\x07'),
  signature('7z', '37 7a bc af 27 1c'),
  letters('tar', 'ustar', 257),
  signature('compound', 'd0 cf 11 e0 a1 b1 1a e1'),
  letters('access', 'Standard Jet DB', 4),
  letters('access', 'Standard ACE DB', 4),
  signature('wordperfect', 'ff 57 50 43'),
  signature('onenote', 'e4 52 5c 7b 8c d8 a7 4d'),
  letters('mpeg audio', 'ID3'),
  letters('flac', 'fLaC'),
  letters('midi', 'MThd'),
  signature('real', '2e 72 61 fd'),
  letters('real', '.RMF'),
  letters('ogg', 'OggS'),
  signature('matroska', '1a 45 df a3'),
  signature('asf', '30 26 b2 75 8e 66 cf 11'),
  letters('iso media', 'ftyp', 4),
  letters('iso media', 'moov', 4),
  letters('iso media', 'mdat', 4),
  signature('mpeg video', '00 00 01 ba'),
  signature('mpeg video', '00 00 01 b3'),
  letters('flash video', 'FLV\x01'),
  signature('java class', 'ca fe ba be'),
  letters('program', 'MZ'),
  letters('program', '\x7fELF'),
  letters('script', '#!'),
];

/** Decides from the head alone, in linear time. */
export function contentKind(head: Uint8Array): ContentKind {
  const bytes = head.subarray(0, HEAD_BYTES);
  const found = SIGNATURES.find((candidate) => matches(bytes, candidate));
  if (found && (found.kind !== 'program' || !isText(bytes))) return refined(found.kind, bytes);
  return riffKind(bytes) ?? mpegAudioKind(bytes) ?? (isText(bytes) ? textKind(bytes) : 'binary');
}

function matches(head: Uint8Array, { at, bytes }: Signature): boolean {
  return (
    head.length >= at + bytes.length && bytes.every((byte, index) => byte === undefined || head[at + index] === byte)
  );
}

/** By the brand that the file names first. */
function isoKind(brand: string): ContentKind {
  if (/^ftypM4[ABP] /.test(brand)) return 'iso audio';
  if (/^ftypavi[fs]/.test(brand)) return 'avif';
  return /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(brand) ? 'heic' : 'iso media';
}

/** Containers that hold sound or film under the same signature. */
function refined(kind: ContentKind, head: Uint8Array): ContentKind {
  if (kind === 'iso media') return isoKind(ascii(head, 4, 12));
  if (kind === 'ogg') return ascii(head, 0, 512).includes('\x80theora') ? 'ogg video' : kind;
  if (kind === 'matroska') return ascii(head, 0, 64).includes('webm') ? 'webm' : kind;
  return kind;
}

function riffKind(head: Uint8Array): ContentKind | undefined {
  if (ascii(head, 0, 4) !== 'RIFF') return undefined;
  const form = ascii(head, 8, 12);
  if (form === 'WEBP') return 'webp';
  return form === 'WAVE' ? 'wave' : form === 'AVI ' ? 'avi' : undefined;
}

/** A frame header without any tag before it: eleven set bits, then layer, bit rate and sampling rate that exist. */
function mpegAudioKind(head: Uint8Array): ContentKind | undefined {
  if (head.length < 4 || head[0] !== 0xff || (head[1]! & 0xe0) !== 0xe0) return undefined;
  const layer = (head[1]! >> 1) & 3;
  if (layer === 0) return (head[1]! & 0xf6) === 0xf0 ? 'aac' : undefined;
  const rates = head[2]!;
  return (rates & 0xf0) !== 0xf0 && (rates & 0x0c) !== 0x0c ? 'mpeg audio' : undefined;
}

/** Bytes no text has: controls other than tab, line ends, form feed, bell, backspace and escape. */
function isText(head: Uint8Array): boolean {
  return head.every((byte) => (byte >= 0x20 ? byte !== 0x7f : (byte >= 0x07 && byte <= 0x0d) || byte === 0x1b));
}

const HTML_START =
  /^<(?:!doctype\s+html|html|head|body|script|iframe|title|style|table|meta|link|a\s|h1|img|div|svg)\b/i;

function textKind(head: Uint8Array): ContentKind {
  const text = ascii(head, 0, HEAD_BYTES).replace(/^ï»¿/, '').trimStart();
  if (/<\?(?:php|=)/i.test(text) || /<script[\s>]/i.test(text)) return 'script';
  if (/^<\?xml/i.test(text) || /^<svg\b/i.test(text)) return 'xml';
  if (HTML_START.test(text) || /<html[\s>]/i.test(text)) return 'html';
  return text.startsWith('BEGIN:VCALENDAR') ? 'calendar' : 'text';
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);
}
