import { type ReceivedFile, type RestRequest, type UploadedFile } from '../../rest/http/rest-request.js';
import { decodeUtf8OrLatin1 } from '../../text/php-strings.js';
import {
  emptyFile,
  hashMismatch,
  invalidDisposition,
  noContentType,
  noData,
  noDisposition,
  type Transport,
} from './media.errors.js';

/** A file in a form, as the body of a request, or received in parts. */
export type MediaUpload = Pick<UploadedFile, 'path' | 'filename'> & { transport: Transport };

/** The uploaded file of a request: in the form, or the body itself. The caller deletes it. */
export async function receiveUpload(request: RestRequest): Promise<MediaUpload> {
  const file = request.hasFiles ? formFile(request) : await rawFile(request);
  const expected = request.header('content-md5');
  if (expected && expected !== file.md5) throw hashMismatch();
  request.upload?.claim(file);
  return file;
}

function formFile(request: RestRequest): MediaUpload & ReceivedFile {
  const file = request.files.findLast(({ field }) => field === 'file');
  if (!file || file.size === 0) throw emptyFile();
  return { ...file, transport: 'form' };
}

/** Headers are checked before any byte is read. */
async function rawFile(request: RestRequest): Promise<MediaUpload & ReceivedFile> {
  const { upload } = request;
  if (!upload || upload.isAbsent || upload.isForm) throw noData();
  const disposition = request.header('content-disposition');
  // Web servers hand a missing type to PHP as an empty one, which WordPress accepts if there is a name.
  if (!disposition) throw request.header('content-type') ? noDisposition() : noContentType();
  const filename = dispositionFileName(disposition);
  if (filename === undefined) throw invalidDisposition();
  const file = await upload.receive();
  if (file.size === 0) throw noData();
  return { ...file, filename, transport: 'raw' };
}

/** The file name in a Content-Disposition header; undefined if there is none. Extended names (`filename*`) are not supported. */
export function dispositionFileName(header: string): string | undefined {
  // Node decodes headers as Latin-1; clients send names in UTF-8.
  const [, ...attributes] = decodeUtf8OrLatin1(Buffer.from(header, 'latin1')).split(';');
  for (const attribute of attributes) {
    const equals = attribute.indexOf('=');
    if (equals < 0 || attribute.slice(0, equals).trim() !== 'filename') continue;
    const value = attribute.slice(equals + 1).trim();
    return (value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value) || undefined;
  }
  return undefined;
}
