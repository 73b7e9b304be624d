import { fileTypeOf, type MimeTable } from '../../text/mime.js';
import { type ContentKind } from './content-kind.js';
import { cleanFileName, type FileNameTypes } from '../../text/files.js';

/** Image kinds whose extension is put right when the name has another image's. */
const IMAGE_KINDS: Readonly<Partial<Record<ContentKind, { extension: string; type: string }>>> = {
  jpeg: { extension: 'jpg', type: 'image/jpeg' },
  png: { extension: 'png', type: 'image/png' },
  gif: { extension: 'gif', type: 'image/gif' },
  bmp: { extension: 'bmp', type: 'image/bmp' },
  tiff: { extension: 'tif', type: 'image/tiff' },
  icon: { extension: 'ico', type: 'image/x-icon' },
  webp: { extension: 'webp', type: 'image/webp' },
  avif: { extension: 'avif', type: 'image/avif' },
  heic: { extension: 'heic', type: 'image/heic' },
};

const ZIPPED: readonly ContentKind[] = ['zip'];
const OFFICE: readonly ContentKind[] = ['compound'];

/**
 * Required content of each MIME type. A type that is not listed cannot be uploaded: style sheets, scripts
 * and the like cannot be distinguished from other text.
 */
const KINDS_OF_TYPE: ReadonlyMap<string, readonly ContentKind[]> = new Map(
  Object.entries<readonly ContentKind[]>({
    'video/x-ms-asf': ['asf'],
    'video/x-ms-wmv': ['asf'],
    'video/x-ms-wmx': ['asf'],
    'video/x-ms-wm': ['asf'],
    'video/avi': ['avi'],
    'video/divx': ['avi'],
    'video/x-flv': ['flash video'],
    'video/quicktime': ['iso media'],
    'video/mpeg': ['mpeg video'],
    'video/mp4': ['iso media'],
    'video/ogg': ['ogg video'],
    'video/webm': ['webm'],
    'video/x-matroska': ['matroska', 'webm'],
    'video/3gpp': ['iso media'],
    'video/3gpp2': ['iso media'],
    'text/plain': ['text'],
    'text/csv': ['text'],
    'text/richtext': ['text'],
    'text/vtt': ['text'],
    'text/calendar': ['calendar'],
    'text/html': ['html'],
    'audio/mpeg': ['mpeg audio', 'iso audio'],
    'audio/aac': ['aac'],
    'audio/x-realaudio': ['real'],
    'audio/wav': ['wave'],
    'audio/ogg': ['ogg'],
    'audio/flac': ['flac'],
    'audio/midi': ['midi'],
    'audio/x-ms-wma': ['asf'],
    'audio/x-ms-wax': ['asf'],
    'audio/x-matroska': ['matroska'],
    'application/rtf': ['rtf'],
    'application/pdf': ['pdf'],
    'application/java': ['java class'],
    'application/x-tar': ['tar'],
    'application/zip': ZIPPED,
    'application/x-gzip': ['gzip'],
    'application/rar': ['rar'],
    'application/x-7z-compressed': ['7z'],
    'application/octet-stream': ['psd', 'xcf'],
    'application/msword': OFFICE,
    'application/vnd.ms-powerpoint': OFFICE,
    'application/vnd.ms-write': OFFICE,
    'application/vnd.ms-excel': OFFICE,
    'application/vnd.ms-access': ['access'],
    'application/vnd.ms-project': OFFICE,
    'application/onenote': ['onenote'],
    'application/oxps': ZIPPED,
    'application/vnd.ms-xpsdocument': ZIPPED,
    'application/wordperfect': ['wordperfect'],
    'application/vnd.apple.keynote': ZIPPED,
    'application/vnd.apple.numbers': ZIPPED,
    'application/vnd.apple.pages': ZIPPED,
  }),
);

const ZIPPED_FAMILIES =
  /^application\/vnd\.(?:openxmlformats-officedocument\.|oasis\.opendocument\.|ms-[\w.-]+\.macroEnabled\.12$)/;

interface UploadType {
  /** With an extension that matches the content. */
  name: string;
  type: string;
}

/** The name and type an upload is stored under; undefined if its name and content do not match, or the type is not allowed. */
export function uploadType(name: string, kind: ContentKind, allowed: MimeTable): UploadType | undefined {
  const named = fileTypeOf(name, allowed);
  if (!named) return undefined;
  if (!named.type.startsWith('image/'))
    return kindsOf(named.type).includes(kind) ? { name, type: named.type } : undefined;
  const image = IMAGE_KINDS[kind];
  if (!image || ![...allowed.values()].includes(image.type)) return undefined;
  if (image.type === named.type) return { name, type: named.type };
  return { name: `${name.slice(0, name.length - named.ext.length)}${image.extension}`, type: image.type };
}

function kindsOf(type: string): readonly ContentKind[] {
  return KINDS_OF_TYPE.get(type) ?? (ZIPPED_FAMILIES.test(type) ? ZIPPED : []);
}

/** File systems allow 255 bytes; the rest is for a number, a size and the extension. */
const MAX_STEM_BYTES = 180;

/** A safe file name: cleaned, without invisible characters, of bounded length, with a lower-case extension. */
export function safeFileName(name: string, types: FileNameTypes): string {
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\ufffd]/gu, '');
  const cleaned = cleanFileName(visible.slice(0, 1000), types);
  const { stem, extension } = splitName(cleaned);
  return cutBytes(stem, MAX_STEM_BYTES) + extension.toLowerCase();
}

/** The extension has its dot. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** `a`, `a-1`, `a-2` … */
export function numberedStem(stem: string, number: number): string {
  return number === 0 ? stem : `${stem}-${number}`;
}

function cutBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  let size = 0;
  let end = 0;
  for (const char of text) {
    size += Buffer.byteLength(char);
    if (size > limit) break;
    end += char.length;
  }
  return text.slice(0, end);
}
