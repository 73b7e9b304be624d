import { type ContentKind } from '../../media/content-kind.js';
import { uploadType } from '../../media/upload-type.js';
import { baseName, cleanFileName } from '../../../text/files.js';
import { allowedMimeTypes, registeredMimeTypes } from '../../../text/mime.js';
import { type MessageKey } from '../form/form.js';
import { type FormTag } from '../template/form-tag.js';

/** A file of a submission, stored under a generated name. */
export interface FormFile {
  readonly field: string;
  /** As the visitor calls it, cleaned. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly kind: ContentKind;
  /** Its bytes did not all arrive. */
  readonly isBroken: boolean;
}

const DEFAULT_TYPES = 'jpg jpeg png gif pdf doc docx ppt pptx odt avi ogg m4a mov mp3 mp4 mpg wav wmv'.split(' ');
const DEFAULT_LIMIT = 1_048_576;
const UNITS: ReadonlyMap<string, number> = new Map(Object.entries<number>({ kb: 1024, mb: 1_048_576, '': 1 }));

const REGISTERED = registeredMimeTypes({ fileTypes: 'flac' });
/** Scripts and HTML pages are never accepted. */
const ALLOWED = allowedMimeTypes({ fileTypes: 'flac', unfilteredHtml: false });

export function validateFiles(tag: FormTag, files: readonly FormFile[]): MessageKey | undefined {
  if (files.some((file) => file.isBroken)) return 'upload_failed_php_error';
  if (files.length === 0) return tag.isStarred ? 'invalid_required' : undefined;
  const types = acceptedExtensions(tag);
  if (!files.every((file) => isAcceptedFile(file, types))) return 'upload_file_type_invalid';
  const total = files.reduce((sum, file) => sum + file.size, 0);
  return total > sizeLimit(tag) ? 'upload_file_too_large' : undefined;
}

/** The name must be allowed, and the bytes must be what the name says. */
function isAcceptedFile(file: FormFile, extensions: readonly string[]): boolean {
  const dot = file.name.lastIndexOf('.');
  if (dot < 0 || !extensions.includes(file.name.slice(dot + 1).toLowerCase())) return false;
  return uploadType(file.name, file.kind, ALLOWED)?.name === file.name;
}

export function acceptedExtensions(tag: FormTag): readonly string[] {
  const listed = tag.optionValues('filetypes').flatMap((value) => value.toLowerCase().split(/[|,]/));
  const named = listed.map((type) => type.replace(/^\./, '')).filter((type) => /^[a-z0-9]+$/.test(type));
  return named.length > 0 ? named : DEFAULT_TYPES;
}

export function sizeLimit(tag: FormTag): number {
  const match = /^([1-9]\d{0,11})(kb|mb)?$/i.exec(tag.option('limit', /^[1-9]\d{0,11}(?:kb|mb)?$/i) ?? '');
  return match ? Number(match[1]) * UNITS.get((match[2] ?? '').toLowerCase())! : DEFAULT_LIMIT;
}

/** `upload[]` is the field `upload`. */
export function fileFieldName(posted: string): string {
  const bracket = posted.indexOf('[');
  return bracket < 0 ? posted : posted.slice(0, bracket);
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cn}]+/gu;

/** The visitor's name for a file, safe to show in a mail. */
export function cleanUploadName(name: string): string {
  const cleaned = cleanFileName(baseName(name.toWellFormed().replace(INVISIBLE, '-')).slice(-200), {
    registered: REGISTERED,
    allowed: ALLOWED,
  });
  return cleaned === '' ? 'file' : cleaned;
}
