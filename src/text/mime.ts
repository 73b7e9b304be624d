import { lowerAscii } from './php-strings.js';

/** Every upload type of any release: extensions (alternatives divided by `|`) and media type, in matching order. */
const ALL_TYPES: ReadonlyArray<readonly [extensions: string, type: string]> = [
  ['jpg|jpeg|jpe', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['png', 'image/png'],
  ['bmp', 'image/bmp'],
  ['tiff|tif', 'image/tiff'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['ico', 'image/x-icon'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['heics', 'image/heic-sequence'],
  ['heifs', 'image/heif-sequence'],
  ['asf|asx', 'video/x-ms-asf'],
  ['wmv', 'video/x-ms-wmv'],
  ['wmx', 'video/x-ms-wmx'],
  ['wm', 'video/x-ms-wm'],
  ['avi', 'video/avi'],
  ['divx', 'video/divx'],
  ['flv', 'video/x-flv'],
  ['mov|qt', 'video/quicktime'],
  ['mpeg|mpg|mpe', 'video/mpeg'],
  ['mp4|m4v', 'video/mp4'],
  ['ogv', 'video/ogg'],
  ['webm', 'video/webm'],
  ['mkv', 'video/x-matroska'],
  ['3gp|3gpp', 'video/3gpp'],
  ['3g2|3gp2', 'video/3gpp2'],
  ['txt|asc|c|cc|h|srt', 'text/plain'],
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['ics', 'text/calendar'],
  ['rtx', 'text/richtext'],
  ['css', 'text/css'],
  ['htm|html', 'text/html'],
  ['vtt', 'text/vtt'],
  ['dfxp', 'application/ttaf+xml'],
  ['mp3|m4a|m4b', 'audio/mpeg'],
  ['aac', 'audio/aac'],
  ['ra|ram', 'audio/x-realaudio'],
  ['wav', 'audio/wav'],
  ['wav|x-wav', 'audio/wav'],
  ['ogg|oga', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['mid|midi', 'audio/midi'],
  ['wma', 'audio/x-ms-wma'],
  ['wax', 'audio/x-ms-wax'],
  ['mka', 'audio/x-matroska'],
  ['rtf', 'application/rtf'],
  ['js', 'application/javascript'],
  ['pdf', 'application/pdf'],
  ['swf', 'application/x-shockwave-flash'],
  ['class', 'application/java'],
  ['tar', 'application/x-tar'],
  ['zip', 'application/zip'],
  ['gz|gzip', 'application/x-gzip'],
  ['rar', 'application/rar'],
  ['7z', 'application/x-7z-compressed'],
  ['exe', 'application/x-msdownload'],
  ['psd', 'application/octet-stream'],
  ['xcf', 'application/octet-stream'],
  ['doc', 'application/msword'],
  ['pot|pps|ppt', 'application/vnd.ms-powerpoint'],
  ['wri', 'application/vnd.ms-write'],
  ['xla|xls|xlt|xlw', 'application/vnd.ms-excel'],
  ['mdb', 'application/vnd.ms-access'],
  ['mpp', 'application/vnd.ms-project'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['docm', 'application/vnd.ms-word.document.macroEnabled.12'],
  ['dotx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.template'],
  ['dotm', 'application/vnd.ms-word.template.macroEnabled.12'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12'],
  ['xltx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.template'],
  ['xltm', 'application/vnd.ms-excel.template.macroEnabled.12'],
  ['xlam', 'application/vnd.ms-excel.addin.macroEnabled.12'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['pptm', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12'],
  ['ppsx', 'application/vnd.openxmlformats-officedocument.presentationml.slideshow'],
  ['ppsm', 'application/vnd.ms-powerpoint.slideshow.macroEnabled.12'],
  ['potx', 'application/vnd.openxmlformats-officedocument.presentationml.template'],
  ['potm', 'application/vnd.ms-powerpoint.template.macroEnabled.12'],
  ['ppam', 'application/vnd.ms-powerpoint.addin.macroEnabled.12'],
  ['sldx', 'application/vnd.openxmlformats-officedocument.presentationml.slide'],
  ['sldm', 'application/vnd.ms-powerpoint.slide.macroEnabled.12'],
  ['onetoc|onetoc2|onetmp|onepkg', 'application/onenote'],
  ['oxps', 'application/oxps'],
  ['xps', 'application/vnd.ms-xpsdocument'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odg', 'application/vnd.oasis.opendocument.graphics'],
  ['odc', 'application/vnd.oasis.opendocument.chart'],
  ['odb', 'application/vnd.oasis.opendocument.database'],
  ['odf', 'application/vnd.oasis.opendocument.formula'],
  ['wp|wpd', 'application/wordperfect'],
  ['key', 'application/vnd.apple.keynote'],
  ['numbers', 'application/vnd.apple.numbers'],
  ['pages', 'application/vnd.apple.pages'],
];

const NEVER_UPLOADED = ['swf', 'exe'];
const NEEDS_UNFILTERED_HTML = ['htm|html', 'js'];

/** Generations of file types, each named after a type: `flac` adds AAC and FLAC, `webp` WebP, AVIF, HEIC and `x-wav`. */
export type FileTypes = 'wma' | 'flac' | 'webp';

const FLAC_TYPES = ['aac', 'flac'];
const WEBP_TYPES = ['webp', 'avif', 'heic', 'heif', 'heics', 'heifs', 'wav|x-wav'];
/** Rows that each generation does not have. */
const UNKNOWN_TYPES: Readonly<Record<FileTypes, readonly string[]>> = {
  wma: [...FLAC_TYPES, ...WEBP_TYPES],
  flac: WEBP_TYPES,
  webp: ['wav'],
};

/** Extensions of the files that players play. */
const MODERN_PLAYABLE = {
  audio: ['mp3', 'ogg', 'flac', 'm4a', 'wav'],
  video: ['mp4', 'm4v', 'webm', 'ogv', 'flv'],
};
export const PLAYABLE: Readonly<Record<FileTypes, Readonly<Record<'audio' | 'video', readonly string[]>>>> = {
  wma: { audio: ['mp3', 'ogg', 'wma', 'm4a', 'wav'], video: ['mp4', 'm4v', 'webm', 'ogv', 'wmv', 'flv'] },
  flac: MODERN_PLAYABLE,
  webp: MODERN_PLAYABLE,
};

export interface MimeOptions {
  readonly fileTypes: FileTypes;
}

export type MimeTable = ReadonlyMap<string, string>;

export interface FileType {
  ext: string;
  type: string;
}

export function registeredMimeTypes({ fileTypes }: MimeOptions): MimeTable {
  return new Map(ALL_TYPES.filter(([extensions]) => !UNKNOWN_TYPES[fileTypes].includes(extensions)));
}

/** The types that a requester may upload: scripts and HTML only with the right to publish unfiltered HTML. */
export function allowedMimeTypes(options: MimeOptions & { unfilteredHtml: boolean }): MimeTable {
  const refused = options.unfilteredHtml ? NEVER_UPLOADED : [...NEVER_UPLOADED, ...NEEDS_UNFILTERED_HTML];
  return new Map([...registeredMimeTypes(options)].filter(([extensions]) => !refused.includes(extensions)));
}

/** The type a file name's last extension stands for; `ext` keeps its spelling. */
export function fileTypeOf(filename: string, types: MimeTable): FileType | undefined {
  const dot = filename.lastIndexOf('.');
  if (dot < 0) return undefined;
  const ext = filename.slice(dot + 1);
  const type = typeOfExtension(ext, types);
  return type === undefined ? undefined : { ext, type };
}

export function typeOfExtension(ext: string, types: MimeTable): string | undefined {
  const lowered = lowerAscii(ext);
  for (const [extensions, type] of types) {
    if (extensions.split('|').includes(lowered)) return type;
  }
  return undefined;
}
