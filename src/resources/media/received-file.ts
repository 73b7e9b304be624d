import { type RestRequest } from '../../rest/http/rest-request.js';
import { emptyFile, hashMismatch, invalidDisposition, noData, noDisposition } from './media.errors.js';
import { decodeUtf8OrLatin1 } from '../../text/php-strings.js';

/** A file that has arrived, whichever way it came. */
interface ReceivedFile {
  path: string;
  filename: string;
  transport: 'form' | 'raw';
}

/** The uploaded file of a request: in the form, or the body itself. It is the caller's to remove. */
export async function receivedFile(request: RestRequest): Promise<ReceivedFile> {
  const { file, filename, transport } = request.hasFiles ? formFile(request) : await rawFile(request);
  const expected = request.header('content-md5');
  if (expected && expected !== file.md5) throw hashMismatch();
  request.upload?.claim(file);
  return { path: file.path, filename, transport };
}

interface Arrived {
  file: { path: string; size: number; md5?: string };
  filename: string;
  transport: ReceivedFile['transport'];
}

function formFile(request: RestRequest): Arrived {
  const file = request.files.findLast(({ field }) => field === 'file');
  if (!file || file.size === 0) throw emptyFile();
  return { file, filename: file.filename, transport: 'form' };
}

/** Headers are looked at before a byte is taken. */
async function rawFile(request: RestRequest): Promise<Arrived> {
  const { upload } = request;
  if (!upload || upload.isAbsent || upload.isForm) throw noData();
  const disposition = request.header('content-disposition');
  if (!disposition) throw noDisposition();
  const filename = dispositionFileName(disposition);
  if (filename === undefined) throw invalidDisposition();
  const file = await upload.receive();
  if (file.size === 0) throw noData();
  return { file, filename, transport: 'raw' };
}

/** The file name in a Content-Disposition header; undefined where there is none. Extended names (`filename*`) are not understood. */
export function dispositionFileName(header: string): string | undefined {
  // Node reads headers byte by byte; clients send names in UTF-8.
  const [, ...attributes] = decodeUtf8OrLatin1(Buffer.from(header, 'latin1')).split(';');
  for (const attribute of attributes) {
    const equals = attribute.indexOf('=');
    if (equals < 0 || attribute.slice(0, equals).trim() !== 'filename') continue;
    const value = attribute.slice(equals + 1).trim();
    return (value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value) || undefined;
  }
  return undefined;
}
